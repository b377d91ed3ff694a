package main

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
)

// safeties are the values of flags that say how safe fixes are.
var safeties = []string{"safe", "suggestion", "unsafe"}

// rewriteFlags are the flags for programs that make new texts of files.
type rewriteFlags struct {
	InPlace bool
	Phase   string
	Safety  string
	Data    []string
	Timeout int
}

func (w *rewriteFlags) declare(f cli.FlagSet) {
	f.Toggle(&w.InPlace, "in-place", "The program fixes files by writing to them. It gets a private copy, and what it changes becomes fixes.")
	f.Optional(&w.Phase, "phase", []string{"syntax", "semantic", "style", "format"}, "With --in-place: the phase of its fixes, by default semantic. format: it is a formatter, whose changes to a file are one fix, and which must not change its own result again.")
	f.Optional(&w.Safety, "safety", safeties, "The safety of its fixes, with --in-place, --output=text, and formats whose output does not say it, such as diff and sarif. By default safe for formatters, and suggestion for others.")
	f.List(&w.Data, "data", "PATH", "With --in-place or --output=text: another file or folder that the program needs, such as its configuration. It is copied too. Repeatable.")
	f.Number(&w.Timeout, "timeout", 600, "With --in-place or --output=text: the most seconds that a run of the program may take; 0 means no limit.")
}

// rewrites reports whether the program makes new texts instead of reporting
// findings.
func (w *rewriteFlags) rewrites(output string) bool { return w.InPlace || output == declared.Text }

func (w *rewriteFlags) validate(output string) error {
	const only = "only for --in-place and --output=text"
	switch {
	case w.InPlace && output != "artifact":
		return fmt.Errorf("--output=%s: a program that fixes in place has no output that is read: leave out --output or --in-place", output)
	case w.Timeout < 0:
		return fmt.Errorf("--timeout=%d: it is negative; 0 means no limit", w.Timeout)
	case w.rewrites(output):
		return nil
	case len(w.Data) > 0:
		return fmt.Errorf("--data=%s: %s", w.Data[0], only)
	}
	return nil
}
