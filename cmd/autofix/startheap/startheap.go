// Package startheap keeps the garbage collector out of the start of the process that it is linked into: the first collection
// comes at a heap of some 32 MB, and from then on the usual rule of the runtime holds. Where GOGC or GOMEMLIMIT are set, these
// hold instead.
//
// Left alone, the runtime collects from some 3 MB on. The packages of the command allocate as much before main runs, so that
// each short run would pay for a collection, a tenth of its time, that finds next to nothing.
package startheap

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// main would be too late. Go initialises packages in the order of their import paths as soon as what they import is
// initialised: this one, which imports next to nothing, before some that allocate the last of those 3 MB. In a few of a hundred
// starts the runtime is faster still, and collects as it would have.
func init() {
	const first = 800 // in percent of the 4 MB that the runtime begins with
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(first)
	// The first collection finds this unreachable. What main has set since then is left alone.
	runtime.AddCleanup(new([16]byte), func(int) {
		percent := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		if metrics.Read(percent); percent[0].Value.Uint64() == first {
			debug.SetGCPercent(100)
		}
	}, 0)
}
