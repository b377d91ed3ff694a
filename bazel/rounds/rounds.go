// Package rounds applies the fixes that Bazel's checks propose: it builds the checks, applies what they found, and
// builds again until nothing is pending, so that what is said to be left is what is left.
package rounds

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/policy"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// Checks are where artifacts come from. Each is called once a round, from round 1, after what the one before wrote.
type Checks struct {
	// Build builds the checks of the same targets each time. The files of the collection are artifacts.
	Build func(ctx context.Context, round int) (*bazel.Collection, error)
	// Loose looks, after the build and before anything is written, at what the
	// checks of the targets leave out, and returns what it found in files that
	// no target has. Nil: nobody looks.
	Loose func(ctx context.Context, built Built) ([]*artifact.Artifact, error)
	// Inspect may refuse the artifacts of round 1, before anything is written.
	// Nil: nobody does.
	Inspect func([]*artifact.Artifact) error
	// AllowEmpty says that no file at all may be checked.
	AllowEmpty bool
}

// A Built is what the build of a round, from 1, made.
type Built struct {
	Round      int
	Collection *bazel.Collection
	Artifacts  []*artifact.Artifact // those of the collection
}

// A Result is what all rounds did together: files from the first state to the last, outcomes of every round, and
// what was left after the last build.
type Result struct {
	pipeline.Result
	Targets int // that had at least one file checked

	// Unbuilt is what the last build did not complete, and so nobody checked; nil
	// if it built everything. Only the permissive policy goes on without it.
	Unbuilt *bazel.BuildError
}

// A NothingCheckedError is a run that looked at no file, which must not pass for one that found nothing.
type NothingCheckedError struct{ Visited int } // targets that the aspect visited

func (e *NothingCheckedError) Error() string {
	if e.Visited == 0 {
		return "nothing was checked: no targets"
	}
	targets := "the target has no source file"
	if e.Visited > 1 {
		targets = fmt.Sprintf("none of the %d targets has a source file", e.Visited)
	}
	return "nothing was checked: " + targets + " that a checker knows"
}

// An ApplyError is a merge or a write that failed. It says itself what became of the files.
type ApplyError struct{ Err error }

func (e *ApplyError) Error() string { return e.Err.Error() }
func (e *ApplyError) Unwrap() error { return e.Err }

// Run builds and applies in rounds, at most opts.Rounds, and one where opts.DryRun. Each round is written in one
// transaction before the next build.
//
// If a build completes only a part, the permissive policy applies that part, and
// Result.Unbuilt says what is not in it. Under the strict policy that is an error.
//
// The strict policy judges each round; where it refuses a later one, the earlier ones are taken back, and Blocked
// says why. Errors are failures of a build (a *bazel.BuildError) or of an artifact, before the round writes; a
// *NothingCheckedError; what Checks.Loose fails with; an *ApplyError; or a *fixedits.CycleError, for which too everything is taken back. The Result
// is not nil beside an error where earlier rounds were written and stay.
func Run(ctx context.Context, ws *workspace.Workspace, checks Checks, opts pipeline.Options) (*Result, error) {
	r := &run{ws: ws, checks: checks, opts: opts, changes: map[string]*fixedits.FileChange{}}
	limit := cmp.Or(opts.Rounds, fixedits.MaxRounds)
	for round := 1; ; round++ {
		artifacts, err := r.check(ctx, round)
		if err != nil {
			return r.stopped(err)
		}
		if round > limit {
			return &r.result, r.leave(ctx, artifacts)
		}
		again, err := r.apply(ctx, artifacts, round)
		if err != nil {
			return r.stopped(err)
		}
		if !again || opts.DryRun {
			return &r.result, nil
		}
	}
}

type run struct {
	ws      *workspace.Workspace
	checks  Checks
	opts    pipeline.Options
	result  Result
	changes map[string]*fixedits.FileChange // by path, from the first state to the last
	cycles  fixedits.CycleDetector
}

// stopped returns what a run that fails in some round has to show for itself.
func (r *run) stopped(err error) (*Result, error) {
	if !r.result.Written {
		return nil, err
	}
	return &r.result, err
}

// check builds, and reads what the checks made.
func (r *run) check(ctx context.Context, round int) ([]*artifact.Artifact, error) {
	collection, err := r.checks.Build(ctx, round)
	if err != nil {
		return nil, err
	}
	if collection.Failed != nil && r.opts.Policy == policy.Strict {
		return nil, collection.Failed
	}
	r.result.Unbuilt = collection.Failed
	artifacts, targets, err := readArtifacts(ctx, collection)
	if err != nil {
		return nil, err
	}
	if r.checks.Loose != nil {
		loose, err := r.checks.Loose(ctx, Built{round, collection, artifacts})
		if err != nil {
			return nil, err
		}
		artifacts = append(artifacts, loose...)
	}
	if round > 1 {
		return artifacts, nil
	}
	r.result.Targets = targets
	r.result.Checked = len(pipeline.Paths(r.ws, artifacts))
	if targets == 0 && r.result.Checked == 0 && !r.checks.AllowEmpty {
		return nil, &NothingCheckedError{Visited: len(collection.Targets) + len(collection.Empty)}
	}
	if r.checks.Inspect != nil {
		if err := r.checks.Inspect(artifacts); err != nil {
			return nil, err
		}
	}
	r.result.Checkers, err = checkers(ctx, r.ws, artifacts, r.opts)
	return artifacts, err
}

// apply makes one round, and reports whether another is due.
func (r *run) apply(ctx context.Context, artifacts []*artifact.Artifact, round int) (again bool, err error) {
	applied, err := pipeline.Apply(ctx, r.ws, artifacts, r.opts)
	if err != nil {
		return false, &ApplyError{err}
	}
	for _, o := range applied.Outcomes {
		o.Round = round
		r.result.Outcomes = append(r.result.Outcomes, o)
		r.result.Rounds = round
	}
	if round == 1 {
		r.result.Found = applied.Found
	}
	r.result.Left = applied.Left
	r.result.Crashed, r.result.Failed = applied.Crashed, applied.Failed
	if len(applied.Blocked) > 0 {
		r.result.Blocked = applied.Blocked
		return false, r.refuse(ctx)
	}
	if len(applied.Files) == 0 {
		return false, nil
	}
	r.record(applied)
	if err := r.cycles.Round(&fixedits.Plan{Files: applied.Files, Outcomes: plain(applied.Outcomes)}); err != nil {
		return false, errors.Join(err, r.takeBack(ctx))
	}
	return applied.Written, nil
}

// record adds the changes of a round to those before it.
func (r *run) record(applied *pipeline.Result) {
	r.result.Written = r.result.Written || applied.Written
	for _, file := range applied.Files {
		if before, ok := r.changes[file.Path]; ok {
			before.After = file.After
			before.Edits, before.Formatted = nil, true // no longer the edits of one merge
			continue
		}
		r.changes[file.Path] = &file
	}
	r.result.Files = net(r.changes)
}

// leave ends a run whose rounds are used up: what artifacts still propose is left for another.
func (r *run) leave(ctx context.Context, artifacts []*artifact.Artifact) error {
	opts := r.opts
	opts.DryRun, opts.Policy = true, policy.Permissive
	proposed, err := pipeline.Apply(ctx, r.ws, artifacts, opts)
	if err != nil {
		return &ApplyError{err}
	}
	stays := map[string]pipeline.Left{}
	for _, left := range proposed.Left {
		stays[left.ID] = left
	}
	r.result.Left = nil
	for _, d := range proposed.Found {
		left, ok := stays[d.ID]
		if !ok {
			left = pipeline.Left{Diagnostic: d, Reason: fixedits.Reason{Code: fixedits.CodeRounds}.String(), Pending: true}
			r.result.Exhausted = true
		}
		r.result.Left = append(r.result.Left, left)
	}
	return nil
}

func plain(outcomes []pipeline.Outcome) []fixedits.Outcome {
	all := make([]fixedits.Outcome, len(outcomes))
	for i := range outcomes {
		all[i] = outcomes[i].Outcome
	}
	return all
}
