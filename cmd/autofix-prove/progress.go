package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove"
)

// watch shows on a terminal the step of a proof, its duration, and the budget
// spent.
func (s *proving) watch(e prove.Event) {
	s.stopTick()
	if !s.env.Terminal {
		return
	}
	what := string(e.Phase) + ": " + e.What
	if len(e.Command) > 0 {
		what += " " + inert.Line(strings.Join(e.Command, " "))
		if e.State != "" {
			what += " (" + string(e.State) + ")"
		}
	}
	if n := e.Used.Input + e.Used.Output; n > 0 {
		what += fmt.Sprintf("; %d tokens", n)
	}
	if e.Used.Cost > 0 {
		what += fmt.Sprintf(", %.2f %s", e.Used.Cost, e.Used.Unit)
	}
	if len(what) > 150 {
		what = what[:150] + "..."
	}
	what += "; in all " + e.Since.Round(time.Second).String()
	s.tick = s.env.Tick(what)
}

// stopTick clears the line of watch.
func (s *proving) stopTick() {
	if s.tick != nil {
		s.tick()
		s.tick = nil
	}
}
