// Package rounds applies the fixes that Bazel's checks propose: it builds the
// checks, applies their fixes, and builds again until nothing is pending, so
// that the findings that it reports as remaining really remain.
package rounds

import (
	"context"
	"errors"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Checks are the sources of artifacts. Build and Undeclared are called once per
// round, after the preceding round has written its changes.
type Checks struct {
	// Build builds the checks of the same targets each time. The files of the
	// collection are artifacts.
	Build func(ctx context.Context, round int) (*bazel.Collection, error)
	// Undeclared, if not nil, is called after the build and before anything is
	// written. It looks at the files that the checks of the targets leave out,
	// and returns its findings in files that no target declares.
	Undeclared func(ctx context.Context, built Built) ([]*artifact.Artifact, error)
	// Inspect, if not nil, may reject the artifacts of round 1 before anything
	// is written.
	Inspect func([]*artifact.Artifact) error
	// AllowEmpty allows a run that checks no file.
	AllowEmpty bool
}

// A Built is the result of the build of a round.
type Built struct {
	Round      int // from 1
	Collection *bazel.Collection
	Artifacts  []*artifact.Artifact // of the collection
}

// A Result is the combined result of all rounds: files from their first state
// to their last, outcomes of every round, and the findings that remain after
// the last build.
type Result struct {
	pipeline.Result
	Targets int // that had at least one file checked

	// Unbuilt is the part that the last build did not complete, so that it is
	// not checked; nil if it built everything. Only the permissive policy
	// continues without it.
	Unbuilt *bazel.BuildError
}

// A NothingCheckedError ends a run that checked no file, which must not be
// mistaken for one that found nothing.
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

// An ApplyError is a merge or a write that failed. Its message tells the state
// of the files.
type ApplyError struct{ Err error }

func (e *ApplyError) Error() string { return e.Err.Error() }
func (e *ApplyError) Unwrap() error { return e.Err }

// Run builds and applies in rounds, as pipeline.FixBy does.
//
// If a build completes only a part, the permissive policy applies that part,
// and Result.Unbuilt lists the missing part. Under the strict policy, an
// incomplete build is an error.
//
// The error is a failure of a build (a *bazel.BuildError) or of an artifact,
// before the round writes; a *NothingCheckedError; an error of
// Checks.Undeclared or Checks.Inspect; an *ApplyError; or a
// *fixedits.CycleError. If the changes of earlier rounds stay, it comes with a
// Result that has them.
func Run(ctx context.Context, ws *workspace.Workspace, checks Checks, opts pipeline.Options) (*Result, error) {
	b := &builds{ws: ws, checks: checks, opts: opts}
	did, err := pipeline.FixBy(ctx, ws, b, opts)
	if _, cycle := errors.AsType[*fixedits.CycleError](err); err != nil && !cycle && !b.failed {
		err = &ApplyError{err}
	}
	if did == nil {
		return nil, err
	}
	return &Result{Result: *did, Targets: b.targets, Unbuilt: b.unbuilt}, err
}

// builds are the checks of a run, built by Bazel.
type builds struct {
	ws     *workspace.Workspace
	checks Checks
	opts   pipeline.Options

	targets int
	unbuilt *bazel.BuildError
	failed  bool // the last check failed, which ends the run
}

// Check builds all checks again: Bazel knows best which of them have changed.
func (b *builds) Check(ctx context.Context, round int, _ []string) (*pipeline.Found, error) {
	found, err := b.check(ctx, round)
	b.failed = err != nil
	return found, err
}

func (b *builds) check(ctx context.Context, round int) (*pipeline.Found, error) {
	collection, err := b.checks.Build(ctx, round)
	if err != nil {
		return nil, err
	}
	if collection.Failed != nil && b.opts.Policy == policy.Strict {
		return nil, collection.Failed
	}
	b.unbuilt = collection.Failed
	artifacts, targets, err := ReadArtifacts(ctx, collection)
	if err != nil {
		return nil, err
	}
	if b.checks.Undeclared != nil {
		undeclared, err := b.checks.Undeclared(ctx, Built{round, collection, artifacts})
		if err != nil {
			return nil, err
		}
		artifacts = append(artifacts, undeclared...)
	}
	found := &pipeline.Found{Artifacts: artifacts}
	if round > 1 {
		return found, nil
	}
	b.targets = targets
	found.Checked = len(pipeline.Paths(b.ws, artifacts))
	if targets == 0 && found.Checked == 0 && !b.checks.AllowEmpty {
		return nil, &NothingCheckedError{Visited: len(collection.Targets) + len(collection.Empty)}
	}
	if b.checks.Inspect != nil {
		if err := b.checks.Inspect(artifacts); err != nil {
			return nil, err
		}
	}
	found.Checkers = pipeline.Checkers(artifacts, b.opts.Tools.Checkers.Tool)
	return found, nil
}
