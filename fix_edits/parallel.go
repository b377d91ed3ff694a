package fixedits

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// parallel calls do for 0 to n-1, in no particular order, and returns after all
// calls have returned. The writes of a call must depend on its i alone, which
// keeps a plan independent of the number of processors.
func parallel(n int, do func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	// Batches reduce contention on the counter if calls are short. If there are
	// few calls, they may be long.
	batch := max(1, min(64, n/(8*max(1, workers))))
	if workers <= 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for {
				end := int(next.Add(int64(batch)))
				for i := end - batch; i < min(end, n); i++ {
					do(i)
				}
				if end >= n {
					return
				}
			}
		})
	}
	group.Wait()
}

// guard calls a function of the caller and converts a panic to an error, since
// a panic in one of our goroutines would crash the caller's process.
func guard(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return do()
}
