package prove

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/localize"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// A RefusedError is a command that may not run.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }
func (e *RefusedError) Unwrap() error { return e.Err }

// ParseCommand splits a command line, without a shell.
func ParseCommand(line string) ([]string, error) { return command.Parse(line) }

// repeats are the runs of a command in one state.
type repeats struct {
	first, last            *evidence.Run
	runs, passed, untested int
}

// repeat runs a command as often as a state needs, or until enough returns true
// for the runs so far.
func (p *proof) repeat(ctx context.Context, where at, cmd *runnable, enough func(repeats) bool) (t repeats, err error) {
	for t.runs < p.Settings.Runs && (t.runs == 0 || !enough(t)) {
		run, err := p.run(ctx, where, cmd, t.runs+1)
		if err != nil {
			return t, err
		}
		if t.first == nil {
			t.first = run
		}
		t.runs, t.last = t.runs+1, run
		if run.Passed() {
			t.passed++
		}
		if ranNoTest(run) {
			t.untested++
		}
	}
	return t, nil
}

// allButLast reports whether all runs of a state have failed but the last one,
// which the revert check is: its tree is the same.
func (p *proof) allButLast(t repeats) bool { return t.passed == 0 && t.runs == p.allButOne() }

// reproduce runs the command on the base, where it must fail, and returns the
// first run. If it passes there, and a given patch has tests, they have to
// reproduce the failure.
func (p *proof) reproduce(ctx context.Context, given *candidate) (*evidence.Run, error) {
	p.before = at{phase: evidence.Reproduce, state: evidence.AtBase}
	t, err := p.repeat(ctx, p.before, p.reproduction, func(t repeats) bool {
		switch {
		case given == nil || given.barred():
			return false
		case given.tests.Empty():
			return p.allButLast(t)
		}
		return t.runs == 1 && t.passed+t.untested > 0
	})
	if err != nil {
		return nil, err
	}
	switch {
	case t.untested == t.runs:
		p.green = true
		p.reasons = append(p.reasons, "The command runs no test on the base, so there is no failure to prove anything about; look at which tests it names.")
	case t.passed == 0:
		p.reproduced = true
	case t.passed == t.runs:
		p.green = true
		p.reasons = append(p.reasons, "The command passes on the base, so there is no failure to prove anything about.")
	default:
		p.reasons = append(p.reasons, fmt.Sprintf("The command passes in %d of %s on the base: the failure is not stable.", t.passed, report.NumberOf(t.runs, "run")))
	}
	return t.first, nil
}

// reproduceWithTests runs the command on the base with the tests of a patch that
// is given, where it passes on the base: a fix and its tests come together. It
// must fail there.
func (p *proof) reproduceWithTests(ctx context.Context, c *candidate) error {
	if c.tests.Empty() {
		return nil
	}
	if c.barred() {
		p.reproduced = true // nothing of the patch runs, and its verdict says why
		return nil
	}
	p.before = c.at(evidence.WithTests)
	p.before.phase, p.before.change = evidence.Reproduce, c.tests
	t, err := p.repeat(ctx, p.before, p.reproduction, p.allButLast)
	if err != nil {
		return err
	}
	switch {
	case t.untested == t.runs:
	case t.passed == 0:
		p.reproduced = true
	case t.passed == t.runs:
		p.reasons = []string{"The command passes on the base, with the tests of the patch too, so there is no failure to prove anything about."}
	default:
		p.reasons = []string{fmt.Sprintf("The command passes on the base, and with the tests of the patch in %d of %s: the failure is not stable.", t.passed, report.NumberOf(t.runs, "run"))}
	}
	return nil
}

// ranNoTest reports whether a command for tests found none, or skipped all,
// which some runners report as a failure.
func ranNoTest(r *evidence.Run) bool {
	ran := func(c evidence.Case) bool { return c.Status == evidence.Passed || c.Status.Red() }
	return r.End == evidence.Exited && slices.ContainsFunc(r.Problems, func(p evidence.Problem) bool { return p.Code == evidence.ProblemNoTests }) &&
		!slices.ContainsFunc(r.Cases, ran)
}

// localize finds where the fault may be, without a model.
func (p *proof) localize(run *evidence.Run) {
	places := localize.Find(localize.Input{Run: run, Roots: []string{p.lab.tree.Dir()}, Files: p.paths, IsTest: source.IsTestFile})
	p.localization = &evidence.Localization{Places: places}
	p.task = &engine.Task{
		Command: p.Command, Run: run, Issue: p.Issue, Places: places, Files: p.paths, Read: p.readBase,
		Policy: engine.Policy{
			MaxFiles: p.rules.MaxFiles, MaxLines: p.rules.MaxLines, Allow: p.rules.Allow, Deny: p.rules.Deny, TestsRequired: p.rules.TestsRequired,
		},
	}
}

// read returns the text of a file of the base.
func (p *proof) read(path string) ([]byte, error) {
	text, mode, err := p.readBase(path)
	if err == nil && !mode.IsRegular() {
		return nil, fmt.Errorf("%s: it is not a regular file", path)
	}
	return text, err
}

// result returns the result of the proof.
func (p *proof) result(err error) *Result {
	if len(p.runs) == 0 {
		return nil
	}
	e := &evidence.Evidence{
		Version: evidence.Version, Tool: evidence.Tool{Name: "autofix", Version: p.Tool}, ID: p.id, Base: p.Base.Base,
		Command: p.Command, Setup: p.Setup, Sandbox: p.sandbox, Environment: p.environment, Versions: p.versions, Engine: p.engine.Info(),
		Runs: p.runs, Asked: p.lab.runner.Asked().Milliseconds(), Localization: p.localization, Verdict: evidence.Inconclusive, Reasons: p.reasons, Notes: slices.Concat(p.notes, p.outputs.notes()),
	}
	r := &Result{Evidence: e}
	ranked := p.ranked()
	for _, c := range ranked {
		e.Candidates = append(e.Candidates, c.evidence())
	}
	if len(ranked) > 0 {
		best := ranked[0]
		r.Patch = best.change
		e.Verdict, e.Reasons = e.Candidates[0].Verdict, e.Candidates[0].Reasons
		e.Exceptions = best.judgment.Exceptions
	} else if p.reproduced {
		e.Reasons = append(e.Reasons, "No patch was proposed"+p.whyNot()+".")
	}
	if err != nil {
		e.Verdict, e.Reasons = evidence.Infra, append([]string{strings.TrimRight(absolute().ReplaceAllString(p.clean(err.Error()), "$1"), ".") + "."}, e.Reasons...)
	}
	return r
}

// whyNot says why no attempt gave a patch.
func (p *proof) whyNot() string {
	whys := slices.Clone(p.unproposed)
	slices.Sort(whys)
	if whys = slices.Compact(whys); len(whys) == 0 {
		return ""
	}
	return ": " + strings.TrimRight(p.clean(strings.Join(whys, "; and ")), ".")
}

// clean removes secrets from a message. One that cannot be searched is not shown.
func (p *proof) clean(text string) string {
	text, _, err := p.Redactor.Redact(text)
	if err != nil {
		return "A message is left out, because it cannot be searched for secrets"
	}
	return text
}
