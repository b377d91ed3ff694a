package reports

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// A patchView is a candidate.
type patchView struct {
	SHA256     string
	Size       string
	Tried      bool // something of it ran
	Files      []fileView
	Tests      []testView
	Hunks      []hunkView
	Conditions []conditionView
	Decisions  []decisionView
	Mutants    string // how many are noticed, or empty
	Alive      []string
	Coverage   string
	Words      []pair
	More       struct{ Files, Tests, Hunks, Conditions, Decisions, Alive int }
}

type fileView struct {
	Path, Kind, Op, Why string
	Added, Deleted      int
}

type testView struct{ Name, Path, Change, Before, After, Proves string }

type hunkView struct {
	ID, Path, Needed string
	Line, Lines      int
}

type conditionView struct {
	ID, Name, About, Detail string
	Holds, Mark             string
	Runs                    []runLink
}

// A runLink names a run; At is the number of its place in the page, or 0.
type runLink struct {
	ID string
	At int
}

type decisionView struct {
	Policy, Path, Detail string
	OK                   bool
}

func newPatchView(e *evidence.Evidence, c *evidence.Candidate, ids map[string]int, l *limits) *patchView {
	p := &patchView{SHA256: l.line(c.SHA256), Size: sizeOf(c), Tried: tried(e, c)}
	files, rest := few(c.Files, l.items)
	p.More.Files = rest
	for _, f := range files {
		p.Files = append(p.Files, fileView{l.line(f.Path), l.line(string(f.Kind)), l.line(f.Op), l.line(f.Justification), f.Added, f.Deleted})
	}
	tests, rest := few(c.Tests, l.items)
	p.More.Tests = rest
	for i := range tests {
		t := &tests[i]
		p.Tests = append(p.Tests, testView{
			Name: l.line(testName(t)), Path: l.line(t.Path), Change: l.line(t.Change),
			Before: l.line(string(t.Before)), After: l.line(string(t.After)), Proves: proves(t),
		})
	}
	hunks, rest := few(c.Hunks, l.items)
	p.More.Hunks = rest
	for i := range hunks {
		h := &hunks[i]
		p.Hunks = append(p.Hunks, hunkView{l.line(h.ID), l.line(h.Path), needed(h), h.Line, h.Lines})
	}
	p.judged(c, ids, l)
	if m := c.Mutants; m != nil {
		p.Mutants = noticed(m)
		alive, rest := few(m.Alive, l.items)
		p.More.Alive = rest
		for _, a := range alive {
			p.Alive = append(p.Alive, l.line(fmt.Sprintf("%s, line %d: %s", a.Path, a.Line, a.What)))
		}
	}
	if v := c.Coverage; v != nil && v.Lines > 0 {
		p.Coverage = l.line(fmt.Sprintf("Tests reach %d of %d changed lines that can be reached%s.", v.Covered, v.Lines, missed(v)))
	}
	p.words(c.Words, l)
	return p
}

// missed names the changed lines that tests do not reach.
func missed(v *evidence.Coverage) string {
	var all []string
	for _, f := range v.Files {
		for _, line := range f.Missed {
			all = append(all, fmt.Sprintf("%s:%d", f.Path, line))
		}
	}
	const most = 10
	switch {
	case len(all) > most:
		return fmt.Sprintf(", and not %s and %d others", strings.Join(all[:most], ", "), len(all)-most)
	case len(all) > 0:
		return ", and not " + strings.Join(all, ", ")
	}
	return ""
}

// judged adds conditions and decisions of policies; refusals come first.
func (p *patchView) judged(c *evidence.Candidate, ids map[string]int, l *limits) {
	conditionsShown, rest := few(c.Conditions, l.items)
	p.More.Conditions = rest
	for _, cond := range conditionsShown {
		v := conditionView{ID: l.line(cond.ID), Name: l.line(evidence.ConditionName(cond.ID)), About: conditions[cond.ID], Holds: l.line(string(cond.Holds)), Mark: strings.Trim(marks[cond.Holds], "*"), Detail: l.line(cond.Detail)}
		runs, _ := few(cond.Runs, 20)
		for _, id := range runs {
			v.Runs = append(v.Runs, runLink{l.line(id), ids[id]})
		}
		p.Conditions = append(p.Conditions, v)
	}
	decisions := slices.Clone(c.Decisions)
	slices.SortStableFunc(decisions, func(a, b evidence.Decision) int {
		switch {
		case a.OK == b.OK:
			return 0
		case b.OK:
			return -1
		}
		return 1
	})
	decisions, p.More.Decisions = few(decisions, l.items)
	for _, d := range decisions {
		p.Decisions = append(p.Decisions, decisionView{l.line(d.Policy), l.line(d.Path), l.line(d.Detail), d.OK})
	}
}

func (p *patchView) words(w *evidence.Words, l *limits) {
	if w == nil {
		return
	}
	for _, part := range []pair{{Name: "Root cause", Value: w.RootCause}, {Name: "Fix", Value: w.Fix}, {Name: "Tests", Value: w.Tests}, {Name: "Risk and rollback", Value: w.Risk}} {
		if part.Value, _ = l.lines(part.Value); part.Value != "" {
			p.Words = append(p.Words, part)
		}
	}
}

// needed describes the result of leaving out a part of the fix.
func needed(h *evidence.Hunk) string {
	switch {
	case h.Dropped:
		return "left out of the patch, because no test needs it"
	case h.Needed == evidence.HunkNeeded:
		return "needed: without it, a test that the patch makes pass fails again"
	case h.Needed == evidence.HunkNoCode:
		return "comments or blank lines only, which no test needs"
	case h.Needed == evidence.HunkUnproven:
		return "not proven: no test needs it"
	}
	return "not known: it was not tried"
}

// versions returns programs with their versions, sorted.
func versions(of map[string]string) []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		all = append(all, name+" "+of[name])
	}
	return all
}
