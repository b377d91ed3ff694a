package undeclared

import (
	"context"
	"fmt"
	"slices"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/policy"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// A Mode says what a run does about undeclared files.
type Mode string

const (
	Count     Mode = "count"     // say how many there are
	Report    Mode = "report"    // list them
	Unchecked Mode = "unchecked" // list them, and the files that a target names and no check read
	Fix       Mode = "fix"       // check and fix them
	Fail      Mode = "fail"      // list them, and fail
	Ignore    Mode = "ignore"    // do not look for them
)

// Modes returns all modes.
func Modes() []Mode { return []Mode{Count, Report, Unchecked, Fix, Fail, Ignore} }

// A Run finds the undeclared files of a run in rounds, and checks them if they
// are to be fixed.
type Run struct {
	Mode      Mode
	Scope     Scope
	Workspace *workspace.Workspace
	Build     *bazel.Build
	Options   pipeline.Options

	// Unknown is told why Bazel could not say which files are declared, if the
	// run goes on without an answer.
	Unknown func(error)

	Files   []string       // found in the first round
	Unread  []Unread       // likewise, in the mode Unchecked
	Checked int            // files that a checker looked at, in the mode Fix
	Others  []string       // checkers that only targets have, sorted
	Bare    bool           // the aspect has no built-in checkers, so that none can look at these files
	Crashed checks.Crashes // of the last round

	answered <-chan answer // to the query
	cancel   func()        // ends the query; nil before it was asked
}

// An answer is what Bazel says about declared files.
type answer struct {
	declared *bazel.Declared
	err      error
}

// AskedAfter returns build with a question to Bazel after the first one, which
// it answers while what the build made is read. Check waits for the answer, so
// that nothing is built meanwhile.
func (r *Run) AskedAfter(build func(context.Context, int) (*bazel.Collection, error)) func(context.Context, int) (*bazel.Collection, error) {
	return func(ctx context.Context, round int) (*bazel.Collection, error) {
		collection, err := build(ctx, round)
		if err != nil || round > 1 {
			return collection, err
		}
		ctx, cancel := context.WithCancel(ctx)
		answered := make(chan answer, 1)
		r.answered = answered
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			declared, err := r.Build.Declared(ctx, r.Mode == Unchecked)
			answered <- answer{declared, err}
		}()
		r.cancel = func() {
			cancel()
			<-ended
		}
		return collection, nil
	}
}

// Stop ends a query that nobody waits for any more.
func (r *Run) Stop() {
	if r.cancel != nil {
		r.cancel()
	}
}

// Check finds the files in the first round, and checks them in every one if
// they are to be fixed. It is rounds.Checks.Undeclared.
func (r *Run) Check(ctx context.Context, built rounds.Built) ([]*artifact.Artifact, error) {
	if built.Round == 1 {
		if err := r.find(ctx, built); err != nil {
			if r.Mode != Count || ctx.Err() != nil {
				return nil, fmt.Errorf("files without a target: %w", err)
			}
			r.Unknown(err)
		}
		r.compare(built.Artifacts)
	}
	if r.Mode != Fix || r.Bare || len(r.Files) == 0 {
		return nil, nil
	}
	checked, err := pipeline.Check(ctx, r.Workspace, r.Files, "", r.Options)
	if err != nil {
		return nil, err
	}
	if len(checked.Crashed) > 0 && r.Options.Policy == policy.Strict {
		return nil, checked.Crashed
	}
	r.Crashed = checked.Crashed
	if built.Round == 1 {
		r.Checked = checked.Files
	}
	return []*artifact.Artifact{checked.Artifact}, nil
}

// compare notes how the checkers of targets differ from the built-in ones,
// which are all that an undeclared file can have.
func (r *Run) compare(artifacts []*artifact.Artifact) {
	builtin := r.Options.Tools.Checkers.Tool.Name
	for _, a := range artifacts {
		if a.Tool.Name != builtin && !slices.Contains(r.Others, a.Tool.Name) {
			r.Others = append(r.Others, a.Tool.Name)
		}
	}
	slices.Sort(r.Others)
	r.Bare = len(r.Others) > 0 && !slices.ContainsFunc(artifacts, func(a *artifact.Artifact) bool { return a.Tool.Name == builtin })
}

func (r *Run) find(ctx context.Context, built rounds.Built) error {
	said := <-r.answered
	if said.err != nil {
		return said.err
	}
	var err error
	r.Files, err = Find(ctx, r.Workspace, said.declared, r.Scope, r.Options)
	if err == nil && r.Mode == Unchecked {
		checked := pipeline.Paths(r.Workspace, built.Artifacts)
		r.Unread, err = FindUnread(ctx, r.Workspace, said.declared, r.Scope, checked, built.Collection, r.Options)
	}
	return err
}
