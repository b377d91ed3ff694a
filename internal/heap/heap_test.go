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

// Each regime begins with its first collection, also after another one was
// chosen before.
func TestRegimesBeginWithACollection(t *testing.T) {
	for _, test := range []struct {
		name    string
		set     func()
		first   uint64
		percent uint64
	}{
		{"Small", Small, 48 << 20, 200},
		{"Grow", Grow, 800 << 20, 12},
		{"Small, then Grow", func() { Small(); Grow() }, 800 << 20, 12},
	} {
		ownSettings(t, "", "")
		test.set()
		if percent, limit := collector(); percent != math.MaxUint64 || limit != test.first {
			t.Fatalf("%s: GOGC %d, GOMEMLIMIT %d", test.name, percent, limit)
		}
		for range 1000 {
			runtime.GC()
			runtime.Gosched()
			if percent, _ := collector(); percent != math.MaxUint64 {
				break
			}
		}
		if percent, limit := collector(); percent != test.percent || limit != math.MaxInt64 {
			t.Errorf("%s, after a collection: GOGC %d, GOMEMLIMIT %d", test.name, percent, limit)
		}
	}
}
