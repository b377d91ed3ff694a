package pipeline

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// GrowHeap lets the memory of this process grow to some 1.5 GB before the first
// garbage collection, and holds it below 2 where that can be done. It is for a
// command that runs once over a whole workspace, of which nearly everything
// stays in use: collecting takes a fifth of the time of a plan with a hundred
// thousand fixes, which needs a quarter of a gigabyte. A check is no such
// command, since a build runs many at once.
//
// Where GOGC or GOMEMLIMIT are set, these hold instead.
func GrowHeap() {
	const first, most = 1500 << 20, 1800 << 20 // bytes
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(first)
	afterCollection(func() { // by the usual rule of the runtime
		debug.SetGCPercent(100)
		debug.SetMemoryLimit(most)
	})
}

// HeapFloor lets the memory of this process grow to 80 MB before garbage is
// collected, for as long as half of that is enough for what is in use. It is
// for a command that runs once and has little in use and much garbage, which a
// check of files one after the other is: left alone, the collector lets the
// heap grow to no more than double, which takes a collection for every few
// megabytes, and a tenth of the time. A process that needs more lets the heap
// grow by three quarters from then on, which holds its peak below twice of what
// it needs. One that has next to nothing in use lets it grow to 32 MB: fresh
// memory costs more than to collect what is on it.
//
// Where GOGC or GOMEMLIMIT are set, these hold instead. It is not for a process
// that calls GrowHeap.
func HeapFloor() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(smallHeap)
	afterCollection(keepFloor)
}

const smallHeap, heapFloor = 32 << 20, 80 << 20 // bytes

// keepFloor looks at what a collection has left, and does so again after the
// next one.
func keepFloor() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	switch used := live[0].Value.Uint64(); {
	case used <= smallHeap/4:
		debug.SetMemoryLimit(smallHeap)
	case used <= heapFloor/2:
		debug.SetMemoryLimit(heapFloor)
	default:
		debug.SetGCPercent(75)
		debug.SetMemoryLimit(math.MaxInt64)
		return
	}
	afterCollection(keepFloor)
}

// afterCollection calls f, once, when the next collection of garbage is done.
func afterCollection(f func()) {
	runtime.AddCleanup(new([16]byte), func(f func()) { f() }, f)
}
