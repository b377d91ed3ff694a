package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// The lengths at which lists are cut. --summary has all items, and --verbose
// prints all remaining findings.
const (
	filesShown = 3
	leftShown  = 10 // findings of one rule
)

// SummaryText writes the summary for people: the number of files, the applied
// fixes by rule and file, and the remaining findings with reasons.
func SummaryText(out io.Writer, s *Summary, color bool) error {
	w := bufio.NewWriter(out)
	s = s.shown()
	if s.Quiet {
		s.writeBlocked(w)
		s.writeLeft(w, painter(color))
		s.writeStale(w)
		return w.Flush()
	}
	s.writeChecked(w)
	s.writeApplied(w)
	if s.Committed != "" {
		fmt.Fprintf(w, "autofix: %s\n", s.Committed)
	}
	s.writeCertified(w)
	s.writeVerified(w)
	s.writeAI(w)
	s.writeBlocked(w)
	s.writeLeft(w, painter(color))
	s.writeUnapplied(w)
	s.writeUndeclared(w)
	if s.framed && !s.Verbose {
		writeLeftCount(w, s.LeftAlone)
	} else {
		writeLeftAlone(w, s.LeftAlone)
	}
	if len(s.Blocked) == 0 { // else they are among what blocks
		writeCrashes(w, s.Crashes)
	}
	s.writeStale(w)
	s.writePending(w)
	for _, line := range s.Linters {
		fmt.Fprintf(w, "autofix: %s\n", line)
	}
	if s.Patch != "" && len(s.Files) > 0 {
		fmt.Fprintf(w, "autofix: %s\n", s.Patch)
	}
	return w.Flush()
}

func (s *Summary) writeChecked(w io.Writer) {
	var what []string
	if s.Checked.Targets > 0 {
		what = append(what, NumberOf(s.Checked.Targets, "target"))
	}
	var read []string
	if s.Checked.Artifacts > 0 {
		read = append(read, NumberOf(s.Checked.Artifacts, "artifact"))
	}
	if s.Checked.Reports > 0 {
		read = append(read, NumberOf(s.Checked.Reports, "report"))
	}
	if len(read) > 0 {
		fmt.Fprintf(w, "autofix: read %s\n", strings.Join(read, ", "))
		if s.Checked.Again > 0 {
			fmt.Fprintf(w, "autofix: checked %s again\n", NumberOf(s.Checked.Again, "file"))
		}
		if s.Checked.Files == 0 {
			return
		}
	}
	files := NumberOf(s.Checked.Files, "file")
	if s.Checked.Undeclared > 0 {
		files += fmt.Sprintf(" (%d without a target)", s.Checked.Undeclared)
	}
	what = append(what, files)
	with := ""
	if len(s.Checked.Checkers) > 0 {
		with = " with " + strings.Join(s.Checked.Checkers, ", ")
	}
	fmt.Fprintf(w, "autofix: checked %s%s\n", strings.Join(what, ", "), with)
}

// writeApplied lists the fixes that were applied, or would be, one line per
// rule.
func (s *Summary) writeApplied(w io.Writer) {
	if len(s.Files) == 0 {
		return
	}
	type applied struct {
		fixes int
		paths []string
	}
	rules := map[string]*applied{}
	fixes := 0
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		// A formatting fix that the formatter has superseded counts as applied.
		// A duplicate is counted only once.
		if !o.Settled || o.Status != fixedits.StatusApplied && o.Status != fixedits.StatusSuperseded {
			continue
		}
		rule := rules[o.Rule]
		if rule == nil {
			rule = &applied{}
			rules[o.Rule] = rule
		}
		n := 1
		if o.Finding != nil {
			n = placesOf(o.Finding)
		}
		fixes += n
		rule.fixes += n
		rule.paths = append(rule.paths, o.Paths...)
	}
	verb, what := "applied", "fix"
	if s.Preview {
		verb = "would apply"
	}
	if s.Silenced {
		verb, what = strings.NewReplacer("applied", "silenced", "apply", "silence").Replace(verb), "finding"
	}
	fmt.Fprintf(w, "autofix: %s %s in %s%s\n", verb, NumberOf(fixes, what), NumberOf(len(s.Files), "file"), s.madeAndGone())
	names := slices.Sorted(maps.Keys(rules))
	rest := 0
	if s.framed && len(names) > s.rules {
		slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rules[b].fixes, rules[a].fixes) })
		keep := max(s.rules-1, 0)
		names, rest = names[:keep], len(names)-keep
	}
	width := widest(names)
	for _, name := range names {
		rule := rules[name]
		slices.Sort(rule.paths)
		fmt.Fprintf(w, "  %-*s %4d  %s\n", width, name, rule.fixes, listed(slices.Compact(rule.paths)))
	}
	if rest > 0 && s.rules > 0 {
		fmt.Fprintf(w, "  and %s\n", NumberOf(rest, "other rule"))
	}
}

// madeAndGone counts, in parentheses, the files that are created and deleted,
// or is empty if there are none.
func (s *Summary) madeAndGone() string {
	var created, deleted int
	for i := range s.Files {
		if s.Files[i].Created {
			created++
		}
		if s.Files[i].Deleted {
			deleted++
		}
	}
	switch {
	case created > 0 && deleted > 0:
		return fmt.Sprintf(" (%d created, %d deleted)", created, deleted)
	case created > 0:
		return fmt.Sprintf(" (%d created)", created)
	case deleted > 0:
		return fmt.Sprintf(" (%d deleted)", deleted)
	}
	return ""
}

func (s *Summary) writeBlocked(w io.Writer) {
	if len(s.Blocked) == 0 {
		return
	}
	fmt.Fprintf(w, "autofix: strict policy: nothing was written, because not everything can be applied\n")
	for i, reason := range s.Blocked {
		if s.framed && i == filesShown {
			fmt.Fprintf(w, "  ... and %d more; --brief lists them\n", len(s.Blocked)-i)
			break
		}
		fmt.Fprintf(w, "  %s\n", inert.Line(reason))
	}
	if stale := s.stale(); stale.fixes < len(s.Blocked) {
		fmt.Fprintf(w, "autofix: fix these by hand")
		if s.Rest != "" {
			fmt.Fprintf(w, ", or apply the rest with %s", s.Rest)
		}
		fmt.Fprintln(w)
	}
}

// staleFiles are files that have changed since they were checked, or since a
// check read them.
type staleFiles struct {
	fixes         int      // stale ones
	changed, gone []string // sorted
	check         []string // those to check again, sorted
}

func (s *Summary) stale() staleFiles {
	var stale staleFiles
	paths := map[string]bool{} // whether it is gone
	check := map[string]bool{}
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		if o.Status != fixedits.StatusStale {
			continue
		}
		stale.fixes++
		gone := o.Reason.Code == fixedits.CodeGone
		read := o.Reason.At.Path
		if read != "" {
			paths[read] = gone
		}
		for _, path := range o.Paths {
			if read == "" {
				paths[path] = gone
			}
			if read != "" || !gone {
				check[path] = true
			}
		}
	}
	stale.check = slices.Sorted(maps.Keys(check))
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if paths[path] {
			stale.gone = append(stale.gone, path)
		} else {
			stale.changed = append(stale.changed, path)
		}
	}
	return stale
}

// StaleFiles returns the sorted paths of the files that must be checked again,
// because they, or files that their checks read, have changed since.
func (s *Summary) StaleFiles() []string { return s.stale().check }

// writeStale lists the files that have changed since they were checked, and
// says what to do.
func (s *Summary) writeStale(w io.Writer) {
	stale := s.stale()
	remedy := ""
	if len(stale.check) > 0 {
		remedy = "; " + cmp.Or(s.Again, "run again")
	}
	if len(stale.gone) > 0 {
		end := remedy
		if len(stale.changed) > 0 {
			end = "" // it follows on the next line
		}
		fmt.Fprintf(w, "autofix: gone since the check: %s%s\n", listed(stale.gone), end)
	}
	if len(stale.changed) > 0 {
		fmt.Fprintf(w, "autofix: changed since the check: %s%s\n", listed(stale.changed), remedy)
	}
}

// writeLeft lists the remaining findings by severity, rule and place.
func (s *Summary) writeLeft(w io.Writer, paint func(fixedits.Severity) string) {
	if len(s.Left) == 0 {
		return
	}
	left := slices.Clone(s.Left)
	if s.Quiet {
		left = slices.DeleteFunc(left, func(l Left) bool { return l.Severity != fixedits.SeverityError })
	}
	slices.SortStableFunc(left, func(a, b Left) int {
		return cmp.Or(cmp.Compare(a.Severity.Rank(), b.Severity.Rank()), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start))
	})
	verb := "left"
	if s.Preview && len(s.Files) > 0 {
		verb = "would leave"
	}
	if !s.Quiet {
		fmt.Fprintf(w, "autofix: %s %s: %s\n", verb, NumberOf(s.places().all(), "finding"), bySeverity(s.places()))
	}
	if s.framed {
		return
	}
	each := alikes{verbose: s.Verbose}
	for i := range left {
		each.add(&left[i].Diagnostic, inert.Line(left[i].Reason))
	}
	shown, rest, rule := 0, 0, ""
	for i, d := range each.all {
		if d.Rule != rule {
			shown, rest, rule = 0, 0, d.Rule
		}
		if shown++; shown > leftShown && !s.Verbose {
			if rest += d.places; i+1 == len(each.all) || each.all[i+1].Rule != rule {
				fmt.Fprintf(w, "  ... and %d more of %s\n", rest, rule)
			}
			continue
		}
		fmt.Fprintf(w, "  %s:%d:%d: %s: %s [%s]%s\n",
			inert.Line(d.Path), d.Line, d.Column, paint(d.Severity), inert.Line(d.said), d.Rule, d.notes())
		for _, line := range relatedLines(d.Related, nil) {
			fmt.Fprintf(w, "    %s\n", inert.Line(line))
		}
	}
}

// writeUnapplied lists the fixes of the last round that were not applied and
// that belong to no finding. Tools that produce patches have no findings.
func (s *Summary) writeUnapplied(w io.Writer) {
	rules := map[string]string{}
	for i := range s.Outcomes {
		rules[s.Outcomes[i].ID] = s.Outcomes[i].Rule
	}
	var lines []string
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		if o.Finding != nil || o.Settled || o.Round < s.Rounds || o.Status == fixedits.StatusDuplicate {
			continue
		}
		reason := o.Reason.Naming(cmp.Or(rules[o.Reason.By], o.Reason.By), "")
		lines = append(lines, fmt.Sprintf("  %s: %s [%s] (%s: %s)",
			listed(o.Paths), inert.Line(o.Title), o.Rule, o.Status, inert.Line(reason)))
	}
	if len(lines) == 0 {
		return
	}
	most := leftShown
	if s.framed {
		most = 1
	}
	fmt.Fprintf(w, "autofix: not applied: %s\n", NumberOf(len(lines), "fix"))
	for i, line := range lines {
		if i == most {
			fmt.Fprintf(w, "  ... and %d more\n", len(lines)-i)
			break
		}
		fmt.Fprintln(w, line)
	}
}

func (s *Summary) writeUndeclared(w io.Writer) {
	if len(s.Undeclared.Files) > 0 && s.Undeclared.List+s.Undeclared.Fix != "" {
		s.Undeclared.Text(w, "autofix: ")
		fmt.Fprintln(w)
	}
}

func (s *Summary) writePending(w io.Writer) {
	pending := 0
	for i := range s.Left {
		if s.Left[i].Pending {
			pending++
		}
	}
	switch {
	case len(s.Blocked) > 0:
	case s.Silenced && len(s.Files)+len(s.Left) == 0:
		fmt.Fprintf(w, "autofix: nothing to silence\n")
	case s.Silenced && !s.Preview:
	case s.Preview && len(s.Files) > 0:
		if s.Fix != "" {
			fmt.Fprintf(w, "autofix: nothing was written; apply with: %s\n", s.Fix)
		} else {
			fmt.Fprintf(w, "autofix: nothing was written\n")
		}
		if s.Download != "" {
			fmt.Fprintf(w, "autofix: apply this run's fixes elsewhere, without a build, with: %s\n", s.Download)
		}
	case pending > 0 && s.Exhausted:
		fmt.Fprintf(w, "autofix: %s pending: a run stops after %s; continue with: %s\n",
			NumberOf(pending, "fix"), NumberOf(s.Rounds, "round"), s.Fix)
	case pending > 0:
		fmt.Fprintf(w, "autofix: %s pending\n", NumberOf(pending, "fix"))
	case len(s.Failed) > 0:
		fmt.Fprintf(w, "autofix: nothing pending in what could be checked and written\n")
	case len(s.Crashes) > 0:
		fmt.Fprintf(w, "autofix: nothing pending in what could be checked\n")
	case !s.framed || len(s.Left) == 0:
		fmt.Fprintf(w, "autofix: nothing pending\n")
	}
}

// listed names the first files and counts the others.
func listed(paths []string) string {
	shown := min(len(paths), filesShown)
	text := inert.Line(strings.Join(paths[:shown], ", "))
	if rest := len(paths) - shown; rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}

func widest(names []string) int {
	width := 0
	for _, name := range names {
		width = max(width, len(name))
	}
	return width
}
