package gate

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/report"
)

// Text writes the verdict for people: what shuts the gate, one line a place, and what opens it. command is the exact one
// to paste, a command of `bazel run`, and empty where there is none to tell.
func (v *Verdict) Text(out io.Writer, command string) error {
	w := bufio.NewWriter(out)
	if v.Open() {
		fmt.Fprintf(w, "autofix: gate: checked %s, nothing pending\n", count(v.Files, "file", "files"))
		v.writeUnusable(w)
		return w.Flush()
	}
	var what []string
	if v.Pending > 0 {
		what = append(what, count(v.Pending, "safe fix", "safe fixes")+" pending")
	}
	if v.Errors > 0 {
		what = append(what, count(v.Errors, "error", "errors"))
	}
	fmt.Fprintf(w, "autofix: gate: %s\n", strings.Join(what, ", "))
	byHand, unusable := 0, 0
	offers := map[fixedits.Safety]int{}
	for i := range v.Places {
		p := &v.Places[i]
		fmt.Fprintf(w, "  %s\n", p)
		switch {
		case p.Fixable:
		case p.Offer != "":
			offers[p.Offer] += p.Count
		case p.Unusable != "":
			unusable += p.Count
		default:
			byHand += p.Count
		}
	}
	if v.Pending > 0 && command != "" {
		fmt.Fprintf(w, "autofix: apply the fixes with:\n  %s\n", command)
	}
	for _, safety := range []fixedits.Safety{fixedits.SafetySuggestion, fixedits.SafetyUnsafe} {
		if offers[safety] == 0 {
			continue
		}
		fmt.Fprintf(w, "autofix: %s no safe fix, but one of safety %s", countHave(offers[safety]), safety)
		if command != "" {
			fmt.Fprintf(w, "; look at it, and apply it with:\n  %s\n", trusting(command, safety))
		} else {
			fmt.Fprintf(w, ": --safety=%s\n", safety)
		}
	}
	if byHand > 0 {
		fmt.Fprintf(w, "autofix: no fix is known for %s: mend by hand\n", count(byHand, "error", "errors"))
	}
	if unusable > 0 {
		fmt.Fprintf(w, "autofix: the fix of %s cannot be applied: correct by hand\n", count(unusable, "error", "errors"))
	}
	v.writeUnusable(w)
	return w.Flush()
}

// writeUnusable lists the fixes that cannot be applied of what does not shut the gate.
func (v *Verdict) writeUnusable(w io.Writer) {
	fixes := 0
	for i := range v.Unusable {
		fixes += v.Unusable[i].Count
	}
	if fixes == 0 {
		return
	}
	fmt.Fprintf(w, "autofix: gate: %s cannot be applied:\n", count(fixes, "fix", "fixes"))
	for i := range v.Unusable {
		fmt.Fprintf(w, "  %s\n", &v.Unusable[i])
	}
}

// trusting adds to a command of `bazel run` the flag that asks for less safe fixes.
func trusting(command string, safety fixedits.Safety) string {
	flag := "--safety=" + string(safety)
	if strings.Contains(command, " -- ") {
		return command + " " + flag
	}
	return command + " -- " + flag
}

func countHave(errors int) string {
	if errors == 1 {
		return "1 error has"
	}
	return fmt.Sprintf("%d errors have", errors)
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
	switch {
	case p.Fixable:
		notes = append(notes, "fixable")
	case p.Offer != "":
		notes = append(notes, "fix: "+string(p.Offer))
	case p.Unusable != "":
		note := "fix: " + string(p.Unusable)
		if p.Why != "" {
			note += ": " + report.OneLine(p.Why)
		}
		notes = append(notes, note)
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
