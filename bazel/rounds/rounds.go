// Package rounds applies the fixes that Bazel's checks propose: it builds the
// checks, applies what they found, and builds again until nothing is pending.
// So the findings that it reports as left are those of the last build.
package rounds

import (
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

// Checks are where artifacts come from. Each is called once a round, from round
// 1, after what the one before wrote.
type Checks struct {
	// Build builds the checks of the same targets each time. The files of the
	// collection are artifacts.
	Build func(ctx context.Context, round int) (*bazel.Collection, error)
	// Undeclared looks, after the build and before anything is written, at what
	// the checks of the targets leave out, and returns what it found in files
	// that no target has. It may be nil.
	Undeclared func(ctx context.Context, built Built) ([]*artifact.Artifact, error)
	// Inspect may refuse the artifacts of round 1, before anything is written.
	// It may be nil.
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

// A Result is what all rounds did together: files from the first state to the
// last, outcomes of every round, and what was left after the last build.
type Result struct {
	pipeline.Result
	Targets int // that had at least one file checked

	// Unbuilt is what the last build did not complete, so that it was not
	// checked; nil if it built everything. Only the permissive policy goes on
	// without it.
	Unbuilt *bazel.BuildError
}

// A NothingCheckedError is a run that looked at no file, which must not pass
// for one that found nothing.
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

// An ApplyError is a merge or a write that failed. It says itself what became
// of the files.
type ApplyError struct{ Err error }

func (e *ApplyError) Error() string { return e.Err.Error() }
func (e *ApplyError) Unwrap() error { return e.Err }

// Run builds and applies in rounds, as pipeline.FixBy does.
//
// If a build completes only a part, the permissive policy applies that part,
// and Result.Unbuilt says what is not in it. Under the strict policy that is an
// error.
//
// Errors are failures of a build (a *bazel.BuildError) or of an artifact,
// before the round writes; a *NothingCheckedError; what Checks.Undeclared and
// Checks.Inspect fail with; an *ApplyError; or a *fixedits.CycleError. The
// Result is not nil beside an error if earlier rounds were written and stay.
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

// builds are the checks of a run, by Bazel.
type builds struct {
	ws     *workspace.Workspace
	checks Checks
	opts   pipeline.Options

	targets int
	unbuilt *bazel.BuildError
	failed  bool // the last check was the end of the run
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
	artifacts, targets, err := readArtifacts(ctx, collection)
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
	found.Checkers, err = checkers(ctx, b.ws, artifacts, b.opts)
	return found, err
}
