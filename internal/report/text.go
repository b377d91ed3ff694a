package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/fatih/color"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/inert"

	"github.com/rules-autofix/rules_autofix/internal/report/terminal"
)

// TextOptions say how findings are written.
type TextOptions struct {
	Color bool   // with terminal escapes
	Files int    // how many files were checked
	Fix   string // the command that applies the pending fixes; may be empty
	Shown Shown  // how text has paths; other formats have them as they are

	Verbose bool   // one line per place, even if a file has many with the same finding
	Each    string // how to list all places; may be empty

	Quiet bool // without a summary

	// The rest is for Full.
	Screen     terminal.Screen
	Preview    string   // the command that shows the changes of Fix; may be empty
	Offered    string   // the command that shows the changes of all fixes, safe or not; may be empty
	Notes      []string // further lines of the summary
	Details    []string // what Verbose tells about the run
	Statistics bool     // the summary has all rules, and nothing else is written
}

// Text writes one line per finding, `path:line:column: severity: message
// [rule]` with a note on its fix, below it an indented line per related place,
// and a closing line with totals. Findings of a rule in one file that differ
// only in their place are one.
func Text(out io.Writer, f *Findings, opts TextOptions) error {
	w := bufio.NewWriter(out)
	paint := painter(opts.Color)
	fixable := 0
	files := map[string]bool{}
	shown := alikes{verbose: opts.Verbose}
	sorted := f.byPlace()
	for i := range sorted {
		d := &sorted[i]
		files[d.Path] = true
		note := ""
		if fix := f.pendingFix(d); fix != nil {
			fixable += placesOf(d)
			note = "fixable" + filesOf(fix, opts.Shown)
		} else if fix := f.firstFix(d); fix != nil {
			note = offer(fix)
		}
		shown.add(d, note)
	}
	for _, d := range shown.all {
		fmt.Fprintf(w, "%s:%d:%d: %s: %s [%s]%s\n",
			inert.Line(opts.Shown.Of(d.Path)), d.Line, d.Column, paint(d.Severity), inert.Line(d.said), d.Rule, d.notes())
		for _, line := range relatedLines(d.Related, opts.Shown) {
			fmt.Fprintf(w, "  %s\n", inert.Line(line))
		}
	}
	counts := count(f.artifact.Diagnostics)
	switch {
	case opts.Quiet:
		return w.Flush()
	case counts.all() == 0:
		fmt.Fprintf(w, "autofix: checked %s, nothing found\n", NumberOf(opts.Files, "file"))
		writeLeftAlone(w, opts.Shown.leftAlone(f.left))
		writeCrashes(w, opts.Shown.crashes(f.crashes))
		return w.Flush()
	}
	fmt.Fprintf(w, "autofix: checked %s, found %s in %s: %s\n", NumberOf(opts.Files, "file"), NumberOf(counts.all(), "finding"),
		NumberOf(len(files), "file"), bySeverity(counts))
	if shown.cut() && opts.Each != "" {
		fmt.Fprintf(w, "autofix: not all places are listed; %s\n", opts.Each)
	}
	switch {
	case fixable > 0 && opts.Fix != "":
		fmt.Fprintf(w, "autofix: %s fixable, apply with: %s\n", isAre(fixable), opts.Fix)
	case fixable > 0:
		fmt.Fprintf(w, "autofix: %s fixable\n", isAre(fixable))
	}
	writeLeftAlone(w, opts.Shown.leftAlone(f.left))
	writeCrashes(w, opts.Shown.crashes(f.crashes))
	return w.Flush()
}

// Brief writes one line with the number of findings of a build action. A build
// has thousands of actions, and each has its report in a file. Origin is the
// target, and place says where the report is.
func Brief(out io.Writer, f *Findings, origin, place string) error {
	fixable := 0
	files := map[string]bool{}
	for i := range f.artifact.Diagnostics {
		d := &f.artifact.Diagnostics[i]
		files[d.Path] = true
		if f.fixable(d) {
			fixable += placesOf(d)
		}
	}
	counts := count(f.artifact.Diagnostics)
	total := NumberOf(counts.all(), "finding")
	if origin != "" {
		total = origin + ": " + total
	}
	_, err := fmt.Fprintf(out, "autofix: %s in %s (%s), %d fixable; %s\n",
		inert.Line(total), NumberOf(len(files), "file"), bySeverity(counts), fixable, inert.Line(place))
	return err
}

// filesOf says which files a fix creates and deletes, as the end of a note.
func filesOf(fix *fixedits.Fix, shown Shown) string {
	note := ""
	if creates := fix.Creates(); len(creates) > 0 {
		note += ", creates " + listed(shown.All(creates))
	}
	if deletes := fix.Deletes(); len(deletes) > 0 {
		note += ", deletes " + listed(shown.All(deletes))
	}
	return note
}

// firstFix returns the best alternative of d, or nil.
func (f *Findings) firstFix(d *fixedits.Diagnostic) *fixedits.Fix {
	for _, id := range d.Fixes {
		if fix := f.fixes[id]; fix != nil {
			return fix
		}
	}
	return nil
}

// offer describes a fix that is not pending, in a few words.
func offer(fix *fixedits.Fix) string {
	if fix.Disposition != nil {
		return "fix: " + string(fix.Disposition.Status)
	}
	if fix.Resolver != nil {
		return "fix by " + fix.Resolver.ID
	}
	return "fix: " + string(fix.Safety)
}

// painter returns a function that writes a severity.
func painter(enabled bool) func(fixedits.Severity) string {
	if !enabled {
		return func(s fixedits.Severity) string { return string(s) }
	}
	styles := map[fixedits.Severity]*color.Color{
		fixedits.SeverityError:   color.New(color.FgRed, color.Bold),
		fixedits.SeverityWarning: color.New(color.FgYellow),
		fixedits.SeverityInfo:    color.New(color.FgCyan),
	}
	return func(s fixedits.Severity) string {
		style, ok := styles[s]
		if !ok {
			return string(s)
		}
		style.EnableColor()
		return style.Sprint(string(s))
	}
}
