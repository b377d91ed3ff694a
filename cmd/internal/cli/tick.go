package cli

import (
	"fmt"
	"sync"
	"time"
)

// ClearLine returns to the start of a line of a terminal and clears it.
const ClearLine = "\r\x1b[K"

// Tick shows on a terminal how long a step takes, until the function that it
// returns is called.
func (e *Environment) Tick(what string) (stop func()) {
	if !e.Terminal {
		return func() {}
	}
	start, done, gone := time.Now(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			fmt.Fprintf(e.Stderr, "%sautofix: %s: %s", ClearLine, what, time.Since(start).Round(time.Second))
			select {
			case <-done:
				return
			case <-ticker.C:
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(done)
		<-gone
		e.ProgressDone()
	})
}

// ProgressDone clears the progress.
func (e *Environment) ProgressDone() {
	if e.Terminal {
		fmt.Fprint(e.Stderr, ClearLine)
	}
}

// Say prints a line for the person.
func (e *Environment) Say(format string, args ...any) {
	e.ProgressDone()
	fmt.Fprintf(e.Stderr, "autofix: "+format+"\n", args...)
}
