package pipeline

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// smallGOGC is the GOGC of SmallHeap, in percent.
const smallGOGC = 200

// streamGOGC is the GOGC of StreamHeap, in percent.
const streamGOGC = 100

// SmallHeap lets the heap of this process grow to three times its live memory
// before a garbage collection (GOGC=200), and to at least 8 MB. It is for a
// process with little live memory and much garbage: one that checks files one
// after the other, or a persistent worker.
//
// If GOGC or GOMEMLIMIT is set, SmallHeap does nothing.
func SmallHeap() {
	if !ownHeap() {
		debug.SetGCPercent(smallGOGC)
	}
}

// StreamHeap lets the heap of this process grow to twice its live memory
// before a garbage collection (GOGC=100). It is for a process that reads much
// and keeps little of it.
//
// If GOGC or GOMEMLIMIT is set, StreamHeap does nothing.
func StreamHeap() {
	if !ownHeap() {
		debug.SetGCPercent(streamGOGC)
	}
}

// BoundHeap keeps the memory of this process below 80 MiB if possible: it collects
// garbage the more often the closer it comes. It is for a process that waits for
// others most of the time, and now and then holds something large.
//
// If GOGC or GOMEMLIMIT is set, BoundHeap does nothing.
func BoundHeap() {
	if !ownHeap() {
		debug.SetGCPercent(streamGOGC)
		debug.SetMemoryLimit(80 << 20)
	}
}

// GrowHeap lets the memory of this process grow to about 800 MB before the first
// garbage collection, and then by an eighth from one to the next. It is for a
// command that runs once over a whole workspace and keeps nearly everything in
// use: collecting takes a fifth of the time of a plan with a hundred thousand
// fixes, which needs a quarter of a gigabyte. It is not for a check, because a
// build runs many checks at once.
//
// If GOGC or GOMEMLIMIT is set, GrowHeap does nothing.
func GrowHeap() {
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
