package session

import (
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// files reports how a run handles undeclared files.
type files struct {
	*undeclared.Run
	list, fix string // the commands that list them, and that fix them too
	gate      string // the command that fails while there are any
	shown     report.Shown
}

// undeclaredFiles determines how to handle undeclared files.
func (s *Session) undeclaredFiles() (*files, error) {
	scope := undeclared.ScopeOf(s.Targets, s.dir)
	mode := undeclared.Mode(s.Undeclared)
	switch {
	case mode == "" && s.UndeclaredDefault != "" && !scope.Empty():
		mode = undeclared.Mode(s.UndeclaredDefault)
	case mode == "":
		mode = undeclared.Count
	}
	run := &undeclared.Run{
		Mode: mode, Scope: scope, Workspace: s.ws, Build: s.build, Options: *s.opts,
		Unknown: func(err error) {
			s.Progress.Say("cannot look for files without a target: %s", inert.Line(err.Error()))
		},
	}
	switch {
	case run.Mode == undeclared.Count && !run.Scope.Whole():
		run.Mode = undeclared.Ignore
	case run.Mode != undeclared.Count && run.Mode != undeclared.Ignore && run.Scope.Empty():
		return nil, exit.Mistake("--undeclared=%s: no target pattern names a folder to look for files in; name one, such as //some/package/..., or none for the whole workspace", run.Mode)
	}
	run.Options.Progress = s.Checking
	return &files{
		Run: run, list: s.commandWith(string(undeclared.Report)), fix: s.commandWith(string(undeclared.Fix)), gate: undeclaredGate(s.Shown), shown: s.Shown,
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
func (u *files) tellOthers(w io.Writer) {
	switch {
	case u.Mode != undeclared.Fix || len(u.Files) == 0:
	case u.Bare:
		fmt.Fprintf(w, "autofix: --undeclared=fix runs the built-in checkers, which the aspect %s does not have\n", u.Build.Aspect)
	case len(u.Others) > 0:
		fmt.Fprintf(w, "autofix: files without a target were checked by the built-in checkers alone, not by %s\n", strings.Join(u.Others, ", "))
	}
}

// tellUnread lists the files that a target names and no check read.
func (u *files) tellUnread(w io.Writer) {
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
		fmt.Fprintf(w, "  %s: %s\n", inert.Line(u.shown.Of(file.Path)), inert.Line(file.Reason))
	}
}

// tell adds notes on files that were not checked to a summary. If they are a
// failure, judge lists them.
func (u *files) tell(s *report.Summary) {
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
func (u *files) judge() error {
	if u.Mode != undeclared.Fail || len(u.Files) == 0 {
		return nil
	}
	var text strings.Builder
	list := report.Undeclared{Files: u.shown.All(u.Files), Fix: u.fix}
	list.Text(&text, "")
	return &exit.FindingsError{What: "bazel-fix: " + text.String()}
}
