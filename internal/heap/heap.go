// Package heap has the two regimes of the garbage collector that the programs
// choose from.
package heap

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// Small lets the heap of this process grow to three times its live memory
// before a garbage collection (GOGC=200), and to at least 8 MB. It is for a
// process with little live memory and much garbage: one that checks files one
// after the other, a persistent worker, or one that waits for others.
//
// If GOGC or GOMEMLIMIT is set, Small does nothing.
func Small() {
	if !ownHeap() {
		debug.SetGCPercent(200)
	}
}

// Grow lets the memory of this process grow to about 800 MB before the first
// garbage collection, and then by an eighth from one to the next. It is for a
// command that runs once over a whole workspace and keeps nearly everything in
// use: collecting takes a fifth of the time of a plan with a hundred thousand
// fixes, which needs a quarter of a gigabyte. It is not for a check, because a
// build runs many checks at once.
//
// If GOGC or GOMEMLIMIT is set, Grow does nothing.
func Grow() {
	const first, growth = 800 << 20, 12 // bytes, percent
	if ownHeap() {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(first)
	// The first collection finds this unreachable.
	runtime.AddCleanup(new([16]byte), func(growth int) {
		debug.SetGCPercent(growth)
		debug.SetMemoryLimit(math.MaxInt64)
	}, growth)
}

// ownHeap reports whether the person who runs the process has set its heap.
func ownHeap() bool { return os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" }
