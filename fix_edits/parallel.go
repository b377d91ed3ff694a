package fixedits

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// parallel calls do for 0 to n-1, in no order, and returns when all calls have. What do writes for one i must
// depend on that i alone: that is what keeps a plan independent of the number of processors.
func parallel(n int, do func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	// Batches keep the counter out of the way where a call is short; where calls are few, they may be long.
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

// guard runs a function of the caller's and turns its panic into an error, since a panic on a goroutine of ours
// would end the caller's process.
func guard(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return do()
}
