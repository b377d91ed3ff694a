package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// Title returns the title of a pull request, without a newline at its end: the
// engine's, or one with the name of a failing test.
func Title(e *evidence.Evidence) string {
	title := ""
	if c := best(e); c != nil && c.Words != nil {
		title = strings.TrimSpace(inert.Line(c.Words.Title))
	}
	if title == "" {
		title = inert.Line(titleOf(e))
	}
	if runes := []rune(title); len(runes) > 100 {
		return string(runes[:99]) + "…"
	}
	return title
}

func titleOf(e *evidence.Evidence) string {
	before := before(e)
	var names []string
	if before != nil {
		for _, c := range failures(before) {
			if c.Name != "" {
				names = append(names, quoted(c.Name))
			}
		}
	}
	switch {
	case len(names) == 0:
		return "Fix the failing command " + commandOf(e.Command)
	case before.State != evidence.AtBase && len(names) == 1:
		return "Fix the fault that " + names[0] + " shows"
	case before.State != evidence.AtBase:
		return fmt.Sprintf("Fix the fault that %s and %s show", names[0], report.NumberOf(len(names)-1, "other test"))
	case len(names) == 1:
		return "Fix the failing test " + names[0]
	}
	return fmt.Sprintf("Fix %s and %s", names[0], report.NumberOf(len(names)-1, "other failing test"))
}

// quoted returns the name of a test, in quotes unless it is an identifier.
func quoted(name string) string {
	if strings.ContainsAny(name, "_/") || strings.HasPrefix(name, "Test") && !strings.Contains(name, " ") {
		return name
	}
	return `"` + name + `"`
}

// failures returns the cases of a run that did not pass, without cases that fail
// only because a part of them does.
func failures(r *evidence.Run) []*evidence.Case {
	var all []*evidence.Case
	for i := range r.Cases {
		if c := &r.Cases[i]; c.Status.Red() {
			all = append(all, c)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(c *evidence.Case) bool {
		return slices.ContainsFunc(all, func(part *evidence.Case) bool {
			return part.Suite == c.Suite && c.Name != "" && strings.HasPrefix(part.Name, c.Name+"/")
		})
	})
}

// caseName returns the name of a case, or of the suite that it stands for.
func caseName(c *evidence.Case) string { return strings.TrimSpace(c.Suite + " " + c.Name) }

// testName returns the name of a test.
func testName(t *evidence.Test) string { return strings.TrimSpace(t.Suite + " " + t.Name) }
