package main

import (
	"context"
	"fmt"

	"github.com/rules-autofix/rules_autofix/bazel"
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
