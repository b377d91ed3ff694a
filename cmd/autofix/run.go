package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/adapters/external"
	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// run runs a command line and returns its exit code. If that is not 0 and the
// report on stdout does not say why, it prints the reason to stderr.
func run(ctx context.Context, args []string, env *environment) int {
	err := execute(ctx, args, env)
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, cause) {
		err = fmt.Errorf("interrupted: %w", err)
	}
	return env.exit(err)
}

// A lossless writer remembers that a write failed, so that output is not lost
// silently.
type lossless struct {
	to   io.Writer
	lost error // of the first write that failed
}

func (w *lossless) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if w.lost == nil {
		w.lost = err
	}
	return n, err
}

// exit prints the error of a command line and returns the exit code for it.
func (e *environment) exit(err error) int {
	if err == nil {
		return exitDone
	}
	var silent *findingsError
	if !errors.As(err, &silent) || silent.what != "" {
		printError(e.stderr, err)
	}
	return exitCode(err)
}

func execute(ctx context.Context, args []string, env *environment) error {
	args, err := argsFromFile(args)
	if err != nil {
		return err
	}
	if completes(args) {
		return complete(ctx, args, env) // args are not yet a complete command line
	}
	if startup, ok := startsWorker(args); ok {
		return env.serve(ctx, startup)
	}
	args, err = env.expandArgFile(args)
	if err != nil {
		return err
	}
	return execVerb(ctx, args, env)
}

// execVerb runs the verb of a complete command line. It leaves no state in this
// process, which may be a worker.
func execVerb(ctx context.Context, args []string, env *environment) error {
	stdout := &lossless{to: env.stdout}
	own := *env
	own.stdout = stdout
	root := newCommand(&own)
	root.SetArgs(markNegatives(root, append([]string{}, args...)))
	err := root.ExecuteContext(ctx)
	if stdout.lost != nil && exitCode(err) != exitFailed {
		return fmt.Errorf("standard output: %w", stdout.lost)
	}
	return err
}

// printError writes err as `autofix: what: why`. Further lines of a long
// message are indented below the first.
func printError(w io.Writer, err error) {
	text := strings.TrimRight(err.Error(), "\n") + wayOut(err)
	if crashes, ok := errors.AsType[checks.Crashes](err); ok && err.Error() == crashes.Error() {
		text = crashText(crashes)
	}
	fmt.Fprintf(w, "autofix: %s\n", strings.ReplaceAll(text, "\n", "\n  "))
}

// wayOut returns the remedy for a failure in a package that does not know the
// command line.
func wayOut(err error) string {
	var checker *checks.CheckerError
	var other *external.Error
	var cycle *fixedits.CycleError
	var outside *workspace.OutsideError
	switch {
	case errors.As(err, &outside):
		return ": run it there, or name another root with --root"
	case errors.As(err, &checker):
		return "\n" + crashWayOut
	case errors.As(err, &other):
		const bug = "\nthis is a bug in the checker, not a finding: fix it"
		if other.Target == "" {
			return bug
		}
		return bug + ", or turn it off for a target with the tag no-autofix-" + other.Checker
	case errors.As(err, &cycle):
		return "\nnothing was written"
	}
	return ""
}
