package main

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// progress returns a function that shows the rounds of a run on a terminal, or
// nil if stderr is not a terminal.
func (e *environment) progress(doing string) func(round, files int) {
	if !e.Terminal {
		return nil
	}
	return func(round, files int) {
		noun := "files"
		if files == 1 {
			noun = "file"
		}
		fmt.Fprintf(e.Stderr, "%sautofix: %s %d %s", cli.ClearLine, doing, files, noun)
		if round > 1 {
			fmt.Fprintf(e.Stderr, ", round %d", round)
		}
	}
}

// listing returns a function that shows the number of listed files on a
// terminal, or nil if stderr is not a terminal.
func (e *environment) listing() func(files int) {
	if !e.Terminal {
		return nil
	}
	return func(files int) {
		fmt.Fprintf(e.Stderr, "%sautofix: listing files", cli.ClearLine)
		if files > 0 {
			fmt.Fprintf(e.Stderr, ": %d", files)
		}
	}
}

// announce prints on a terminal why a round builds again.
func (e *environment) announce(round int) {
	if round > 1 && e.Terminal {
		fmt.Fprintf(e.Stderr, "autofix: round %d: checking what round %d changed\n", round, round-1)
	}
}

// onWait prints that another run holds the lock of the workspace.
func (e *environment) onWait(holder workspace.Holder) {
	e.ProgressDone()
	if holder.PID > 0 {
		fmt.Fprintf(e.Stderr, "autofix: waiting: another run, process %d, is writing this workspace\n", holder.PID)
		return
	}
	fmt.Fprintln(e.Stderr, "autofix: waiting: another run is writing this workspace")
}
