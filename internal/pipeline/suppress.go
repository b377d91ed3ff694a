package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting/ignore"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// suppressRule is the rule of a fix that inserts comments. No configuration
// turns it off.
const suppressRule = "autofix/suppress"

// A suppressed finding is one that comments should silence.
type suppressed struct {
	fixedits.Diagnostic
	try    int    // the index in scopes; len(scopes): none of them silences it
	reason string // why no comment can silence it
	with   bool   // it shares the comment for the file that another finding needs
}

type scope struct {
	scope ignore.Scope
	own   bool // only a comment of autofix
}

// scopes are the comments to try, from the narrowest on. The last one is for
// the whole file.
var scopes = []scope{{ignore.Line, false}, {ignore.Line, true}, {ignore.Begin, true}, {ignore.File, false}, {ignore.File, true}}

// forFile is the index of the first of them that is for the whole file.
var forFile = slices.IndexFunc(scopes, func(s scope) bool { return s.scope == ignore.File })

// A Suppression has the comments that silence findings.
type Suppression struct {
	// Artifact has the findings that comments silence, and for each file the
	// fix that inserts them.
	Artifact *artifact.Artifact
	// Stay has the findings that no comment can silence, and why.
	Stay []Left
	// Whole are the findings that only a comment for the whole file silences,
	// except the findings of formatters.
	Whole []fixedits.Diagnostic
}

// Suppress returns the comments that silence the findings of opts.Rules in
// checked, which Check has returned for source. It checks the files with these
// comments, and tries others for findings that are still there. Nothing is
// written.
func Suppress(ctx context.Context, source Source, checked *Checked, opts Options) (*Suppression, error) {
	byPath := map[string]*suppressedFile{}
	var files []*suppressedFile
	selected := policy.Selection{Rules: opts.Rules}
	broken := map[string]bool{}
	for _, d := range checked.Artifact.Diagnostics {
		broken[d.Path] = broken[d.Path] || d.Phase == fixedits.PhaseSyntax
		if !selected.Selects(d.Rule) {
			continue
		}
		file := byPath[d.Path]
		if file == nil {
			text, err := checked.ReadText(d.Path)
			if err != nil {
				return nil, err
			}
			file = &suppressedFile{path: d.Path, before: text, forms: opts.Tools.Checkers.Comments(checks.File{Path: d.Path, Content: text})}
			byPath[d.Path], files = file, append(files, file)
		}
		s := suppressed{Diagnostic: d}
		if _, places := fixedits.Places(d.Message); places > 1 {
			s.try = forFile // a comment for one of the places would leave the others
		}
		file.findings = append(file.findings, s)
	}
	for pending := files; len(pending) > 0; {
		over := &Overlay{Source: source, Texts: map[string][]byte{}}
		var changed []string
		for _, file := range pending {
			text, err := file.write()
			if err != nil {
				return nil, err
			}
			if over.Texts[file.path] = text; !bytes.Equal(text, file.before) {
				changed = append(changed, file.path)
			}
		}
		again, err := Check(ctx, over, changed, "", opts)
		if err != nil {
			return nil, err
		}
		pending = nil
		for _, path := range changed {
			if byPath[path].still(again, broken[path]) {
				pending = append(pending, byPath[path])
			}
		}
	}
	return suppression(checked, files), nil
}

// A suppressedFile is a file with findings to silence.
type suppressedFile struct {
	path       string
	before     []byte
	findings   []suppressed
	forms      func(rule string) ignore.Form
	insertions []fixedits.Edit
}

// write returns the text with the comments for its findings. It tries wider
// comments for the ones that have no place for theirs.
func (f *suppressedFile) write() ([]byte, error) {
	for {
		whole := map[string]int{} // by rule: the widest comment, if it is for the file
		for i := range f.findings {
			if s := &f.findings[i]; s.try < len(scopes) && scopes[s.try].scope == ignore.File {
				whole[s.Rule] = max(whole[s.Rule], s.try)
			}
		}
		var wants []ignore.Want
		var of []int
		for i := range f.findings {
			s := &f.findings[i]
			if s.try == len(scopes) {
				continue
			}
			if whole[s.Rule] > s.try {
				s.try, s.with = whole[s.Rule], true
			}
			want := ignore.Want{Rule: s.Rule, Offset: s.Start, Scope: scopes[s.try].scope, Formatter: s.Phase == fixedits.PhaseFormat}
			if want.Form = f.forms(s.Rule); scopes[s.try].own {
				want.Form.Line, want.Form.File = "", ""
			}
			wants, of = append(wants, want), append(of, i)
		}
		var failed []int
		f.insertions, failed = ignore.Silence(f.path, f.before, wants)
		if len(failed) == 0 {
			break
		}
		for _, i := range failed {
			f.findings[of[i]].fail("the file cannot hold comments")
		}
	}
	return fixedits.Apply(f.before, f.insertions)
}

// fail moves a finding to the next comment to try.
func (s *suppressed) fail(why string) {
	if s.try++; s.try == len(scopes) {
		s.reason = why
	}
}

// still finds out which findings the comments do not silence, in a check of the
// text with them, which could not be parsed before if wasBroken is set. It
// reports whether there are any to try again.
func (f *suppressedFile) still(again *Checked, wasBroken bool) bool {
	for _, crash := range again.Crashed {
		if crash.Path == f.path {
			return f.giveUp(fmt.Sprintf("%s fails on the file with comments", crash.Checker))
		}
	}
	type place struct {
		rule string
		at   int // -1 for a formatter, whose finding is for the file
	}
	of := func(d *fixedits.Diagnostic, at int) place {
		if d.Phase == fixedits.PhaseFormat {
			at = -1
		}
		return place{d.Rule, at}
	}
	left := map[place]bool{}
	for i := range again.Artifact.Diagnostics {
		if d := &again.Artifact.Diagnostics[i]; d.Path == f.path {
			if d.Phase == fixedits.PhaseSyntax && !wasBroken {
				return f.widen()
			}
			left[of(d, d.Start)] = true
		}
	}
	retry := false
	for i := range f.findings {
		s := &f.findings[i]
		if s.try < len(scopes) && left[of(&s.Diagnostic, ignore.Shifted(f.insertions, s.Start))] {
			s.fail("comments do not silence it")
			retry = true
		}
	}
	return retry
}

// widen tries comments for the file, since others break it. It reports whether
// there are any to try.
func (f *suppressedFile) widen() bool {
	retry := false
	for i := range f.findings {
		if s := &f.findings[i]; s.try < forFile {
			s.try, retry = forFile, true
		}
	}
	return retry || f.giveUp("the file with comments does not parse")
}

// giveUp leaves all findings of the file, and reports false.
func (f *suppressedFile) giveUp(why string) bool {
	f.insertions = nil
	for i := range f.findings {
		f.findings[i].try, f.findings[i].reason = len(scopes), why
	}
	return false
}

// suppression returns the result for files.
func suppression(checked *Checked, files []*suppressedFile) *Suppression {
	out := &Suppression{Artifact: artifact.New(checked.Artifact.Tool, "")}
	a := out.Artifact
	a.Plan = true // no formatter runs: nothing else changes
	for _, f := range files {
		a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(f.path, f.before))
		fix := fixedits.Fix{Rule: suppressRule, Phase: fixedits.PhaseStyle, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh, Title: "Silence findings by comments"}
		if fix.Edits = f.insertions; len(fix.Edits) > 0 {
			fix.ID = fixedits.ContentID(&fix)
			a.Fixes = append(a.Fixes, fix)
		}
		for _, s := range f.findings {
			d := s.Diagnostic
			if d.Fixes = nil; s.try == len(scopes) {
				out.Stay = append(out.Stay, Left{Diagnostic: d, Reason: s.reason})
				continue
			}
			if scopes[s.try].scope == ignore.File && !s.with && d.Phase != fixedits.PhaseFormat {
				out.Whole = append(out.Whole, d)
			}
			d.Fixes = []string{fix.ID}
			a.Diagnostics = append(a.Diagnostics, d)
		}
	}
	a.Normalize()
	return out
}

// BySilenced returns the outcomes of a Suppression's artifact by the findings of
// the comments, as if each had a fix of its own.
func (r *Result) BySilenced() []Outcome {
	last := lastOutcomes(r.Outcomes)
	var all []Outcome
	for i := range r.Found {
		d := &r.Found[i]
		for _, id := range d.Fixes {
			own := *last[id].Outcome
			own.Rule = d.Rule
			all = append(all, Outcome{Round: 1, Settled: last[id].Settled, Finding: d, Outcome: &own})
		}
	}
	return all
}
