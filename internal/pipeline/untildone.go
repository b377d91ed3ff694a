package pipeline

import (
	"context"
	"fmt"
	"runtime/debug"
)

// UntilDone returns the result of do, or the cause of the end of ctx if that
// comes first. In that case do keeps running in the background, so it must only
// read and compute. This lets a run end at once in the middle of a large file.
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
