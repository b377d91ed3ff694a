package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	autofixai "github.com/rules-autofix/rules_autofix/autofix_ai"
	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// clearLine returns to the start of a line of a terminal and clears it.
const clearLine = "\r\x1b[K"

// progress returns a function that shows the rounds of a run on a terminal, or
// nil if stderr is not a terminal.
func (e *environment) progress(doing string) func(round, files int) {
	if !e.terminal {
		return nil
	}
	return func(round, files int) {
		noun := "files"
		if files == 1 {
			noun = "file"
		}
		fmt.Fprintf(e.stderr, "%sautofix: %s %d %s", clearLine, doing, files, noun)
		if round > 1 {
			fmt.Fprintf(e.stderr, ", round %d", round)
		}
	}
}

// listing returns a function that shows the number of listed files on a
// terminal, or nil if stderr is not a terminal.
func (e *environment) listing() func(files int) {
	if !e.terminal {
		return nil
	}
	return func(files int) {
		fmt.Fprintf(e.stderr, "%sautofix: listing files", clearLine)
		if files > 0 {
			fmt.Fprintf(e.stderr, ": %d", files)
		}
	}
}

// asking shows on a terminal what an agent is asked, and for how long, until the
// function that it returns is called.
func (e *environment) asking(step autofixai.Step) (stop func()) {
	return e.tick(fmt.Sprintf("asking for %s in %s (%d of %d)", step.Objective, report.OneLine(step.Path), step.Number, step.Of))
}

// tick shows on a terminal how long a step takes, until the function that it
// returns is called.
func (e *environment) tick(what string) (stop func()) {
	if !e.terminal {
		return func() {}
	}
	start, done, gone := time.Now(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for {
			fmt.Fprintf(e.stderr, "%sautofix: %s: %s", clearLine, what, time.Since(start).Round(time.Second))
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
		e.progressDone()
	})
}

// progressDone clears the progress.
func (e *environment) progressDone() {
	if e.terminal {
		fmt.Fprint(e.stderr, clearLine)
	}
}

// announced wraps build. On a terminal, it prints why it builds again.
func (e *environment) announced(build func(context.Context) (*bazel.Collection, error)) func(context.Context, int) (*bazel.Collection, error) {
	return func(ctx context.Context, round int) (*bazel.Collection, error) {
		if round > 1 && e.terminal {
			fmt.Fprintf(e.stderr, "autofix: round %d: checking what round %d changed\n", round, round-1)
		}
		return build(ctx)
	}
}

// onWait prints that another run holds the lock of the workspace.
func (e *environment) onWait(holder workspace.Holder) {
	e.progressDone()
	if holder.PID > 0 {
		fmt.Fprintf(e.stderr, "autofix: waiting: another run, process %d, is writing this workspace\n", holder.PID)
		return
	}
	fmt.Fprintln(e.stderr, "autofix: waiting: another run is writing this workspace")
}
