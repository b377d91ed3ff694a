// Package session is a run of `bazel run //:fix` from its target patterns to
// its summary: the build of the checks, the files that they leave out, the
// command lines for what is left, and the remedies for failures.
package session

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/checks"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Everything is the target pattern for all targets of the workspace.
const Everything = "//..."

// DefaultAspect is the aspect of `bazel run //:fix` if its target names no
// other, as the root module names it.
const DefaultAspect = "@rules_autofix//rules:defs.bzl%autofix_fix"

// artifactGroup is the output group of the aspects that contains the artifacts.
const artifactGroup = "autofix_artifact"

// artifactOutputs matches the paths of the artifacts, as a Java regular
// expression for a whole path.
const artifactOutputs = `.*\.autofix/.*\.json`

// Settings say what a run builds, and how it was started.
type Settings struct {
	Targets    []string // target patterns
	Flags      []string // of bazel build
	Aspect     string   // with the output group autofix_artifact
	Bazel      string   // the command; empty: found on the PATH
	AllowEmpty bool     // succeed even if no file was checked

	Undeclared        string // an undeclared.Mode; empty: UndeclaredDefault or Count
	UndeclaredDefault string // likewise, if the target patterns name a folder; may be empty
	UndeclaredConfig  string // likewise: report, fail or ignore

	// FixCommand is the command that started the run; empty: autofix bazel-fix.
	FixCommand string
	// Chosen are the flags that choose the same fixes, in the mode that writes.
	Chosen []string
	// Trusting are Chosen with suggestions; nil if they are chosen already, or
	// must not be.
	Trusting []string
	Mode     string // of the run, such as write
	Preview  bool   // Mode writes nothing

	Dir      string // of the person; absolute
	Config   pipeline.ConfigFiles
	Shown    report.Shown
	Terminal bool // somebody watches
	Progress report.Progress
	Stderr   io.Writer // of Bazel
	// Checking is called before the check of files without a target, as
	// pipeline.Options.Progress. It may be nil.
	Checking func(round, files int)
}

// A Session is one run.
type Session struct {
	Settings
	ws            *workspace.Workspace
	build         *bazel.Build
	files         *files
	configuration *configuration
	opts          *pipeline.Options
	root          string // of the workspace
	dir           string // workspace relative, slash separated; relative patterns start here
	noLinter      string // for which files of the targets there is no linter; may be empty
}

// Patterns completes the target patterns: everything, if neither a pattern, a
// list of patterns nor a flag of Bazel selects targets. listed says that the
// command line has a list, which may be empty.
func (s *Settings) Patterns(listed bool) error {
	switch {
	case len(s.Targets) == 0 && !s.patternFile() && !listed:
		s.Targets = []string{Everything}
	case len(s.Targets) > 0 && s.patternFile():
		return exit.Mistake("%s and --target_pattern_file: Bazel takes target patterns from one of them", s.Targets[0])
	}
	return nil
}

// patternFile reports whether Bazel reads its target patterns from a file.
func (s *Settings) patternFile() bool { return slices.ContainsFunc(s.Flags, bazel.NamesTargets) }

// FindBazel returns the Bazel command to run: the one that is named or, if none
// is, one from the PATH.
func FindBazel(named, dir string) (string, error) {
	command, err := bazel.FindCommand(named, dir)
	switch {
	case err != nil && named != "":
		return "", &exit.UsageError{Err: fmt.Errorf("%w; name another with --bazel or AUTOFIX_BAZEL", err)}
	case err != nil:
		return "", &exit.UsageError{Err: fmt.Errorf("%w; install Bazelisk, or name a command with --bazel or AUTOFIX_BAZEL", err)}
	}
	return command, nil
}

// Open prepares a run in a workspace with the options of opts, which have the
// configuration of Settings.Config.
func Open(ctx context.Context, ws *workspace.Workspace, settings Settings, opts *pipeline.Options) (*Session, error) {
	s := &Session{Settings: settings, ws: ws, opts: opts, root: ws.Root(), dir: "."}
	var err error
	if s.build, err = s.BuildIn(s.root); err != nil {
		return nil, err
	}
	if relative, err := filepath.Rel(s.root, s.Dir); err == nil && filepath.IsLocal(relative) {
		s.build.Dir = s.Dir // relative patterns start here
		s.dir = filepath.ToSlash(relative)
	}
	if err := s.ownFiles(ctx); err != nil {
		return nil, err
	}
	if s.files, err = s.undeclaredFiles(); err != nil {
		return nil, err
	}
	s.configuration = &configuration{
		Declaration: undeclared.Declaration{Workspace: ws, Declared: s.Config, Aspect: s.Aspect, Shown: s.Shown},
		mode:        undeclared.Mode(s.UndeclaredConfig), opts: *opts, progress: s.Progress,
	}
	opts.Unformatted = s.configuration.whyUnformatted
	opts.Named = s.namedFolders()
	return s, nil
}

// BuildIn returns the build of the checks in the workspace at root.
func (s *Settings) BuildIn(root string) (*bazel.Build, error) {
	command, err := FindBazel(s.Bazel, s.Dir)
	if err != nil {
		return nil, err
	}
	return &bazel.Build{
		Command:  command,
		Dir:      root,
		Server:   Server(root),
		Aspect:   s.Aspect,
		Group:    artifactGroup,
		Outputs:  artifactOutputs,
		Flags:    s.Flags,
		Patterns: s.Targets,
		Progress: s.Terminal,
		Stderr:   s.Stderr,
	}, nil
}

// ReadEvents collects the artifacts that another build of an aspect made, from
// its --build_event_json_file.
func ReadEvents(name string) (*bazel.Collection, error) {
	return bazel.CollectFile(name, artifactGroup)
}

// Build is the build of the checks.
func (s *Session) Build() *bazel.Build { return s.build }

// Run builds and fixes with the options of Open. announce is called before each
// build with its round, and inspect may reject the artifacts of the first.
func (s *Session) Run(ctx context.Context, announce func(round int), inspect func([]*artifact.Artifact) error) (*rounds.Result, error) {
	opts := *s.opts
	return rounds.Run(ctx, s.ws, rounds.Checks{
		Build: func(ctx context.Context, round int) (*bazel.Collection, error) {
			announce(round)
			return s.build.Run(ctx)
		},
		Inspect:    inspect,
		AllowEmpty: s.AllowEmpty,
		Undeclared: func(ctx context.Context, built rounds.Built) ([]*artifact.Artifact, error) {
			more, err := s.checkUndeclared(ctx, built)
			if built.Round == 1 {
				s.noLinter = s.unlinted(slices.Concat(built.Artifacts, more))
			}
			return more, err
		},
	}, opts)
}

// checkUndeclared finds the files that the checks of the targets leave out.
// Under the strict policy, undeclared files that are not allowed end the run
// before anything is written.
func (s *Session) checkUndeclared(ctx context.Context, built rounds.Built) ([]*artifact.Artifact, error) {
	strict := built.Round == 1 && s.opts.Policy == policy.Strict
	if err := s.configuration.check(ctx, built); err != nil {
		return nil, err
	}
	if err := s.configuration.judge(); err != nil && strict {
		return nil, err
	}
	if s.files.Mode == undeclared.Ignore {
		return nil, nil
	}
	artifacts, err := s.files.Check(ctx, built)
	s.Progress.ProgressDone()
	if err == nil && strict {
		err = s.files.judge()
	}
	return artifacts, err
}

// namedFolders returns the workspace-relative folders of the target patterns,
// except for the root.
func (s *Session) namedFolders() []string {
	var folders []string
	for _, pattern := range s.Targets {
		folder, _, ok := undeclared.FolderOf(pattern, s.dir)
		if ok && folder != "." && !strings.HasPrefix(pattern, "-") {
			folders = append(folders, folder)
		}
	}
	return folders
}

// unlinted returns the line for the files of the first build for which there is
// no linter, or "". A checker of the person that looked at a file is a linter of
// it. There is no line if the target patterns name no folder, and few files.
func (s *Session) unlinted(artifacts []*artifact.Artifact) string {
	files := pipeline.Paths(s.ws, artifacts)
	if len(files) <= report.Handful && !s.patternFile() && undeclared.ScopeOf(s.Targets, s.dir).Empty() {
		return ""
	}
	builtin := s.opts.Tools.Checkers.Tool.Name
	theirs := slices.DeleteFunc(slices.Clone(artifacts), func(a *artifact.Artifact) bool { return a.Tool.Name == builtin })
	linted := pipeline.Paths(s.ws, theirs)
	return report.Unlinted(files, func(file string) bool {
		_, found := slices.BinarySearch(linted, file)
		return found || pipeline.Understood(file, s.opts)
	})
}

// Summary returns the summary of a result. lints says whether it tells for
// which files there is no linter.
func (s *Session) Summary(result *rounds.Result, lints bool) *report.Summary {
	summary := report.SummaryOf(&result.Result, s.opts, s.Preview)
	summary.Crashes = report.CrashesOf(s.Crashed(result))
	summary.Checked = report.Checked{Targets: result.Targets, Files: result.Checked, Undeclared: s.files.Checked, Checkers: result.Checkers}
	summary.Fix = s.fixCommand()
	summary.Again = "run again: " + summary.Fix
	if lints && s.noLinter != "" {
		summary.Linters = []string{s.noLinter}
	}
	s.files.tell(summary)
	return summary
}

// Crashed returns the failures of checkers, also on files without a target.
func (s *Session) Crashed(result *rounds.Result) checks.Crashes {
	return slices.Concat(result.Crashed, s.files.Crashed)
}

// Judge returns the failures of a run that does not allow undeclared files or
// configuration.
func (s *Session) Judge() []error {
	var all []error
	for _, judge := range []func() error{s.files.judge, s.configuration.judge} {
		if err := judge(); err != nil {
			all = append(all, err)
		}
	}
	return all
}

// Server returns the Bazel server that started this process by `bazel run` in
// the workspace at root: it has the executable, with and without resolving
// links such as bazel-bin, and the working folder in the runfiles.
func Server(root string) bazel.Server {
	var places []string
	if path, err := filepath.Abs(os.Args[0]); err == nil {
		places = append(places, path)
		if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
			places = append(places, dir)
		}
	}
	if dir, err := os.Getwd(); err == nil {
		places = append(places, dir)
	}
	return bazel.ServerOf(root, places...)
}
