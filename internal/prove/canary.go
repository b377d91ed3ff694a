package prove

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// maxCanaries bounds how many cases are broken.
const maxCanaries = 100

// canaried breaks the tests that prove the candidate: first the values that
// they assert, and then, in the tests that stay green, all assertions. Each has
// to turn red, unless the tested code controls what a test may see.
func (p *proof) canaried(ctx context.Context, c *candidate) error {
	if !p.Settings.Canary {
		p.note("no test was broken to see whether it fails then (the canary): the settings turn that off")
	}
	so := p.verdictOf(c)
	if so.Verdict.Compare(evidence.Weak) > 0 {
		return nil // it is decided
	}
	p.lab.index(c.change)
	var all []*broken
	for _, key := range so.Proofs {
		suite, name, _ := strings.Cut(key, "\x00")
		all = append(all, &broken{Canary: evidence.Canary{Suite: suite, Name: name}, tests: p.lab.now.Declaring(suite, name)})
	}
	from := &sources{proof: p, over: c.change, files: map[string]*source.File{}}
	if err := p.overfit(c, all, from); err != nil || !p.Settings.Canary {
		return err
	}
	all = dropTargets(all)
	if n := len(all); n > maxCanaries {
		p.note(fmt.Sprintf("candidate %d: only the first %d of %d proving test cases were broken to see whether they fail then (the canary)", c.id, maxCanaries, n))
		all = all[:maxCanaries]
	}
	for _, how := range []string{evidence.CanaryValues, evidence.CanaryAssertions} {
		if err := p.breakTests(ctx, c, all, how, from); err != nil {
			return err
		}
		all = slices.DeleteFunc(all, func(b *broken) bool {
			done := b.red || how == evidence.CanaryValues && !b.Value && b.ran
			if done || how == evidence.CanaryAssertions {
				c.canaries = append(c.canaries, b.Canary)
			}
			return done
		})
	}
	return nil
}

// A broken is a proving test case that becomes a canary.
type broken struct {
	evidence.Canary
	tests []*source.Test // that declare it
	ran   bool           // it had a result
	red   bool
}

// dropTargets leaves out the targets of Bazel that have other broken cases.
func dropTargets(all []*broken) []*broken {
	return slices.DeleteFunc(all, func(b *broken) bool {
		return len(b.tests) > 0 && b.tests[0].Kind == source.Target && slices.ContainsFunc(all, func(other *broken) bool {
			return other != b && len(other.tests) > 0 && other.tests[0].Kind != source.Target && b.tests[0].Match(other.Suite, other.Name)
		})
	})
}

// breakTests breaks tests in one tree, and runs the commands until each of them
// was red.
func (p *proof) breakTests(ctx context.Context, c *candidate, all []*broken, how string, from *sources) error {
	edits := map[string][]source.Edit{}
	for _, b := range all {
		if err := b.plan(how, from, edits); err != nil {
			return err
		}
	}
	if len(edits) == 0 {
		return nil
	}
	where := c.at(evidence.Canaried)
	where.subject = how
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		var err error
		if where.change, err = p.withText(where.change, name, source.Apply(from.files[name].Text, edits[name])); err != nil {
			return err
		}
	}
	for i, cmd := range append([]*runnable{p.reproduction}, c.own...) {
		where.suite = i > 0
		where.timeout = p.patience(c, cmd, where.suite)
		run, err := p.run(ctx, where, cmd, 1)
		if err != nil {
			return err
		}
		for _, b := range all {
			b.see(run)
		}
		if !slices.ContainsFunc(all, func(b *broken) bool { return !b.red && b.Impossible == "" }) {
			break
		}
	}
	return nil
}

// plan adds the edits that break a case, by the files.
func (b *broken) plan(how string, from *sources, edits map[string][]source.Edit) error {
	b.Impossible = ""
	if len(b.tests) == 0 {
		b.Impossible = "its source is not known, or is in a language that is not read"
	}
	for _, t := range b.tests {
		f, err := from.read(t.Path)
		if err != nil {
			return err
		}
		var canary *source.Canary
		if how == evidence.CanaryValues {
			canary = f.ValueCanary(t)
			b.Value = b.Value || canary != nil
		}
		if canary == nil {
			if canary, b.Impossible = f.AssertionCanary(t); canary == nil {
				return nil
			}
		}
		if b.Path == "" {
			b.Path, b.Line, b.What = t.Path, canary.Line, canary.What
		}
		edits[t.Path] = append(edits[t.Path], canary.Edits...)
	}
	return nil
}

// see notes the results of a case in a run.
func (b *broken) see(run *evidence.Run) {
	for i := range run.Cases {
		result := &run.Cases[i]
		if slices.ContainsFunc(b.tests, func(t *source.Test) bool { return t.Match(result.Suite, result.Name) }) {
			b.ran, b.red = true, b.red || result.Status.Red()
		}
	}
}

// A sources reads the sources of a tree with a change, each once.
type sources struct {
	proof *proof
	over  *change.Change
	files map[string]*source.File
}

func (s *sources) read(name string) (*source.File, error) {
	if f := s.files[name]; f != nil {
		return f, nil
	}
	var text []byte
	if f := s.over.File(name); f != nil {
		text = f.After
	} else {
		var err error
		if text, err = s.proof.read(name); err != nil {
			return nil, err
		}
	}
	s.files[name] = source.Read(name, text)
	return s.files[name], nil
}

// withText returns a change with another text of a file, which may be of the
// base.
func (p *proof) withText(over *change.Change, name string, text []byte) (*change.Change, error) {
	if over.File(name) != nil {
		return over.With(name, text)
	}
	before, mode, err := p.readBase(name)
	if err != nil {
		return nil, err
	}
	one, err := change.New([]fixedits.FileChange{{Path: name, Before: before, After: text, Executable: mode&0o111 != 0}})
	if err != nil {
		return nil, err
	}
	return over.Then(one)
}
