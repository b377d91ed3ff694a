package undeclared

import (
	"context"
	"fmt"
	"slices"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A Mode selects how a run treats undeclared files.
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

// A Run finds the undeclared files of a run in rounds and, in the mode Fix,
// checks them.
type Run struct {
	Mode      Mode
	Scope     Scope
	Workspace *workspace.Workspace
	Build     *bazel.Build
	Options   pipeline.Options

	// Unknown is called with the reason if Bazel cannot tell which files are
	// declared and the run continues without an answer.
	Unknown func(error)

	Files   []string       // found in the first round
	Unread  []Unread       // likewise, in the mode Unchecked
	Checked int            // files that a checker looked at, in the mode Fix
	Others  []string       // checkers that only targets have, sorted
	Bare    bool           // the aspect has no built-in checkers, so that none can look at these files
	Crashed checks.Crashes // of the last round
}

// Check finds the files in the first round and, in the mode Fix, checks them in
// every round. It is a rounds.Checks.Undeclared.
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

// compare records how the checkers of targets differ from the built-in ones.
// Undeclared files can only have the built-in ones.
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

// find finds the files. A file that an artifact names was checked, so Bazel is
// asked only if others are left.
func (r *Run) find(ctx context.Context, built rounds.Built) error {
	checked := &bazel.Declared{Files: map[string]bool{}}
	paths := pipeline.Paths(r.Workspace, built.Artifacts)
	for _, file := range paths {
		checked.Files[file] = true
	}
	files, err := Find(ctx, r.Workspace, checked, r.Scope, r.Options)
	if err != nil || len(files) == 0 && r.Mode != Unchecked {
		return err
	}
	if r.Mode != Unchecked {
		if rest, ok, err := r.near(ctx, files); err != nil || ok {
			r.Files = rest
			return err
		}
	}
	declared, err := r.Build.Declared(ctx, r.Mode == Unchecked)
	if err != nil {
		return err
	}
	r.Files, err = without(r.Workspace, files, declared)
	if err == nil && r.Mode == Unchecked {
		r.Unread, err = findUnread(ctx, r.Workspace, declared, r.Scope, paths, built.Collection, r.Options)
	}
	return err
}
