package main

import (
	"fmt"
	"sync/atomic"
	"time"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// progress returns a function that shows the rounds of a run on a terminal, and
// how many of the files a watch, which may be nil, has seen done. It is nil if
// stderr is not a terminal.
func (e *environment) progress(doing string, watch *checks.Watch) func(round, files int) {
	if !e.Terminal {
		return nil
	}
	return func(round, files int) {
		since := time.Now()
		if watch != nil {
			watch.Begin()
		}
		e.Step(func() string {
			text := doing + " " + report.NumberOf(files, "file")
			if watch != nil {
				text = fmt.Sprintf("%s %d of %s", doing, watch.Files(), report.NumberOf(files, "file"))
			}
			if round > 1 {
				text += fmt.Sprintf(", round %d", round)
			}
			return text + ", " + cli.Elapsed(since)
		})
	}
}

// phase shows the phase of a run on a terminal.
func (e *environment) phase(doing string) {
	since := time.Now()
	e.Step(func() string { return doing + ", " + cli.Elapsed(since) })
}

// listing returns a function that shows the number of listed files on a
// terminal, or nil if stderr is not a terminal.
func (e *environment) listing() func(files int) {
	if !e.Terminal {
		return nil
	}
	var listed atomic.Int64
	e.Step(func() string {
		if n := listed.Load(); n > 0 {
			return fmt.Sprintf("listing files: %d", n)
		}
		return "listing files"
	})
	return func(files int) { listed.Store(int64(files)) }
}

// announce prints on a terminal why a round builds again.
func (e *environment) announce(round int) {
	if round > 1 && e.Terminal {
		e.Say("round %d: checking what round %d changed", round, round-1)
	}
}

// onWait prints that another run holds the lock of the workspace.
func (e *environment) onWait(holder workspace.Holder) {
	if holder.PID > 0 {
		e.Say("waiting: another run, process %d, is writing this workspace", holder.PID)
		return
	}
	e.Say("waiting: another run is writing this workspace")
}
