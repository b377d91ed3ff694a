package main

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/process"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// undeclaredModes returns modes as flag values, the default first.
func undeclaredModes(modes ...undeclared.Mode) []string {
	words := make([]string, len(modes))
	for i, mode := range modes {
		words[i] = string(mode)
	}
	return words
}

// undeclaredFiles reports how a run handles undeclared files.
type undeclaredFiles struct {
	*undeclared.Run
	list, fix string // the commands that list them, and that fix them too
	gate      string // the command that fails while there are any
	shown     report.Shown
}

// undeclaredFiles determines how to handle undeclared files.
func (c *bazelFixCmd) undeclaredFiles(ws *workspace.Workspace, build *bazel.Build, env *environment, opts pipeline.Options) (*undeclaredFiles, error) {
	run := &undeclared.Run{
		Mode: undeclared.Mode(c.Undeclared), Scope: undeclared.ScopeOf(c.Targets, c.dir), Workspace: ws, Build: build, Options: opts,
		Unknown: func(err error) {
			fmt.Fprintf(env.Stderr, "autofix: cannot look for files without a target: %s\n", report.OneLine(err.Error()))
		},
	}
	switch {
	case run.Mode == undeclared.Count && !run.Scope.Whole():
		run.Mode = undeclared.Ignore
	case run.Mode != undeclared.Count && run.Mode != undeclared.Ignore && run.Scope.Empty():
		return nil, &cli.UsageError{Err: fmt.Errorf("command line: --undeclared=%s: no target pattern names a folder to look for files in; name one, such as //some/package/..., or none for the whole workspace", run.Mode)}
	}
	run.Options.Progress = env.progress("checking files without a target:")
	shown := env.Shown(ws.Root())
	return &undeclaredFiles{
		Run: run, list: c.commandWith(string(undeclared.Report)), fix: c.commandWith(string(undeclared.Fix)), gate: undeclaredGate(shown), shown: shown,
	}, nil
}

// undeclaredGate returns the command that fails while the workspace has
// undeclared files. It checks no targets, so that it needs no aspect.
func undeclaredGate(shown report.Shown) string {
	args := []string{"check", "--policy=strict", "--undeclared"}
	if root := shown.Of("."); root != "." {
		args = append(args, root)
	}
	return process.CommandLine("autofix", args...)
}

// tellOthers prints which checkers did not check undeclared files.
func (u *undeclaredFiles) tellOthers(w writer) {
	switch {
	case u.Mode != undeclared.Fix || len(u.Files) == 0:
	case u.Bare:
		fmt.Fprintf(w, "autofix: --undeclared=fix runs the built-in checkers, which the aspect %s does not have\n", u.Build.Aspect)
	case len(u.Others) > 0:
		fmt.Fprintf(w, "autofix: files without a target were checked by the built-in checkers alone, not by %s\n", strings.Join(u.Others, ", "))
	}
}

// tellUnread lists the files that a target names and no check read.
func (u *undeclaredFiles) tellUnread(w writer) {
	if u.Mode != undeclared.Unchecked {
		return
	}
	switch len(u.Unread) {
	case 0:
		fmt.Fprintln(w, "autofix: every file that a target names was checked")
		return
	case 1:
		fmt.Fprintln(w, "autofix: 1 file has a target, and no check read it:")
	default:
		fmt.Fprintf(w, "autofix: %d files have a target, and no check read them:\n", len(u.Unread))
	}
	for _, file := range u.Unread {
		fmt.Fprintf(w, "  %s: %s\n", report.OneLine(u.shown.Of(file.Path)), report.OneLine(file.Reason))
	}
}

// tell adds notes on files that were not checked to a summary. If they are a
// failure, judge lists them.
func (u *undeclaredFiles) tell(s *report.Summary) {
	if u.Mode == undeclared.Fix && !u.Bare {
		return
	}
	s.Undeclared.Files = u.Files
	switch u.Mode {
	case undeclared.Count, undeclared.Fix:
		s.Undeclared.List, s.Undeclared.Gate = u.list, u.gate
	case undeclared.Report, undeclared.Unchecked:
		s.Undeclared.Fix = u.fix
	}
}

// judge returns the failure of a run that does not allow undeclared files.
func (u *undeclaredFiles) judge() error {
	if u.Mode != undeclared.Fail || len(u.Files) == 0 {
		return nil
	}
	var text strings.Builder
	files := report.Undeclared{Files: u.shown.All(u.Files), Fix: u.fix}
	files.Text(&text, "")
	return &cli.FindingsError{What: "bazel-fix: " + text.String()}
}
