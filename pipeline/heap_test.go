package pipeline

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// collector returns what the collector of garbage is set to: GOGC, which is
// math.MaxUint64 where it is off, and GOMEMLIMIT.
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

// The floor is there until more is in use than it is for; then the heap grows
// by a part of that.
func TestHeapFloorEndsWhereMemoryIsInUse(t *testing.T) {
	ownSettings(t, "", "")
	HeapFloor()
	if percent, limit := collector(); percent != math.MaxUint64 || limit != smallHeap {
		t.Fatalf("GOGC %d, GOMEMLIMIT %d", percent, limit)
	}
	var used [][]byte
	whole := false // the limit was the whole floor, at some time
	for range 1000 {
		percent, limit := collector()
		if percent == 75 {
			break
		}
		whole = whole || limit == heapFloor
		if len(used) < 50 {
			used = append(used, make([]byte, 1<<20))
		}
		runtime.GC()
		runtime.Gosched()
	}
	if percent, limit := collector(); percent != 75 || limit != math.MaxInt64 || len(used) < 20 || !whole {
		t.Errorf("with %d MB in use: GOGC %d, GOMEMLIMIT %d, which was that of the floor: %t", len(used), percent, limit, whole)
	}
	runtime.KeepAlive(used)
}

func TestHeapObeysTheEnvironment(t *testing.T) {
	for _, test := range []struct{ gogc, limit string }{{"50", ""}, {"", "1GiB"}} {
		for name, set := range map[string]func(){"HeapFloor": HeapFloor, "GrowHeap": GrowHeap} {
			ownSettings(t, test.gogc, test.limit)
			set()
			if percent, limit := collector(); percent != 100 || limit != math.MaxInt64 {
				t.Errorf("%s with %+v: GOGC %d, GOMEMLIMIT %d", name, test, percent, limit)
			}
		}
	}
}

func TestGrowHeapGrowsUntilTheFirstCollection(t *testing.T) {
	ownSettings(t, "", "")
	GrowHeap()
	if percent, limit := collector(); percent != math.MaxUint64 || limit != 1500<<20 {
		t.Fatalf("GOGC %d, GOMEMLIMIT %d", percent, limit)
	}
	for range 1000 {
		runtime.GC()
		runtime.Gosched()
		if percent, _ := collector(); percent == 100 {
			break
		}
	}
	if percent, limit := collector(); percent != 100 || limit != 1800<<20 {
		t.Errorf("after a collection: GOGC %d, GOMEMLIMIT %d", percent, limit)
	}
}
