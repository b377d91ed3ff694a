package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/report/terminal"
)

// summaryLines bounds the lines of a summary, whatever the number of findings.
const summaryLines = 10

// fitted returns at most room lines of a summary, with their ends, and counts the
// others. It drops the output of builds first, then the items of lists, from the
// last, then further red targets.
func fitted(summary []byte, room int) []string {
	lines := slices.Collect(strings.Lines(string(summary)))
	over := len(lines) - room
	if over <= 0 {
		return lines
	}
	over++ // for the line that counts
	dropped, gone := 0, make([]bool, len(lines))
	for _, may := range []func(line string) bool{
		func(line string) bool { return strings.HasPrefix(line, "    ") },
		func(line string) bool { return strings.HasPrefix(line, "  ") },
		func(line string) bool { return strings.Contains(line, " is red ") },
		func(string) bool { return true },
	} {
		for i := len(lines) - 2; i > 0 && over > 0; i-- {
			if !gone[i] && may(lines[i]) {
				gone[i] = true
				dropped, over = dropped+1, over-1
			}
		}
	}
	var kept []string
	for i, line := range lines {
		if !gone[i] {
			kept = append(kept, line)
		} else if dropped > 0 {
			kept = append(kept, fmt.Sprintf("  and %s; --brief has them\n", NumberOf(dropped, "more line")))
			dropped = 0
		}
	}
	return kept
}

// A tally counts the findings of a rule.
type tally struct {
	rule     string
	severity fixedits.Severity // the most severe
	findings int
	fixable  int
	offered  int // that have a fix that is only applied on request
}

// tallies counts findings by rule, the most severe and frequent first.
func (f *Findings) tallies() []*tally {
	byRule := map[string]*tally{}
	var all []*tally
	for i := range f.artifact.Diagnostics {
		d := &f.artifact.Diagnostics[i]
		t := byRule[d.Rule]
		if t == nil {
			t = &tally{rule: d.Rule, severity: d.Severity}
			byRule[d.Rule] = t
			all = append(all, t)
		}
		if d.Severity.Rank() < t.severity.Rank() {
			t.severity = d.Severity
		}
		n := placesOf(d)
		t.findings += n
		if f.fixable(d) {
			t.fixable += n
		} else if fix := f.firstFix(d); fix != nil && fix.Disposition == nil && fix.Resolver == nil && fix.Safety != fixedits.SafetySafe {
			t.offered += n
		}
	}
	slices.SortFunc(all, func(a, b *tally) int {
		return cmp.Or(cmp.Compare(a.severity.Rank(), b.severity.Rank()), cmp.Compare(b.findings, a.findings), strings.Compare(a.rule, b.rule))
	})
	return all
}

// sum returns the sum of tallies.
func sum(all []*tally) (total tally) {
	for _, t := range all {
		total.findings += t.findings
		total.fixable += t.fixable
		total.offered += t.offered
	}
	return total
}

// closing writes the summary.
func (v *fullText) closing() {
	if v.opts.Verbose {
		v.details()
	}
	all := v.tallies()
	total := sum(all)
	lines := []string{v.head(total)}
	notes := v.leftNotes()
	for _, note := range v.opts.Notes {
		notes = append(notes, "autofix: "+note)
	}
	next := v.next(all, total)
	room := len(all)
	if !v.opts.Statistics {
		room = max(summaryLines-len(lines)-len(notes)-len(next), 1)
	}
	lines = append(lines, v.table(all, room)...)
	for _, line := range slices.Concat(lines, notes, next) {
		fmt.Fprintln(v.w, line)
	}
}

// details writes what Verbose tells: about the run, and the files that were not
// checked.
func (v *fullText) details() {
	for _, line := range v.opts.Details {
		fmt.Fprintf(v.w, "autofix: %s\n", line)
	}
	writeLeftAlone(v.w, v.opts.Shown.leftAlone(v.left))
	writeCrashes(v.w, v.opts.Shown.crashes(v.crashes))
}

// head counts the checked files and the findings.
func (v *fullText) head(total tally) string {
	checked := "autofix: checked " + NumberOf(v.opts.Files, "file")
	if total.findings == 0 {
		return checked + ", nothing found"
	}
	files := map[string]bool{}
	for i := range v.artifact.Diagnostics {
		files[v.artifact.Diagnostics[i].Path] = true
	}
	return fmt.Sprintf("%s, found %s in %s: %s", checked, NumberOf(total.findings, "finding"), NumberOf(len(files), "file"),
		bySeverity(count(v.artifact.Diagnostics)))
}

// table returns a line for each rule, of which so many have room.
func (v *fullText) table(all []*tally, room int) []string {
	var rest []*tally
	if len(all) > room {
		all, rest = all[:room-1], all[room-1:]
	}
	names := make([]string, len(all))
	for i, t := range all {
		names[i] = terminal.Inline(t.rule)
	}
	width, digits := widest(names), 1
	for _, t := range all {
		digits = max(digits, len(fmt.Sprint(t.findings)))
	}
	var lines []string
	for i, t := range all {
		severity := v.screen.Paint(styles[t.severity], string(t.severity)) + strings.Repeat(" ", max(len(fixedits.SeverityWarning)-len(t.severity), 0))
		line := fmt.Sprintf("  %s  %*d  %-*s%s", severity, digits, t.findings, width, names[i], fixableOf(t.fixable))
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if len(rest) > 0 {
		total := sum(rest)
		lines = append(lines, fmt.Sprintf("  and %d more of %s%s; --statistics lists them", total.findings, NumberOf(len(rest), "other rule"), fixableOf(total.fixable)))
	}
	return lines
}

func fixableOf(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("  %d fixable", n)
}

// leftNotes counts the files that were not checked.
func (v *fullText) leftNotes() []string {
	if v.opts.Verbose { // they are listed
		return nil
	}
	var text strings.Builder
	writeLeftCount(&text, v.left)
	if len(v.crashes) > 0 {
		fmt.Fprintf(&text, "autofix: a checker failed on %s\n", NumberOf(len(v.crashes), "file"))
	}
	return strings.FieldsFunc(text.String(), func(r rune) bool { return r == '\n' })
}

// A step is a command that comes next, and why.
type step struct{ command, why string }

// mostSteps bounds the commands that a summary proposes.
const mostSteps = 3

// next returns the commands that come next.
func (v *fullText) next(all []*tally, total tally) []string {
	var steps []step
	if total.fixable > 0 && v.opts.Fix != "" {
		steps = append(steps, step{v.opts.Fix, "apply " + NumberOf(total.fixable, "safe fix")})
		if v.opts.Preview != "" {
			steps = append(steps, step{v.opts.Preview, "see the changes first"})
		}
	}
	if total.offered > 0 && v.opts.Offered != "" {
		steps = append(steps, step{v.opts.Offered, fmt.Sprintf("see %s that %s review", NumberOf(total.offered, "fix"), needs(total.offered))})
	}
	if i := slices.IndexFunc(all, func(t *tally) bool { return v.explained(t.rule) }); i >= 0 {
		steps = append(steps, step{"autofix explain " + all[i].rule, "the reason, and what to do"})
	}
	steps = steps[:min(len(steps), mostSteps)]
	commands := make([]string, len(steps))
	for i, s := range steps {
		commands[i] = terminal.Inline(s.command)
	}
	width := widest(commands)
	if width > v.screen.Columns()/2 {
		width = 0 // one column of explanations does not fit
	}
	lines := make([]string, len(steps))
	for i, s := range steps {
		lines[i] = fmt.Sprintf("  %s%s  # %s", v.screen.Paint(terminal.Bold, commands[i]), strings.Repeat(" ", max(width-len(commands[i]), 0)), s.why)
	}
	return lines
}

func needs(n int) string {
	if n == 1 {
		return "needs"
	}
	return "need"
}
