// Package report shows the findings of a check and the results of a run: as
// text for people and agents, as JSON, and in the formats of code hosts, CI
// services, review tools and editors. The same findings give the same bytes: no
// time, host or absolute path is in any of them.
package report

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/formatting/ignore"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// A Rule is the description of a rule in reports.
type Rule struct {
	Name    string // NS/NAME
	Summary string // one line
	Help    string // why the rule is there; may be empty

	Formatter bool        // it is the rule of a formatter
	Comment   ignore.Form // that silences it
}

// Findings are the diagnostics and fixes of one artifact, prepared for reports.
type Findings struct {
	artifact  *artifact.Artifact
	artifacts []*artifact.Artifact // of which artifact is made
	rules     map[string]Rule
	fixes     map[string]*fixedits.Fix
	texts     func(path string) []byte
	lines     map[string]*position.Text
	known     map[string][]byte // the texts of lines
	plain     map[string]bool   // texts that every reader divides into the same lines
	fate      func(*fixedits.Fix) policy.Fate
	crashes   []Crash
	left      []LeftAlone
	run       *run // of fix; nil: of check
}

// maxLines bounds the texts whose line index is cached. Findings of one file
// mostly come together.
const maxLines = 16

// NewFindings prepares the findings of a. Texts returns the bytes of a
// snapshot, or nil if they are not known; columns of edits are then left out.
// Rules may lack a rule. A Findings is not safe for concurrent use.
func NewFindings(a *artifact.Artifact, rules []Rule, texts func(path string) []byte) *Findings {
	f := &Findings{
		artifact:  a,
		artifacts: []*artifact.Artifact{a},
		rules:     make(map[string]Rule, len(rules)),
		fixes:     make(map[string]*fixedits.Fix, len(a.Fixes)),
		texts:     texts,
		lines:     map[string]*position.Text{},
		known:     map[string][]byte{},
		plain:     map[string]bool{},
		fate:      new(policy.Selection).Fate,
	}
	for _, rule := range rules {
		f.rules[rule.Name] = rule
	}
	for i := range a.Fixes {
		f.fixes[a.Fixes[i].ID] = &a.Fixes[i]
	}
	for _, file := range a.LeftAlone {
		f.left = append(f.left, LeftAlone(file))
	}
	return f
}

// Select sets the selection of the next `autofix fix`. The default is all safe
// fixes.
func (f *Findings) Select(selection *policy.Selection) { f.fate = selection.Fate }

// AddCrashes adds files that are not in the artifact because a checker failed
// on them.
func (f *Findings) AddCrashes(crashes []Crash) { f.crashes = append(f.crashes, crashes...) }

// Crashed reports whether a checker failed on a file.
func (f *Findings) Crashed() bool { return len(f.crashes) > 0 }

// byPlace returns the diagnostics in the order in which a person reads files.
func (f *Findings) byPlace() []fixedits.Diagnostic {
	sorted := slices.Clone(f.artifact.Diagnostics)
	slices.SortStableFunc(sorted, func(a, b fixedits.Diagnostic) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start), strings.Compare(a.Rule, b.Rule))
	})
	return sorted
}

// Each calls visit with each finding, the number of places that it has, and
// whether the next run of fix resolves it.
func (f *Findings) Each(visit func(d *fixedits.Diagnostic, places int, fixable bool)) {
	for i := range f.artifact.Diagnostics {
		d := &f.artifact.Diagnostics[i]
		visit(d, placesOf(d), f.fixable(d))
	}
}

// fixable reports whether one of the alternatives of d is pending.
func (f *Findings) fixable(d *fixedits.Diagnostic) bool { return f.pendingFix(d) != nil }

// pendingFix returns the first alternative of d that is pending, or nil.
func (f *Findings) pendingFix(d *fixedits.Diagnostic) *fixedits.Fix {
	for _, id := range d.Fixes {
		if fix := f.fixes[id]; fix != nil && f.fate(fix).State == policy.Pending {
			return fix
		}
	}
	return nil
}

// usable reports whether a tool that knows nothing of the plan may apply a fix.
// The plan found that the others are invalid, break their file, or are for a
// file that nobody may change.
func usable(fix *fixedits.Fix) bool {
	if fix.Disposition == nil {
		return true
	}
	switch fix.Disposition.Status {
	case fixedits.StatusInvalid, fixedits.StatusForeign, fixedits.StatusBrokeSyntax, fixedits.StatusBrokeValue:
		return false
	}
	return true
}

// firstUsable returns the best alternative of d that is usable, or nil.
func (f *Findings) firstUsable(d *fixedits.Diagnostic) *fixedits.Fix {
	for _, id := range d.Fixes {
		if fix := f.fixes[id]; fix != nil && usable(fix) {
			return fix
		}
	}
	return nil
}

// linesOf returns the line index of a path, or nil if its text is not known.
func (f *Findings) linesOf(path string) *position.Text {
	index, ok := f.lines[path]
	if !ok {
		if len(f.lines) >= maxLines {
			clear(f.lines)
			clear(f.known)
			clear(f.plain)
		}
		if text := f.texts(path); text != nil {
			index = position.New(text, position.LF)
			f.known[path] = text
			f.plain[path] = utf8.Valid(text) && position.New(text, position.JavaScriptEnd).Lines() == index.Lines()
		}
		f.lines[path] = index
	}
	return index
}

// OnlyErrors returns the findings of severity error.
func (f *Findings) OnlyErrors() *Findings {
	return f.only(func(d *fixedits.Diagnostic) bool { return d.Severity == fixedits.SeverityError })
}

// only returns some of the findings.
func (f *Findings) only(keep func(d *fixedits.Diagnostic) bool) *Findings {
	some, kept := *f, *f.artifact
	kept.Diagnostics = nil
	for i := range f.artifact.Diagnostics {
		if d := &f.artifact.Diagnostics[i]; keep(d) {
			kept.Diagnostics = append(kept.Diagnostics, *d)
		}
	}
	some.artifact = &kept
	return &some
}

// Empty reports whether there are no findings.
func (f *Findings) Empty() bool { return len(f.artifact.Diagnostics) == 0 }

// Notes lists the files that were skipped, except those skipped by default.
func (f *Findings) Notes(out io.Writer, shown Shown) error {
	w := bufio.NewWriter(out)
	writeLeftAlone(w, shown.leftAlone(listedOf(f.left)))
	return w.Flush()
}
