package prove

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/mutants"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
)

// prove runs a candidate in all states. If the reproduction fails with it, the
// others do not matter.
func (p *proof) prove(ctx context.Context, c *candidate) error {
	if c.barred() {
		return nil
	}
	if err := p.findSuites(ctx, c); err != nil {
		return err
	}
	passed, err := p.atCandidate(ctx, c)
	if err != nil {
		return err
	}
	if err := p.baseAgain(ctx, c); err != nil {
		return err
	}
	if !passed {
		if err := p.again(ctx, p.before); err != nil { // there will be no revert check
			return err
		}
		return p.apart(ctx, c)
	}
	for _, step := range []func(context.Context, *candidate) error{
		p.around, p.withTests, p.reverted, p.withSources, p.withServing, p.canaried, p.rewritten, p.withoutHunks, p.covered, p.mutated, p.cleanRoom,
	} {
		if err := step(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// atCandidate runs the reproduction with the whole patch: S2. It continues
// after a failure: whether all runs agree is evidence. The clean room is the last
// run, if none has failed.
func (p *proof) atCandidate(ctx context.Context, c *candidate) (passed bool, err error) {
	t, err := p.repeat(ctx, c.at(evidence.AtCandidate), p.reproduction, func(t repeats) bool { return t.passed == p.allButOne() })
	return t.passed == t.runs, err
}

// baseAgain runs the reproduction as often as a state needs on the base, where it
// passed once, if a case does not pass with the patch: the case may be flaky.
func (p *proof) baseAgain(ctx context.Context, c *candidate) error {
	where := at{phase: evidence.Reproduce, state: evidence.AtBase}
	before := slices.IndexFunc(p.runs, func(r evidence.Run) bool { return r.State == where.state && r.Phase == where.phase })
	lost := func(r evidence.Run) bool { return r.State == evidence.AtCandidate && worse(&p.runs[before], &r) }
	if !p.green || !slices.ContainsFunc(p.runsOf(c), lost) {
		return nil
	}
	return p.again(ctx, where)
}

// again runs the reproduction until it ran as often as a state needs.
func (p *proof) again(ctx context.Context, where at) error {
	for attempt := 1 + p.timesRun(where, p.reproduction); attempt <= p.Settings.Runs; attempt++ {
		if _, err := p.run(ctx, where, p.reproduction, attempt); err != nil {
			return err
		}
	}
	return nil
}

// apart runs the tests of the patch alone, without its sources and with them,
// if the reproduction fails with the patch and hides them. Readers of the
// evidence can then see whether the tests pass.
func (p *proof) apart(ctx context.Context, c *candidate) error {
	runs := p.runsOf(c)
	first := slices.IndexFunc(runs, func(r evidence.Run) bool { return r.State == evidence.AtCandidate })
	if !c.within || first < 0 {
		return nil
	}
	these := hidden(&runs[first], named(c.judgment.Tests))
	before := c.at(evidence.WithTests)
	before.change = c.tests
	for _, where := range []at{before, c.at(evidence.AtCandidate)} {
		if _, _, err := p.alone(ctx, where, p.reproduction, these, 1); err != nil {
			return err
		}
	}
	return nil
}

// around runs the tests around the change with the whole patch, and on the base,
// where each command runs once for all candidates. Where a case passes on the
// base and not with the patch, both run again, to tell a regression from a test
// that is sometimes red.
func (p *proof) around(ctx context.Context, c *candidate) error {
	for _, two := range c.suites {
		if (two.base == nil || p.covers(two.base)) && two.candidate != nil && p.covers(two.candidate) {
			p.markAround(c)
			continue
		}
		with := c.at(evidence.AtCandidate)
		with.suite = true
		var before, after *evidence.Run
		var err error
		if two.candidate != nil {
			if after, err = p.run(ctx, with, two.candidate, 1); err != nil {
				return err
			}
		}
		if two.base != nil {
			if before, err = p.baseline(ctx, two.base); err != nil {
				return err
			}
		}
		if before == nil || after == nil {
			continue
		}
		if err := p.hiddenAtBase(ctx, two.base, before, after); err != nil {
			return err
		}
		if !worse(before, after) {
			continue
		}
		for attempt := 2; attempt <= p.Settings.Runs; attempt++ {
			if _, err := p.run(ctx, with, two.candidate, attempt); err != nil {
				return err
			}
		}
		if err := p.baselineAgain(ctx, two.base); err != nil {
			return err
		}
	}
	return nil
}

// hiddenAtBase runs the tests alone on the base that fail with the patch and have
// no result there because something ended the command, to tell a regression from
// an older failure.
func (p *proof) hiddenAtBase(ctx context.Context, cmd *runnable, before, after *evidence.Run) error {
	if before.Passed() {
		return nil
	}
	p.lab.index(&change.Change{})
	var fail []source.Test
	for i := range after.Cases {
		if r := &after.Cases[i]; r.Status.Red() && r.Name != "" && len(fail) < maxHidden {
			for _, t := range p.lab.now.Declaring(r.Suite, r.Name) {
				fail = append(fail, *t)
			}
		}
	}
	_, _, err := p.alone(ctx, at{phase: evidence.Prove, state: evidence.AtBase}, cmd, hidden(before, fail), 1)
	return err
}

// withTests runs the tests of the patch without its sources, which they must
// notice, and with them: S1 and S2. Each runs several times. If a command stays
// red with the patch because another test ends it, the tests of the patch alone
// take its place.
func (p *proof) withTests(ctx context.Context, c *candidate) error {
	if c.tests.Empty() {
		return nil
	}
	if err := p.within(ctx, c); err != nil {
		return err
	}
	var own []*runnable
	for _, cmd := range c.own {
		before, after := c.at(evidence.WithTests), c.at(evidence.AtCandidate)
		before.change, before.suite, after.suite = c.tests, true, true
		if err := p.againHidden(ctx, before, cmd, c, p.Settings.Runs); err != nil {
			return err
		}
		// around may have run it, and the clean room is the last run.
		for attempt := 1 + p.timesRun(after, cmd); attempt <= p.allButOne(); attempt++ {
			if _, err := p.run(ctx, after, cmd, attempt); err != nil {
				return err
			}
		}
		alone, err := p.aloneAfter(ctx, after, cmd, c)
		if err != nil {
			return err
		}
		if alone == nil {
			alone = []*runnable{cmd}
		}
		own = append(own, alone...)
	}
	c.own = own
	return nil
}

// aloneAfter runs all named tests of the patch alone where a command that ran
// with the patch hides some of them. It returns the commands that pass.
func (p *proof) aloneAfter(ctx context.Context, after at, cmd *runnable, c *candidate) (green []*runnable, err error) {
	all := named(c.judgment.Tests)
	for i := range p.runs {
		if r := p.runs[i]; p.owners[i] == c && r.State == after.state && slices.Equal(p.commands[i], cmd.words) && len(hidden(&r, all)) > 0 {
			cmds, runs, err := p.alone(ctx, after, cmd, all, r.Attempt)
			if err != nil {
				return nil, err
			}
			for k, run := range runs {
				if r.Attempt == 1 && run.Passed() {
					green = append(green, cmds[k])
				}
			}
		}
	}
	return green, nil
}

// within runs the reproduction without the sources of the patch where it runs
// the tests of the patch, unless that was how the fault was reproduced.
func (p *proof) within(ctx context.Context, c *candidate) error {
	where := c.at(evidence.WithTests)
	where.change = c.tests
	switch {
	case !c.within:
		return nil
	case !p.green:
		return p.againHidden(ctx, where, p.reproduction, c, p.allButOne()) // the revert check is the last
	}
	for _, r := range p.runsOf(c) {
		if r.State == evidence.WithTests && !r.Suite {
			if err := p.hidden(ctx, where, p.reproduction, &r, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// allButOne returns how often a command runs in a state if a later state has
// the same tree. At least two runs in a row find a command that depends on
// files of the run before.
func (p *proof) allButOne() int { return max(p.Settings.Runs-1, min(p.Settings.Runs, 2)) }

// againHidden runs a command for tests of the patch several times without its
// sources, and after each run the tests that it hides.
func (p *proof) againHidden(ctx context.Context, where at, cmd *runnable, c *candidate, times int) error {
	for attempt := 1; attempt <= times; attempt++ {
		run, err := p.run(ctx, where, cmd, attempt)
		if err != nil {
			return err
		}
		if err := p.hidden(ctx, where, cmd, run, c); err != nil {
			return err
		}
	}
	return nil
}

// hidden runs the tests of the patch that a run of a command hides, alone.
func (p *proof) hidden(ctx context.Context, where at, cmd *runnable, run *evidence.Run, c *candidate) error {
	where.timeout = p.patience(c, cmd, where.suite)
	_, _, err := p.alone(ctx, where, cmd, hidden(run, named(c.judgment.Tests)), run.Attempt)
	return err
}

// reverted runs the reproduction after the sources of the patch were taken back:
// S3. It fails again if it was the patch that made it pass. If it passes, more
// runs tell a patch that is not needed from a command that is flaky.
func (p *proof) reverted(ctx context.Context, c *candidate) error {
	where := c.at(evidence.Reverted)
	where.change = c.tests
	_, err := p.repeat(ctx, where, p.reproduction, func(t repeats) bool { return t.passed < t.runs })
	return err
}

// withSources runs the reproduction with all of the patch but its tests. A case
// of the base that passes then owes it to no change of a test.
func (p *proof) withSources(ctx context.Context, c *candidate) error {
	if c.tests.Empty() {
		return nil // that is the candidate
	}
	where := c.at(evidence.WithSources)
	if where.change = policy.WithoutTests(c.change); where.change.Empty() {
		return nil // that is the base
	}
	_, err := p.run(ctx, where, p.reproduction, 1)
	return err
}

// withoutHunks leaves out each hunk of the sources in turn: a hunk is needed if
// something turns red.
func (p *proof) withoutHunks(ctx context.Context, c *candidate) error {
	c.hunks = verdict.Hunks(c.change)
	code := slices.DeleteFunc(slices.Clone(c.hunks), func(h evidence.Hunk) bool { return h.Needed == evidence.HunkNoCode })
	if len(code) == 1 && len(c.own) == 0 {
		return nil // the revert check has shown it
	}
	for i, h := range c.hunks {
		if i == maxHunks {
			p.note(fmt.Sprintf("candidate %d: only the first %d of %d hunks were left out in turn", c.id, maxHunks, len(c.hunks)))
			break
		}
		if h.Needed == evidence.HunkNoCode {
			continue
		}
		where := c.at(evidence.WithoutHunk)
		where.change, where.subject = c.change.Without(h.ID), h.ID
		if err := p.untilRed(ctx, where, c); err != nil {
			return err
		}
	}
	return nil
}

// maxHunks bounds how many hunks are left out in turn.
const maxHunks = 50

// mutated makes small mistakes in the changed lines of the sources: tests that
// watch them turn red.
func (p *proof) mutated(ctx context.Context, c *candidate) error {
	var sources []mutants.Source
	for i := range c.source.Files {
		f := &c.source.Files[i]
		sources = append(sources, mutants.Source{Path: f.Path, Text: f.After, Lines: c.change.Added(f.Path)})
	}
	for _, m := range mutants.Select(p.Settings.Mutants, sources...) {
		with, err := c.change.With(m.Path, m.Text)
		if err != nil {
			return err
		}
		where := c.at(evidence.Mutated)
		where.change, where.subject = with, m.ID
		if err := p.untilRed(ctx, where, c); err != nil {
			return err
		}
		c.mutants = append(c.mutants, m.Evidence())
	}
	return nil
}

// rewritten writes the changed functions in another way, with the same
// behavior, and runs the new and changed tests. A test that fails then asserts
// more than behavior.
func (p *proof) rewritten(ctx context.Context, c *candidate) error {
	if d := c.judgment.Tests; len(d.Added)+len(d.Changed) == 0 {
		return nil
	}
	over, changed := c.change, false
	for i := range c.source.Files {
		f := &c.source.Files[i]
		text := mutants.Equivalent(mutants.Source{Path: f.Path, Text: f.After, Lines: c.change.Added(f.Path)})
		if text == nil {
			continue
		}
		var err error
		if over, err = over.With(f.Path, text); err != nil {
			return err
		}
		changed = true
	}
	if !changed {
		return nil
	}
	where := c.at(evidence.Rewritten)
	where.change = over
	return p.untilRed(ctx, where, c)
}

// cleanRoom runs the reproduction and the tests of the patch in a new tree,
// with caches that no candidate has touched. If one fails, more runs tell a patch
// that needs the caches from a command that is flaky.
func (p *proof) cleanRoom(ctx context.Context, c *candidate) error {
	where := c.at(evidence.CleanRoom)
	where.clean = true
	for i, cmd := range append([]*runnable{p.reproduction}, c.own...) {
		where.suite = i > 0
		if _, err := p.repeat(ctx, where, cmd, func(t repeats) bool { return t.passed > 0 || t.last.End == evidence.TimedOut }); err != nil {
			return err
		}
	}
	return nil
}

// untilRed runs the reproduction, and while that passes the tests of the patch.
func (p *proof) untilRed(ctx context.Context, where at, c *candidate) error {
	where.timeout = p.patience(c, p.reproduction, false)
	run, err := p.run(ctx, where, p.reproduction, 1)
	if err != nil || !run.Passed() {
		return err
	}
	where.suite = true
	for _, cmd := range c.own {
		where.timeout = p.patience(c, cmd, true)
		run, err := p.run(ctx, where, cmd, 1)
		if err != nil || !run.Passed() {
			return err
		}
	}
	return nil
}

// patience is how long a command may take with a mistake in the candidate, or
// without a part of it, which may never end. The run of the candidate itself is
// the measure. The first seconds are for a machine that has other work.
func (p *proof) patience(c *candidate, cmd *runnable, suite bool) time.Duration {
	var longest int64
	for i := range p.runs {
		r := &p.runs[i]
		if p.owners[i] == c && r.State == evidence.AtCandidate && r.Suite == suite && slices.Equal(p.commands[i], cmd.words) {
			longest = max(longest, r.Duration)
		}
	}
	if longest == 0 {
		return p.Settings.Command
	}
	return min(p.Settings.Command, 10*time.Second+5*time.Duration(longest)*time.Millisecond)
}

// worse reports whether a case passed before and did not after, or whether the
// command itself did.
func worse(before, after *evidence.Run) bool {
	if before.Passed() && !after.Passed() {
		return true
	}
	now := map[string]evidence.Status{}
	for i := range after.Cases {
		now[after.Cases[i].Key()] = after.Cases[i].Status
	}
	for i := range before.Cases {
		if c := &before.Cases[i]; c.Status == evidence.Passed && now[c.Key()] != evidence.Passed {
			return true
		}
	}
	return false
}

// dropUnproven returns the candidate's change without the hunks that nothing
// needs, or nil if there are none, or nothing would be left.
func (c *candidate) dropUnproven() *change.Change {
	var ids []string
	for _, h := range c.hunks {
		if h.Needed == evidence.HunkUnproven {
			ids = append(ids, h.ID)
		}
	}
	if len(ids) == 0 || len(ids) == len(c.hunks) {
		return nil
	}
	return c.change.Without(ids...)
}
