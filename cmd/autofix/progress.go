package main

import (
	"context"
	"fmt"

	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// clearLine returns to the start of a terminal's line and empties it.
const clearLine = "\r\x1b[K"

// progress returns what shows the rounds of a run on a terminal, and nil where stderr is none.
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

// listing returns what shows on a terminal how many files are listed, and nil
// where stderr is none.
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

// progressDone removes what progress showed.
func (e *environment) progressDone() {
	if e.terminal {
		fmt.Fprint(e.stderr, clearLine)
	}
}

// announced returns build with a word, on a terminal, on why it builds once more.
func (e *environment) announced(build func(context.Context) (*bazel.Collection, error)) func(context.Context, int) (*bazel.Collection, error) {
	return func(ctx context.Context, round int) (*bazel.Collection, error) {
		if round > 1 && e.terminal {
			fmt.Fprintf(e.stderr, "autofix: round %d: checking what round %d changed\n", round, round-1)
		}
		return build(ctx)
	}
}

// onWait tells that another run has the workspace.
func (e *environment) onWait(holder workspace.Holder) {
	e.progressDone()
	if holder.PID > 0 {
		fmt.Fprintf(e.stderr, "autofix: waiting: another run, process %d, is writing this workspace\n", holder.PID)
		return
	}
	fmt.Fprintln(e.stderr, "autofix: waiting: another run is writing this workspace")
}
