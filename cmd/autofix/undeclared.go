package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/policy"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// What --undeclared says.
const (
	undeclaredCount     = "count"
	undeclaredReport    = "report"
	undeclaredUnchecked = "unchecked"
	undeclaredFix       = "fix"
	undeclaredFail      = "fail"
	undeclaredIgnore    = "ignore"
)

// looseFiles are the files that no target owns, and what a run makes of them.
type looseFiles struct {
	mode      string
	scope     undeclared.Scope
	list, fix string // the commands that list them, and that fix them too

	ws    *workspace.Workspace
	build *bazel.Build
	env   *environment
	opts  pipeline.Options

	answered <-chan ownersAnswer // to the query
	cancel   func()              // ends the query; nil before it was asked

	files   []string            // found in the first round
	unread  []undeclared.Unread // likewise: files that a target names
	checked int                 // of them
	others  []string            // checkers that only targets have, sorted
	bare    bool                // the aspect has no built-in checkers
	crashed checks.Crashes      // of the last round
}

// looseFiles returns what is to be done about files that no target owns.
func (c *bazelFixCmd) looseFiles(ws *workspace.Workspace, build *bazel.Build, env *environment, opts pipeline.Options) (*looseFiles, error) {
	l := &looseFiles{
		mode:  c.Undeclared,
		scope: undeclared.ScopeOf(c.Targets, c.dir),
		list:  c.commandWith(undeclaredReport),
		fix:   c.commandWith(undeclaredFix),
		ws:    ws, build: build, env: env, opts: opts,
	}
	switch {
	case l.mode == undeclaredCount && !l.scope.Whole():
		l.mode = undeclaredIgnore
	case l.mode != undeclaredCount && l.mode != undeclaredIgnore && l.scope.Empty():
		return nil, &usageError{err: fmt.Errorf("command line: --undeclared=%s: no target pattern names a folder to look for files in; name one, such as //some/package/..., or none for the whole workspace", l.mode)}
	}
	l.opts.Progress = env.progress("checking files that no target owns:")
	return l, nil
}

// check finds the files in the first round, and checks them in every one where they are to be fixed. It is
// rounds.Checks.Loose.
func (l *looseFiles) check(ctx context.Context, built rounds.Built) ([]*artifact.Artifact, error) {
	round := built.Round
	if round == 1 {
		if err := l.find(ctx, built); err != nil {
			if l.mode != undeclaredCount || ctx.Err() != nil {
				return nil, fmt.Errorf("files that no target owns: %w", err)
			}
			fmt.Fprintf(l.env.stderr, "autofix: files that no target owns are not known: %s\n", report.OneLine(err.Error()))
		}
		if l.opts.Policy == policy.Strict {
			if err := l.judge(); err != nil {
				return nil, err
			}
		}
		l.compare(built.Artifacts)
	}
	if l.mode != undeclaredFix || l.bare || len(l.files) == 0 {
		return nil, nil
	}
	checked, err := pipeline.Check(ctx, l.ws, l.files, "", l.opts)
	l.env.progressDone()
	if err != nil {
		return nil, err
	}
	if len(checked.Crashed) > 0 && l.opts.Policy == policy.Strict {
		return nil, checked.Crashed
	}
	l.crashed = checked.Crashed
	if round == 1 {
		l.checked = checked.Files
	}
	return []*artifact.Artifact{checked.Artifact}, nil
}

// compare notes in what the checkers of targets differ from the built-in ones,
// which are all that a file without a target can have.
func (l *looseFiles) compare(artifacts []*artifact.Artifact) {
	builtin := l.opts.Tools.Checkers.Tool.Name
	for _, a := range artifacts {
		if a.Tool.Name != builtin && !slices.Contains(l.others, a.Tool.Name) {
			l.others = append(l.others, a.Tool.Name)
		}
	}
	slices.Sort(l.others)
	l.bare = len(l.others) > 0 && !slices.ContainsFunc(artifacts, func(a *artifact.Artifact) bool { return a.Tool.Name == builtin })
}

// tellOthers says which checkers did not look at the files without a target.
func (l *looseFiles) tellOthers(w writer) {
	switch {
	case l.mode != undeclaredFix || len(l.files) == 0:
	case l.bare:
		fmt.Fprintf(w, "autofix: --undeclared=fix runs the built-in checkers, which the aspect %s does not have\n", l.build.Aspect)
	case len(l.others) > 0:
		fmt.Fprintf(w, "autofix: files without a target were checked by the built-in checkers alone, not by %s\n", strings.Join(l.others, ", "))
	}
}

// An ownersAnswer is what Bazel says about who owns files.
type ownersAnswer struct {
	owners *bazel.Owners
	err    error
}

// askedAfter returns build with a question to Bazel after the first one, which it
// answers while what the build made is read. find waits for the answer, so that
// nothing is built meanwhile.
func (l *looseFiles) askedAfter(build func(context.Context, int) (*bazel.Collection, error)) func(context.Context, int) (*bazel.Collection, error) {
	return func(ctx context.Context, round int) (*bazel.Collection, error) {
		collection, err := build(ctx, round)
		if err != nil || round > 1 {
			return collection, err
		}
		ctx, cancel := context.WithCancel(ctx)
		answered := make(chan ownersAnswer, 1)
		l.answered = answered
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			owners, err := l.build.Owners(ctx, l.mode == undeclaredUnchecked)
			answered <- ownersAnswer{owners, err}
		}()
		l.cancel = func() {
			cancel()
			<-ended
		}
		return collection, nil
	}
}

// stop ends a query that nobody waits for any more.
func (l *looseFiles) stop() {
	if l.cancel != nil {
		l.cancel()
	}
}

func (l *looseFiles) find(ctx context.Context, built rounds.Built) error {
	said := <-l.answered
	if said.err != nil {
		return said.err
	}
	var err error
	l.files, err = undeclared.Find(ctx, l.ws, said.owners, l.scope, l.opts)
	if err == nil && l.mode == undeclaredUnchecked {
		checked := pipeline.Paths(l.ws, built.Artifacts)
		l.unread, err = undeclared.Unchecked(ctx, l.ws, said.owners, l.scope, checked, built.Collection, l.opts)
	}
	return err
}

// tellUnread lists the files that a target names and no check read.
func (l *looseFiles) tellUnread(w writer) {
	if l.mode != undeclaredUnchecked {
		return
	}
	switch len(l.unread) {
	case 0:
		fmt.Fprintln(w, "autofix: every file that a target names was checked")
		return
	case 1:
		fmt.Fprintln(w, "autofix: 1 file has a target, and no check read it:")
	default:
		fmt.Fprintf(w, "autofix: %d files have a target, and no check read them:\n", len(l.unread))
	}
	for _, file := range l.unread {
		fmt.Fprintf(w, "  %s: %s\n", report.OneLine(file.Path), report.OneLine(file.Reason))
	}
}

// tell adds to a summary what is to be said of files that were not checked. Those of a failure are for judge to list.
func (l *looseFiles) tell(s *report.Summary) {
	if l.mode == undeclaredFix && !l.bare {
		return
	}
	s.Undeclared.Files = l.files
	switch l.mode {
	case undeclaredCount, undeclaredFix:
		s.Undeclared.List = l.list
	case undeclaredReport, undeclaredUnchecked:
		s.Undeclared.Fix = l.fix
	}
}

// judge is the failure of a run that must leave no file without a target.
func (l *looseFiles) judge() error {
	if l.mode != undeclaredFail || len(l.files) == 0 {
		return nil
	}
	var text strings.Builder
	text.WriteString("bazel-fix: ")
	u := report.Undeclared{Files: l.files, Fix: l.fix}
	u.Text(&text)
	return &findingsError{what: text.String()}
}
