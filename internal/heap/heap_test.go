package heap

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// collector returns the settings of the garbage collector: GOGC, which is
// math.MaxUint64 if it is off, and GOMEMLIMIT.
func collector() (percent, limit uint64) {
	samples := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64(), samples[1].Value.Uint64()
}

func ownSettings(t *testing.T, gogc, limit string) {
	t.Setenv("GOGC", gogc)
	t.Setenv("GOMEMLIMIT", limit)
	t.Cleanup(func() {
		debug.SetGCPercent(100)
		debug.SetMemoryLimit(math.MaxInt64)
	})
}

func TestSmall(t *testing.T) {
	ownSettings(t, "", "")
	Small()
	if percent, limit := collector(); percent != 200 || limit != math.MaxInt64 {
		t.Errorf("GOGC %d, GOMEMLIMIT %d", percent, limit)
	}
}

func TestHeapObeysTheEnvironment(t *testing.T) {
	for _, test := range []struct{ gogc, limit string }{{"50", ""}, {"", "1GiB"}} {
		for name, set := range map[string]func(){"Small": Small, "Grow": Grow} {
			ownSettings(t, test.gogc, test.limit)
			set()
			if percent, limit := collector(); percent != 100 || limit != math.MaxInt64 {
				t.Errorf("%s with %+v: GOGC %d, GOMEMLIMIT %d", name, test, percent, limit)
			}
		}
	}
}

func TestGrowGrowsUntilTheFirstCollection(t *testing.T) {
	ownSettings(t, "", "")
	Grow()
	if percent, limit := collector(); percent != math.MaxUint64 || limit != 800<<20 {
		t.Fatalf("GOGC %d, GOMEMLIMIT %d", percent, limit)
	}
	for range 1000 {
		runtime.GC()
		runtime.Gosched()
		if percent, _ := collector(); percent == 12 {
			break
		}
	}
	if percent, limit := collector(); percent != 12 || limit != math.MaxInt64 {
		t.Errorf("after a collection: GOGC %d, GOMEMLIMIT %d", percent, limit)
	}
}
