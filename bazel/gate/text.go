package gate

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/report"
)

// Text writes the verdict for people: what shuts the gate, one line a place, and what opens it. command is the exact one
// to paste, and empty where there is none to tell.
func (v *Verdict) Text(out io.Writer, command string) error {
	if v.Open() {
		_, err := fmt.Fprintf(out, "autofix: gate: checked %s, nothing pending\n", count(v.Files, "file", "files"))
		return err
	}
	w := bufio.NewWriter(out)
	var what []string
	if v.Pending > 0 {
		what = append(what, count(v.Pending, "safe fix", "safe fixes")+" pending")
	}
	if v.Errors > 0 {
		what = append(what, count(v.Errors, "error", "errors"))
	}
	fmt.Fprintf(w, "autofix: gate: %s\n", strings.Join(what, ", "))
	unfixable := 0
	for i := range v.Places {
		p := &v.Places[i]
		fmt.Fprintf(w, "  %s\n", p)
		if !p.Fixable {
			unfixable += p.Count
		}
	}
	if v.Pending > 0 && command != "" {
		fmt.Fprintf(w, "autofix: apply the fixes with:\n  %s\n", command)
	}
	if unfixable > 0 {
		fmt.Fprintf(w, "autofix: no safe fix is known for %s: mend by hand\n", count(unfixable, "error", "errors"))
	}
	return w.Flush()
}

// String returns the place as `path:line:column: severity: message [rule]`, and how often and whether a fix is at hand.
func (p *Place) String() string {
	at := report.OneLine(p.Path)
	if p.Line > 0 {
		at = fmt.Sprintf("%s:%d:%d", at, p.Line, p.Column)
	}
	severity := "fix"
	if p.Severity != "" {
		severity = string(p.Severity)
	}
	var notes []string
	if p.Fixable {
		notes = append(notes, "fixable")
	}
	if p.Count > 1 {
		notes = append(notes, fmt.Sprintf("%d times", p.Count))
	}
	note := ""
	if len(notes) > 0 {
		note = " (" + strings.Join(notes, ", ") + ")"
	}
	return fmt.Sprintf("%s: %s: %s [%s]%s", at, severity, report.OneLine(p.Message), p.Rule, note)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
