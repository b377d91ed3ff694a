package prove

import (
	"context"
	"fmt"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

// tries is how often an engine is asked for one thing: the second time with what
// was wrong with the first.
const tries = 2

// final reports whether an error of an engine is its answer. Others are failures
// of the machine or limits of the person.
func final(err error) bool {
	switch engine.CodeOf(err) {
	case engine.Declined, engine.Refused, engine.BadEdits, engine.Malformed, engine.Truncated, engine.TooLarge:
		return true
	}
	return false
}

// edit asks for a patch. A nil proposal is an answer without one, for the
// reason.
func (p *proof) edit(ctx context.Context, a engine.Ask) (proposal *engine.Proposal, reason string, err error) {
	p.watch(Event{Phase: phaseOf(a.Goal), What: "asking for " + what(a.Goal)})
	proposal, err = p.engine.Edit(ctx, p.task, a)
	if err != nil && final(err) {
		return nil, engine.Why(err), nil
	}
	return proposal, "", err
}

func what(goal engine.Goal) string {
	if goal == engine.Tests {
		return "a test that fails"
	}
	return "a fix"
}

func phaseOf(goal engine.Goal) evidence.Phase {
	if goal == engine.Tests {
		return evidence.Prevent
	}
	return evidence.Fix
}

// plan asks where the fault may be.
func (p *proof) plan(ctx context.Context) error {
	p.watch(Event{Phase: evidence.Localize, What: "asking where the fault may be"})
	plan, err := p.engine.Plan(ctx, p.task)
	if err != nil && final(err) {
		p.note("no hypothesis: " + err.Error())
		return nil
	}
	if err != nil {
		return err
	}
	p.task.Plan = plan
	p.localization.Hypothesis = plan.Hypothesis
	return nil
}

// propose asks for a candidate: first for tests that fail on the base, then for
// a change that makes them pass. It returns nil if there is none. A dry run
// runs neither.
func (p *proof) propose(ctx context.Context, id int, others []*change.Change) (*candidate, error) {
	over, err := p.proposeTests(ctx, id, others)
	if err != nil {
		return nil, err
	}
	var last *engine.Try
	var found *candidate
	for try := 1; try <= tries; try++ {
		proposal, reason, err := p.edit(ctx, engine.Ask{Goal: engine.Fix, Over: over, Last: last, Others: others})
		if err != nil {
			return nil, err
		}
		if proposal == nil {
			p.note(fmt.Sprintf("candidate %d: no fix: %s", id, reason))
			if found == nil {
				p.unproposed = append(p.unproposed, reason)
			}
			break
		}
		c := p.newCandidate(id, proposal.Change, proposal.Words, proposal.Justifications)
		if why := c.refusal(); why != "" {
			last = &engine.Try{Change: proposal.Change, Reason: "The patch breaks a rule: " + why}
			found = c
			continue
		}
		if p.DryRun {
			return c, nil
		}
		where := at{phase: evidence.Fix, state: evidence.AtCandidate, candidate: id, change: proposal.Change, subject: fmt.Sprintf("try %d", try)}
		red, err := p.redWith(ctx, where, c)
		if err != nil {
			return nil, err
		}
		found = c
		if len(red) == 0 {
			break
		}
		last = &engine.Try{Change: proposal.Change, Reason: "With the patch, these commands still fail.", Runs: red}
	}
	return found, nil
}

// proposeTests asks for tests. It returns nil if none was found that fails on
// the base.
func (p *proof) proposeTests(ctx context.Context, id int, others []*change.Change) (*change.Change, error) {
	var last *engine.Try
	for try := 1; try <= tries; try++ {
		proposal, reason, err := p.edit(ctx, engine.Ask{Goal: engine.Tests, Last: last, Others: others})
		if err != nil {
			return nil, err
		}
		if proposal == nil {
			p.note(fmt.Sprintf("candidate %d: no test was proposed: %s", id, reason))
			return nil, nil
		}
		if why := p.notTests(proposal.Change); why != "" {
			last = &engine.Try{Change: proposal.Change, Reason: why}
			continue
		}
		if p.DryRun {
			return proposal.Change, nil
		}
		where := at{phase: evidence.Prevent, state: evidence.WithTests, candidate: id, change: proposal.Change, subject: fmt.Sprintf("try %d", try)}
		c := p.newCandidate(id, proposal.Change, nil, nil)
		runs, err := p.testsOf(ctx, where, c)
		if err != nil {
			return nil, err
		}
		if newRed(runs, c.judgment.Tests) {
			return proposal.Change, nil
		}
		last = &engine.Try{Change: proposal.Change, Reason: "No new test fails on the unchanged sources, so none of them shows the fault.", Runs: runs}
	}
	p.note(fmt.Sprintf("candidate %d: the proposed tests were dropped: none fails on the base", id))
	return nil, nil
}

// notTests says why a change is not one of tests only, or "".
func (p *proof) notTests(c *change.Change) string {
	for _, path := range c.Paths() {
		if !source.IsTestFile(path) {
			return fmt.Sprintf("Only test files may change in this step, and %s is not one.", path)
		}
	}
	return ""
}

// redWith runs the reproduction and the tests of a change, and returns what
// fails.
func (p *proof) redWith(ctx context.Context, where at, c *candidate) ([]*evidence.Run, error) {
	run, err := p.run(ctx, where, p.reproduction, 1)
	if err != nil {
		return nil, err
	}
	if !run.Passed() {
		return []*evidence.Run{run}, nil
	}
	runs, err := p.testsOf(ctx, where, c)
	var red []*evidence.Run
	for _, run := range runs {
		if !run.Passed() {
			red = append(red, run)
		}
	}
	return red, err
}

// summarize asks for words about the best candidate, for the pull request.
func (p *proof) summarize(ctx context.Context, before *evidence.Run) error {
	ranked := p.ranked()
	if len(ranked) == 0 || ranked[0].output == nil {
		return nil
	}
	best := ranked[0]
	s := &engine.Summary{
		Command: p.Command, Before: before, Change: best.change, Hypothesis: p.localization.Hypothesis, Words: best.words,
		Verdict: best.output.Verdict, Reasons: best.output.Reasons,
	}
	for i := range p.runs {
		if r := &p.runs[i]; p.owners[i] == best && r.State == evidence.AtCandidate && !r.Suite {
			s.After = r
			break
		}
	}
	p.watch(Event{Phase: evidence.Prove, What: "asking for a summary"})
	words, err := p.engine.Summarize(ctx, s)
	if err != nil && (final(err) || engine.CodeOf(err) == engine.OverBudget) {
		p.note("no summary: " + err.Error())
		return nil
	}
	if err != nil {
		return err
	}
	best.words = words
	return nil
}

// testsOf runs the tests of a change, once each.
func (p *proof) testsOf(ctx context.Context, where at, c *candidate) ([]*evidence.Run, error) {
	if c.tests.Empty() {
		return nil, nil
	}
	own, err := p.ownSuites(ctx, c, c.tests)
	if err != nil {
		return nil, err
	}
	where.suite = true
	var runs []*evidence.Run
	for _, cmd := range own {
		run, err := p.run(ctx, where, cmd, 1)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
		_, others, err := p.alone(ctx, where, cmd, hidden(run, named(c.judgment.Tests)), 1)
		if err != nil {
			return nil, err
		}
		runs = append(runs, others...)
	}
	return runs, nil
}

// newRed reports whether a new or changed test failed, or something that only
// the change can have broken did not build.
func newRed(runs []*evidence.Run, d *tests.Difference) bool {
	fresh := append(append([]source.Test{}, d.Added...), d.Changed...)
	for _, run := range runs {
		if run.Failed() && (!run.Built || run.Reader == "exit") {
			return true // exit codes alone do not show more
		}
		for i := range run.Cases {
			c := &run.Cases[i]
			if c.Status.Red() && slices.ContainsFunc(fresh, func(t source.Test) bool { return t.Match(c.Suite, c.Name) }) {
				return true
			}
		}
	}
	return false
}
