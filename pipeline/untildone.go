package pipeline

import (
	"context"
	"fmt"
	"runtime/debug"
)

// UntilDone returns what do returns, or the cause of ctx's end if that comes
// first: do is then left to itself, so it may read and compute, and nothing
// else. It is how a run ends at once in the middle of a large file.
func UntilDone[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
		panic string
	}
	var none T
	if err := context.Cause(ctx); err != nil {
		return none, err
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if v := recover(); v != nil {
				r.panic = fmt.Sprintf("%v\n\n%s", v, debug.Stack())
			}
			done <- r
		}()
		r.value, r.err = do()
	}()
	select {
	case r := <-done:
		if r.panic != "" {
			panic(r.panic) // the caller's, as if do had run there
		}
		return r.value, r.err
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
}
