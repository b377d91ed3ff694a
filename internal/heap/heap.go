// Package heap has the two regimes of the garbage collector that the programs
// choose from.
package heap

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// Small lets the memory of this process grow to about 48 MB before the first
// garbage collection, and then the heap to three times its live memory from one
// to the next. It is for a process with little live memory and much garbage: one
// that checks files one after the other, a persistent worker, or one that waits
// for others.
//
// If GOGC or GOMEMLIMIT is set, Small does nothing.
func Small() { begin(regime{first: 48 << 20, growth: 200}) }

// Grow lets the memory of this process grow to about 800 MB before the first
// garbage collection, and then by an eighth from one to the next. It is for a
// command that runs once over a whole workspace and keeps nearly everything in
// use: collecting takes a fifth of the time of a plan with a hundred thousand
// fixes, which needs a quarter of a gigabyte. It is not for a check, because a
// build runs many checks at once.
//
// If GOGC or GOMEMLIMIT is set, Grow does nothing.
func Grow() { begin(regime{first: 800 << 20, growth: 12}) }

// A regime has the bytes before the first collection, and the growth of the
// heap from one to the next in percent.
type regime struct {
	first  int64
	growth int
}

var current atomic.Pointer[regime]

func begin(r regime) {
	if ownHeap() {
		return
	}
	current.Store(&r)
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(r.first)
	// The first collection finds this unreachable.
	runtime.AddCleanup(new([16]byte), func(r *regime) {
		if current.Load() == r {
			debug.SetMemoryLimit(math.MaxInt64)
			debug.SetGCPercent(r.growth)
		}
	}, &r)
}

// ownHeap reports whether the person who runs the process has set its heap.
func ownHeap() bool { return os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" }
