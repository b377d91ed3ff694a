package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/adapters/external"
	"github.com/rules-autofix/rules_autofix/checks"
)

// run is the whole command: it returns the exit code, having said on stderr why it is not 0 where the report on
// stdout does not say it already.
func run(ctx context.Context, args []string, env *environment) int {
	return env.exit(execute(ctx, args, env))
}

// exit returns the exit code of what a command line returned, having told it.
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
	if startup, ok := startsWorker(args); ok {
		return env.serve(ctx, startup)
	}
	args, err = env.expandArgFile(args)
	if err != nil {
		return err
	}
	return execVerb(ctx, args, env)
}

// execVerb runs the verb of a whole command line. It leaves nothing behind in this process, which may be a worker.
func execVerb(ctx context.Context, args []string, env *environment) (err error) {
	args = splitBazelFix(args)
	// kong ends the process after --help through this hook; the panic takes its place, so that nothing but main
	// ever exits.
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(helpShown); !ok {
				panic(r)
			}
			err = nil
		}
	}()
	if len(args) == 0 {
		args = []string{helpVerb}
	}
	parser, err := newParser(&cli{}, env, onlyVerb(args))
	if err != nil {
		return fmt.Errorf("command line: %w", err)
	}
	parsed, err := parse(parser, args)
	if err != nil {
		return asUsage(err)
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	return parsed.Run()
}

// helpShown unwinds a parse that printed help instead.
type helpShown struct{}

// asUsage adds the way out to what is wrong with a command line.
func asUsage(err error) error {
	verb := ""
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil {
		if selected := parse.Context.Selected(); selected != nil {
			verb = " " + selected.Name
		}
	}
	return &usageError{err: fmt.Errorf("command line: %w; see `autofix help%s`", err, verb)}
}

// printError writes err as `autofix: what: why`. Further lines of a long message are indented below the first.
func printError(w io.Writer, err error) {
	text := strings.TrimRight(err.Error(), "\n") + wayOut(err)
	if crashes, ok := errors.AsType[checks.Crashes](err); ok && err.Error() == crashes.Error() {
		text = crashText(crashes)
	}
	fmt.Fprintf(w, "autofix: %s\n", strings.ReplaceAll(text, "\n", "\n  "))
}

// wayOut is what to do about failures that are told by packages which do not know the command.
func wayOut(err error) string {
	var checker *checks.CheckerError
	var other *external.Error
	var cycle *fixedits.CycleError
	switch {
	case errors.As(err, &checker):
		return "\n" + crashWayOut
	case errors.As(err, &other):
		return "\nthat is a fault of the checker, not a finding: mend it, or leave it out for a target by the tag no-autofix-" + other.Checker
	case errors.As(err, &cycle):
		return "\nnothing was written"
	}
	return ""
}
