package pipeline

import (
	"os"
	"runtime"
	"runtime/debug"
)

// smallGOGC is what SmallHeap sets, in percent.
const smallGOGC = 200

// SmallHeap lets the heap of this process grow to three times what is in use
// before garbage is collected (GOGC=200), and to 8 MB at least. It is for a
// process that has little in use and makes much garbage: one that checks files
// one after the other, or a persistent worker.
//
// If GOGC or GOMEMLIMIT is set, these hold instead.
func SmallHeap() {
	if !ownHeap() {
		debug.SetGCPercent(smallGOGC)
	}
}

// GrowHeap lets the memory of this process grow to some 1.5 GB before the first
// garbage collection, and holds it below 2 if that can be done. It is for a
// command that runs once over a whole workspace, of which nearly everything
// stays in use: collecting takes a fifth of the time of a plan with a hundred
// thousand fixes, which needs a quarter of a gigabyte. A check is no such
// command, since a build runs many at once.
//
// If GOGC or GOMEMLIMIT is set, these hold instead.
func GrowHeap() {
	const first, most = 1500 << 20, 1800 << 20 // bytes
	if ownHeap() {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(first)
	// The first collection finds this unreachable.
	runtime.AddCleanup(new([16]byte), func(limit int64) {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(100)
	}, most)
}

// ownHeap reports whether the person who runs the process has set its heap.
func ownHeap() bool { return os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" }
