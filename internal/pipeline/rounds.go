package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Checks check files in each round.
type Checks interface {
	// Check checks the current files. In round 1 files is nil, and all files of
	// the run are checked. Later, files has the sorted canonical paths of files
	// that changed or in which a fix had to wait. Check may check more files.
	Check(ctx context.Context, round int, files []string) (*Found, error)
}

// Found is the result of one check.
type Found struct {
	Artifacts []*artifact.Artifact
	Files     []string // that were checked, canonical; nil: all of the run

	// The fields below are used only in round 1.

	Checked   int         // files that some checker looked at
	Checkers  []string    // the checkers that looked at one, sorted
	LeftAlone []LeftAlone // by path
	Crashed   checks.Crashes
}

// fixes reports whether there is a fix.
func (f *Found) fixes() bool {
	return slices.ContainsFunc(f.Artifacts, func(a *artifact.Artifact) bool { return len(a.Fixes) > 0 })
}

// A stage holds the texts that are checked, and keeps the changes of each round
// for the next.
type stage interface {
	Source

	// merge makes one plan from artifacts.
	merge(ctx context.Context, artifacts []*artifact.Artifact, r *run) (*merged, error)
	// keep judges one round and makes its changes part of the state that is
	// checked next. It reports false if the state did not change, so that there
	// is nothing to check again.
	keep(ctx context.Context, part *Result, opts *Options) (again bool, err error)
	// finish judges all rounds together and makes their changes permanent.
	finish(ctx context.Context, r *Result, opts *Options) error
	// writes reports whether keep writes to disk.
	writes() bool
	// takeBack undoes the changes of all rounds.
	takeBack(changes []fixedits.FileChange) error
}

// merged is the plan that a stage made.
type merged struct {
	plan    *fixedits.Plan
	left    []LeftAlone // files that the plan leaves out
	crashed checks.Crashes
	run     *run // of the merge
}

// A driver runs the rounds of a run.
type driver struct {
	checks Checks
	stage  stage
	run    *run

	result  Result
	left    map[string][]fixedits.Diagnostic // by file, of the last check of it
	undone  []Outcome                        // of a merge after the last round
	done    map[string]bool                  // ids of fixes whose effect is kept, and was not checked again
	changes changes
	cycles  fixedits.CycleDetector
	steps   steps
}

// fixInRounds checks, merges and keeps changes until a round changes nothing,
// at most r.Rounds times. If files on disk have changed and stay so, an error
// comes with a result.
func fixInRounds(ctx context.Context, on stage, by Checks, r *run) (*Result, error) {
	d := &driver{checks: by, stage: on, run: r, left: map[string][]fixedits.Diagnostic{}, changes: changes{}}
	d.result.shown = r.Shown
	if err := d.rounds(ctx); err != nil {
		return d.stop(err)
	}
	if len(d.result.Blocked) == 0 {
		d.conclude()
		if err := on.finish(ctx, &d.result, &r.Options); err != nil {
			return d.stop(err)
		}
	}
	if len(d.result.Blocked) > 0 && d.result.Written {
		if err := d.takeBack(); err != nil {
			return &d.result, err
		}
	}
	return &d.result, nil
}

func (d *driver) rounds(ctx context.Context) error {
	limit := cmp.Or(d.run.Rounds, fixedits.MaxRounds)
	var files []string
	for round := 1; ; round++ {
		found, err := d.checks.Check(ctx, round, files)
		if err != nil {
			return err
		}
		found.Artifacts = d.run.handOver(identified(found.Artifacts))
		d.note(round, found)
		if d.run.Seen != nil {
			d.run.Seen(round, found.Artifacts)
		}
		if round > 1 && !found.fixes() {
			return nil
		}
		over := round > limit || round > 1 && d.run.Spent != nil && d.run.Spent()
		merged, err := d.plan(ctx, round, found.Artifacts, over)
		if err != nil {
			return err
		}
		if over {
			if round > limit {
				if err := d.cycles.Unsettled(merged.plan); err != nil {
					return err
				}
			}
			d.undone = postponed(merged.plan, round)
			d.result.Exhausted = len(merged.plan.Files) > 0 ||
				slices.ContainsFunc(merged.plan.Outcomes, func(o fixedits.Outcome) bool { return o.Reason == roundsUsedUp })
			return nil
		}
		if err := d.cycles.Round(merged.plan); err != nil {
			return err
		}
		part := d.part(round, merged)
		again, err := d.stage.keep(ctx, part, &d.run.Options)
		if err != nil {
			return err
		}
		d.add(part, again)
		if len(part.Blocked) > 0 {
			d.result.Blocked, d.result.blocker = part.Blocked, part.blocker
			d.result.refuse()
			return nil
		}
		if !again {
			return nil
		}
		files = d.unsettled(merged.plan)
	}
}

// note records the result of a check.
func (d *driver) note(round int, found *Found) {
	if found.Files == nil {
		clear(d.left)
	}
	again := make(map[string]bool, len(found.Files))
	for _, file := range found.Files {
		again[file] = true
		delete(d.left, file)
	}
	for _, left := range d.left {
		for i := range left {
			left[i].KeepRelated(func(path string) bool { return !again[path] }) // whose bytes are others now
		}
	}
	diagnostics := distinctDiagnostics(found.Artifacts)
	for _, diagnostic := range diagnostics {
		d.left[diagnostic.Path] = append(d.left[diagnostic.Path], diagnostic)
	}
	d.done = nil
	d.result.place(diagnostics)
	if round == 1 {
		d.result.Checked, d.result.Checkers, d.result.LeftAlone = found.Checked, found.Checkers, found.LeftAlone
		d.result.Crashed, d.result.Found = found.Crashed, diagnostics
	}
}

// part returns the result of one round, before the stage keeps it. Left has
// only the errors that no later round can resolve.
func (d *driver) part(round int, m *merged) *Result {
	part := &Result{Files: m.plan.Files, Failed: m.plan.Failed, Crashed: m.crashed, LeftAlone: m.left, places: d.result.places, shown: d.result.shown}
	part.add(round, m.plan)
	part.byRule = m.byRule()
	if d.run.Policy != policy.Strict {
		return part
	}
	changing := map[string]bool{}
	for _, path := range d.unsettled(m.plan) {
		changing[path] = true
	}
	for _, path := range slices.Sorted(maps.Keys(d.left)) {
		for _, diagnostic := range d.left[path] {
			if !changing[path] && diagnostic.Severity == fixedits.SeverityError {
				part.Left = append(part.Left, Left{Diagnostic: diagnostic})
			}
		}
	}
	return part
}

// add adds the result of a round to the result of the rounds before.
func (d *driver) add(part *Result, again bool) {
	r := &d.result
	r.Rounds = part.Rounds
	r.Outcomes = append(r.Outcomes, part.Outcomes...)
	r.byRule = append(r.byRule, part.byRule...)
	r.Written = r.Written || part.Written
	r.fail(part.Failed...)
	r.LeftAlone = append(r.LeftAlone, part.LeftAlone...)
	sortLeftAlone(r.LeftAlone)
	for _, crash := range part.Crashed {
		if !slices.ContainsFunc(r.Crashed, func(known *checks.CheckerError) bool { return known.Path == crash.Path }) {
			r.Crashed = append(r.Crashed, crash)
		}
	}
	sortCrashes(r.Crashed)
	d.changes.add(part.Files)
	d.done = map[string]bool{}
	for i := range part.Outcomes {
		if o := &part.Outcomes[i]; o.Settled && len(part.Files) > 0 && !again {
			d.done[o.ID] = true
		}
	}
}

// conclude completes the result of all rounds.
func (d *driver) conclude() {
	d.result.Files = d.changes.net()
	var diagnostics []fixedits.Diagnostic
	for _, path := range slices.Sorted(maps.Keys(d.left)) {
		for _, diagnostic := range d.left[path] {
			if !anyOf(d.done, diagnostic.Fixes) {
				diagnostics = append(diagnostics, diagnostic)
			}
		}
	}
	d.result.Left = d.result.explain(diagnostics, slices.Concat(d.result.Outcomes, d.undone))
}

// stop ends a run after an error. Under the strict policy, after a cycle, and
// if changes cannot be committed, everything that was written is taken back.
func (d *driver) stop(err error) (*Result, error) {
	found, cycle := errors.AsType[*fixedits.CycleError](err)
	_, uncommittable := errors.AsType[*workspace.UncommittableError](err)
	if cycle {
		for i, path := range found.Paths {
			found.Paths[i] = d.result.show(path)
		}
	}
	if !d.result.Written {
		return nil, err
	}
	if !cycle && !uncommittable && d.run.Policy != policy.Strict {
		d.result.Files = d.changes.net()
		return &d.result, err
	}
	if undone := d.takeBack(); undone != nil {
		return &d.result, errors.Join(err, undone)
	}
	return nil, err
}

// takeBack restores every file that was written. If somebody has edited one of
// them since, it restores none.
func (d *driver) takeBack() error {
	if err := d.stage.takeBack(d.changes.net()); err != nil {
		d.result.Files = d.changes.net()
		return fmt.Errorf("cannot undo the changes of earlier rounds: %w", err)
	}
	d.result.Files, d.result.Written = nil, false
	return nil
}

// roundsUsedUp is the reason of a fix that another run would apply.
var roundsUsedUp = fixedits.Reason{Code: fixedits.CodeRounds}

// postponed returns the outcomes of a plan that is not applied because the
// rounds are used up.
func postponed(plan *fixedits.Plan, round int) []Outcome {
	outcomes := make([]Outcome, len(plan.Outcomes))
	for i, o := range plan.Outcomes {
		if takesEffect(o.Status) {
			o.Status, o.Reason = fixedits.StatusDeferred, roundsUsedUp
		}
		outcomes[i] = Outcome{Round: round, Outcome: &o}
	}
	return outcomes
}

// unsettled returns the sorted paths of the files to check again: changed
// files, and files in which a fix lost to another or had to wait for it. The
// other fix may be in another file. A fix that has no edits yet waits in the
// file of its finding.
func (d *driver) unsettled(plan *fixedits.Plan) []string {
	paths := []string{}
	for i := range plan.Files {
		paths = append(paths, plan.Files[i].Path)
	}
	for i := range plan.Outcomes {
		if o := &plan.Outcomes[i]; o.Status == fixedits.StatusDeferred || o.Status == fixedits.StatusConflict {
			paths = append(paths, o.Paths...)
			if finding := d.result.places[o.ID]; finding != nil && len(o.Paths) == 0 {
				paths = append(paths, finding.Path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
