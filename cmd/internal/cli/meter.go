package cli

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/report/terminal"
)

// ClearLine returns to the start of a line of a terminal and clears it.
const ClearLine = "\r\x1b[K"

// The times of progress.
const (
	quiet  = time.Second            // at the start of a command, nothing is shown
	redraw = 200 * time.Millisecond // the least time between two changes of the line
)

// A meter shows the current step of a command on the last line of a terminal. A
// command that ends within a second shows nothing, and none leaves a trace. A
// nil meter shows nothing.
type meter struct {
	start time.Time // of the command

	mu    sync.Mutex
	what  func() string // describes the step; nil: none
	begun int           // how many steps have begun
	drawn string
}

// Step shows a step on a terminal until ProgressDone or the next step. what
// describes it and is called now and then, on another goroutine.
func (e *Environment) Step(what func() string) {
	m := e.meter
	if !e.Terminal || m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.what = what
	if m.start.IsZero() {
		m.start = time.Now()
	}
	m.begun++
	go m.run(e.Stderr, m.begun, max(quiet-time.Since(m.start), 0))
}

// run draws a step until it is over.
func (m *meter) run(to io.Writer, step int, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for range timer.C {
		m.mu.Lock()
		over := m.what == nil || m.begun != step
		if !over {
			m.draw(to)
		}
		m.mu.Unlock()
		if over {
			return
		}
		timer.Reset(redraw)
	}
}

// draw shows the step in one row, whatever the width of the terminal is now.
func (m *meter) draw(to io.Writer) {
	width := terminal.WidthOf(to)
	if width <= 0 {
		width = terminal.DefaultWidth
	}
	if line := terminal.Fit("autofix: "+m.what(), width-1); line != m.drawn {
		fmt.Fprint(to, ClearLine, line)
		m.drawn = line
	}
}

// clear clears the line.
func (m *meter) clear(to io.Writer) {
	if m != nil && m.drawn != "" {
		fmt.Fprint(to, ClearLine)
		m.drawn = ""
	}
}

// Tick shows on a terminal how long a step takes, until the function that it
// returns is called.
func (e *Environment) Tick(what string) (stop func()) {
	if e.Steps != nil {
		fmt.Fprintln(e.Steps, what)
		return func() {}
	}
	since := time.Now()
	e.Step(func() string { return what + ": " + Elapsed(since) })
	return sync.OnceFunc(e.ProgressDone)
}

// Elapsed returns the time since another, in seconds.
func Elapsed(since time.Time) string { return time.Since(since).Round(time.Second).String() }

// ProgressDone clears the progress and ends its step.
func (e *Environment) ProgressDone() {
	defer e.meter.locked()()
	if e.meter != nil {
		e.meter.what = nil
	}
	e.meter.clear(e.Stderr)
}

// locked locks the meter until the function that it returns is called.
func (m *meter) locked() (unlock func()) {
	if m == nil {
		return func() {}
	}
	m.mu.Lock()
	return m.mu.Unlock
}

// Say prints a line for the person. A step that is shown appears again below
// it.
func (e *Environment) Say(format string, args ...any) {
	defer e.meter.locked()()
	e.meter.clear(e.Stderr)
	fmt.Fprintf(e.Stderr, "autofix: "+format+"\n", args...)
}
