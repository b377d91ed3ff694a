package engine

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
)

// The bounds of a run as shown to a model, in bytes unless noted.
const (
	maxOutput   = 24 << 10 // of each stream of the reproduction
	maxTryRuns  = 4        // of the last try
	maxTryBytes = 12 << 10 // of each stream of them
	maxCases    = 20       // that did not pass
	maxMessage  = 2 << 10  // of a case
	maxCommand  = 2 << 10
)

// run adds a command that ran, and its output.
func (p *page) run(r *evidence.Run, command []string, max int) {
	p.words("The command, as a list of its arguments:\n\n")
	p.data("COMMAND", arguments(command), "")
	p.words("\n%s.%s\n", howEnded(r), built(r))
	if cases := redCases(r); cases != "" {
		p.words("\nTests that did not pass:\n\n")
		p.data("TESTS", cases, "")
	}
	for _, stream := range []struct {
		name   string
		output *evidence.Output
	}{{"STDOUT", &r.Stdout}, {"STDERR", &r.Stderr}} {
		if text := strings.Trim(printed.Text(stream.output), "\n"); text != "" {
			p.words("\n")
			p.ends(stream.name, text+"\n", max)
		}
	}
}

// arguments returns a command as JSON.
func arguments(command []string) string {
	text, err := json.Marshal(command)
	if err != nil {
		panic("engine: " + err.Error()) // strings only
	}
	return printed.Line(string(text), maxCommand)
}

// howEnded says in words how a run ended.
func howEnded(r *evidence.Run) string {
	switch r.End {
	case evidence.Exited:
		return fmt.Sprintf("It ended with the exit code %d", r.Exit)
	case evidence.TimedOut:
		return "It did not end in time"
	case evidence.Signaled:
		return "It was ended by a signal"
	}
	return "It did not run to its end"
}

// built says that something does not build.
func built(r *evidence.Run) string {
	if r.Built || !r.Failed() {
		return ""
	}
	return " Something did not build."
}

// redCases lists the cases that did not pass.
func redCases(r *evidence.Run) string {
	var b strings.Builder
	n := 0
	for i := range r.Cases {
		c := &r.Cases[i]
		if !c.Status.Red() {
			continue
		}
		if n++; n > maxCases {
			continue
		}
		fmt.Fprintf(&b, "%s %s: %s\n", printed.Line(c.Suite, 200), printed.Line(c.Name, 200), c.Status)
		if message := printed.Lines(c.Message, maxMessage); message != "" {
			b.WriteString("  " + strings.ReplaceAll(message, "\n", "\n  ") + "\n")
		}
	}
	if n > maxCases {
		fmt.Fprintf(&b, "and %d others\n", n-maxCases)
	}
	return b.String()
}
