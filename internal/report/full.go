package report

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/process"

	"github.com/rules-autofix/rules_autofix/formatting/ignore"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/report/terminal"
)

// framesShown bounds the findings of one rule in one file that Full shows in
// full. It counts the others.
const framesShown = 3

// mostOfMessage bounds a message, in bytes.
const mostOfMessage = 2000

// Full writes findings for a person at a terminal: each with its source lines,
// the change that its fix makes or why there is none, and how to silence it.
// Findings that differ only in their place are in one frame.
func Full(out io.Writer, f *Findings, opts TextOptions) error {
	v := fullText{Findings: f, opts: &opts, screen: &opts.Screen, w: bufio.NewWriterSize(out, 1<<16)}
	if !opts.Statistics {
		v.frames()
	}
	if !opts.Quiet {
		v.closing()
	}
	return v.w.Flush()
}

// FullSummary is Full for a run of fix: it writes the findings that the run
// left, or would leave, and its summary.
func FullSummary(out io.Writer, f *Findings, s *Summary, opts TextOptions) error {
	w := bufio.NewWriterSize(out, 1<<16)
	v := fullText{Findings: f, opts: &opts, screen: &opts.Screen, w: w}
	if s.Quiet {
		v.Findings = f.OnlyErrors()
	}
	v.frames()
	for _, line := range opts.Details {
		fmt.Fprintf(w, "autofix: %s\n", line)
	}
	framed := *s
	framed.framed = true
	var next []string
	if !s.Quiet {
		all := v.tallies()
		next = v.next(all, sum(all))
	}
	var text bytes.Buffer // without rules, whose lines are counted
	err := SummaryText(&text, &framed, opts.Screen.Color)
	policy := 0 // the line that says why a run succeeds although findings are left
	if len(s.Left) > 0 && s.Held.Errors == 0 {
		policy = 1
	}
	room := summaryLines - policy - len(next)
	framed.rules = max(room-bytes.Count(text.Bytes(), []byte("\n")), 1)
	text.Reset()
	err = errors.Join(err, SummaryText(&text, &framed, opts.Screen.Color))
	if s.Verbose {
		room = math.MaxInt
	}
	for _, line := range fitted(text.Bytes(), room) {
		fmt.Fprint(w, line)
	}
	for _, line := range next {
		fmt.Fprintln(w, line)
	}
	return errors.Join(err, w.Flush())
}

// writeFrames writes findings in full, without a summary.
func writeFrames(out io.Writer, f *Findings, opts *TextOptions) error {
	v := fullText{Findings: f, opts: opts, screen: &opts.Screen, w: bufio.NewWriterSize(out, 1<<16)}
	v.frames()
	return v.w.Flush()
}

// A fullText is a report that is being written.
type fullText struct {
	*Findings
	opts   *TextOptions
	screen *terminal.Screen
	w      *bufio.Writer
	gutter terminal.Gutter // of the finding that is being written
}

// A ruleIn is a rule and a file.
type ruleIn struct{ path, rule string }

// frames writes the findings, file by file.
func (v *fullText) frames() {
	shown := alikes{verbose: v.opts.Verbose}
	sorted := v.byPlace()
	for i := range sorted {
		shown.add(&sorted[i], v.fixNote(&sorted[i]))
	}
	done := map[ruleIn]int{}
	rest := map[ruleIn]*alike{} // the findings that are only counted
	var order []ruleIn
	for i, a := range shown.all {
		in := ruleIn{a.Path, a.Rule}
		few := min(len(a.first), framesShown-done[in])
		if v.opts.Verbose {
			few = 1
		}
		if done[in] += few; few > 0 {
			v.finding(a, few)
		}
		if more := a.places - few; more > 0 && !v.opts.Verbose {
			if rest[in] == nil {
				rest[in] = &alike{Diagnostic: a.Diagnostic}
				order = append(order, in)
			}
			rest[in].places += more
		}
		if i+1 == len(shown.all) || shown.all[i+1].Path != a.Path {
			for _, in := range order {
				fmt.Fprintf(v.w, "... and %d more of %s in %s\n", rest[in].places, in.rule, terminal.Inline(v.opts.Shown.Of(in.path)))
			}
			if len(order) > 0 {
				fmt.Fprintln(v.w)
			}
			clear(rest)
			order = order[:0]
		}
	}
}

// fixNote describes the fix of a finding, in a few words. Findings with another
// note are not alike.
func (v *fullText) fixNote(d *fixedits.Diagnostic) string {
	if fix := v.pendingFix(d); fix != nil {
		return "pending " + fix.Title
	}
	if fix := v.firstFix(d); fix != nil {
		return offer(fix) + fix.Title
	}
	return ""
}

// styles are the styles of severities.
var styles = map[fixedits.Severity]terminal.Style{
	fixedits.SeverityError:   terminal.Red,
	fixedits.SeverityWarning: terminal.Yellow,
	fixedits.SeverityInfo:    terminal.Cyan,
}

// finding writes the first findings that are alike, as one.
func (v *fullText) finding(a *alike, few int) {
	d := a.Diagnostic
	style := styles[d.Severity]
	rule := terminal.Inline(d.Rule)
	fmt.Fprintf(v.w, "%s: %s\n", v.screen.Paint(style, string(d.Severity)+"["+v.screen.Link(v.page(d.Rule), rule)+"]"),
		v.screen.Paint(terminal.Bold, terminal.Inline(clip.Bytes(a.said, mostOfMessage))))
	place := fmt.Sprintf("%s:%d:%d", terminal.Inline(v.opts.Shown.Of(d.Path)), d.Line, d.Column)
	if source, ok := v.source(d.Path); ok {
		v.gutter = v.screen.Frame(v.w, place, source, style, v.ranges(a.first[:few])...)
	} else {
		v.gutter = 2
		v.screen.Place(v.w, v.gutter, place)
		v.note("the source is not shown: the file is gone, or it has changed since the check")
	}
	if a.places > 1 {
		v.note(a.times() + " in this file")
	}
	for _, line := range relatedLines(a.Related, v.opts.Shown) {
		v.note(terminal.Inline(line))
	}
	v.fix(a.first[:few])
	if silence := v.silence(a); silence != "" {
		v.note("silence " + silence)
	}
	if v.explained(d.Rule) {
		v.note("explain: autofix explain " + rule)
	}
	fmt.Fprintln(v.w)
}

// note writes a line that belongs to a finding.
func (v *fullText) note(text string) { v.screen.Note(v.w, v.gutter, text) }

// source returns the text of a file that was checked, if it is still known.
func (v *fullText) source(path string) (terminal.Source, bool) {
	lines := v.linesOf(path)
	return terminal.Source{Text: v.known[path], Lines: lines}, lines != nil
}

// ranges returns what to underline. A formatter finds many places with one
// finding: they are the edits of its fix.
func (v *fullText) ranges(found []*fixedits.Diagnostic) []terminal.Range {
	var all []terminal.Range
	for _, d := range found {
		fix := v.firstFix(d)
		if d.Phase != fixedits.PhaseFormat || fix == nil {
			all = append(all, terminal.Range{Start: d.Start, End: d.End})
			continue
		}
		for i := range fix.Edits {
			if e := &fix.Edits[i]; e.Path == d.Path && len(all) < framesShown {
				all = append(all, v.firstLine(e))
			}
		}
	}
	slices.SortFunc(all, func(a, b terminal.Range) int { return a.Start - b.Start })
	return all
}

// firstLine returns the range of an edit in the first line that it changes. The
// changes below the frame have the others.
func (v *fullText) firstLine(e *fixedits.Edit) terminal.Range {
	r := terminal.Range{Start: e.Start, End: e.End}
	if lines := v.linesOf(e.Path); lines != nil {
		r.End = min(r.End, lines.End(lines.Line(r.Start)))
	}
	return r
}

// explained reports whether `autofix explain` knows a rule.
func (v *fullText) explained(rule string) bool {
	_, ok := v.rules[rule]
	return ok
}

// page returns the address of the page about a rule, or "".
func (v *fullText) page(rule string) string {
	if !v.explained(rule) {
		return ""
	}
	return checks.Page(rule)
}

// silence returns how to silence findings that are alike.
func (v *fullText) silence(d *alike) string {
	text := v.known[d.Path]
	scope, where := ignore.Line, fmt.Sprintf("above line %d", d.Line)
	switch rule := v.rules[d.Rule]; {
	case rule.Formatter, v.skipped(d.Diagnostic):
		scope, where = ignore.File, "in the file"
	case ignore.ByInstruction(d.Path, text):
		where = "above the instruction"
	case d.places > 1:
		where = "above each of these lines"
	}
	if comment := ignore.For(d.Path, text, scope, d.Rule, v.rules[d.Rule].Comment); comment != "" {
		return "with a line " + where + ": " + comment
	}
	if !v.explained(d.Rule) {
		return ""
	}
	return "in autofix.toml, by " + TurnedOff(d.Diagnostic)
}

// TurnedOff returns the configuration that turns off the rule of a finding in its
// file.
func TurnedOff(d *fixedits.Diagnostic) string {
	return fmt.Sprintf("[[overrides]] with files = [%q] and rules.%q.severity = \"off\"", d.Path, d.Rule)
}

// skipped reports whether no comment above a finding is for its line.
func (v *fullText) skipped(d *fixedits.Diagnostic) bool {
	source, ok := v.source(d.Path)
	if !ok {
		return false
	}
	n := source.Lines.Line(d.Start)
	return ignore.Skipped(d.Path, source.Text, source.Text[source.Lines.Start(n):source.Lines.End(n)])
}

// fix writes the change that the fixes of findings make, or why there is none.
func (v *fullText) fix(found []*fixedits.Diagnostic) {
	d := found[0]
	fix := v.pendingFix(d)
	if fix == nil {
		fix = v.firstFix(d)
	}
	if fix == nil {
		v.note("no fix: change it by hand")
		return
	}
	title := terminal.Inline(fix.Title)
	if reason := v.unusable(fix); reason != "" {
		v.note(fmt.Sprintf("no fix: %q cannot be applied: %s", title, terminal.Inline(reason)))
		return
	}
	setting := v.setting(fix)
	v.note(fmt.Sprintf("%s (%s): %s", v.screen.Paint(terminal.Green, "fix"), fix.Safety, title))
	if fix.Resolver != nil {
		v.note("its edits are not known yet: ask for them with: " + v.ask(fix, d, "--ai"))
		return
	}
	v.changes(found)
	switch {
	case v.pendingFix(d) != nil:
	case setting.Code == fixedits.CodeBlocked:
		v.note("not applied: " + terminal.Inline(setting.Naming("another fix", "")))
	case setting.Code == fixedits.CodeNever:
		v.note("not applied: " + terminal.Inline(setting.String()))
	default:
		v.note("not applied unless asked for: " + v.ask(fix, d))
	}
}

// setting returns the setting that excludes a fix, or no reason.
func (v *fullText) setting(fix *fixedits.Fix) fixedits.Reason {
	if v.run != nil {
		if o := v.run.last[fix.ID]; o != nil {
			return o.Reason
		}
	}
	return v.fate(fix).Setting
}

// ask returns the command that applies a fix that is not applied by itself.
func (v *fullText) ask(fix *fixedits.Fix, d *fixedits.Diagnostic, flags ...string) string {
	if fix.Safety != fixedits.SafetySafe {
		flags = append(flags, "--safety="+string(fix.Safety))
	}
	args := append([]string{"fix", "--rule=" + fix.Rule}, flags...)
	return terminal.Inline(process.CommandLine("autofix", append(args, v.opts.Shown.Of(d.Path))...))
}

// unusable returns why a fix cannot be applied, or "". A rival is named by its
// rule: its id says nothing to a person.
func (v *fullText) unusable(fix *fixedits.Fix) string {
	if v.run != nil {
		return v.run.unusable(fix)
	}
	disposition := fix.Disposition
	if disposition == nil {
		return ""
	}
	reason := cmp.Or(disposition.Reason, string(disposition.Status))
	if by := v.fixes[disposition.By]; by != nil {
		reason = strings.ReplaceAll(reason, disposition.By, fixOf(by.Rule))
	}
	return reason
}

// unusable returns why a run did not apply a fix that its settings select, or
// "".
func (r *run) unusable(fix *fixedits.Fix) string {
	o := r.last[fix.ID]
	if o == nil || o.Settled || o.Status == fixedits.StatusFiltered || o.Status == fixedits.StatusUnresolved || o.Reason.Code == fixedits.CodeBlocked {
		return ""
	}
	by := ""
	if rival := r.last[o.Reason.By]; rival != nil {
		by = fixOf(rival.Rule)
	}
	return cmp.Or(o.Reason.Naming(cmp.Or(by, o.Reason.By), ""), string(o.Status))
}

func fixOf(rule string) string { return "the fix of " + rule }
