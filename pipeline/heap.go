package pipeline

import (
	"os"
	"runtime"
	"runtime/debug"
)

// GrowHeap lets the memory of this process grow to some 1.5 GB before the first garbage collection, and holds it below 2
// where that can be done. It is for a command that runs once over a whole workspace, of which nearly everything stays
// in use: collecting takes a fifth of the time of a plan with a hundred thousand fixes, which needs a quarter of a
// gigabyte. A check is no such command, since a build runs many at once.
//
// Where GOGC or GOMEMLIMIT are set, these hold instead.
func GrowHeap() {
	const first, most = 1500 << 20, 1800 << 20 // bytes
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(first)
	// The first collection finds this unreachable, and brings back the usual rule of the runtime.
	collected := new([16]byte)
	runtime.AddCleanup(collected, func(int) {
		debug.SetGCPercent(100)
		debug.SetMemoryLimit(most)
	}, 0)
}
