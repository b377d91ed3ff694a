package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/adapters/external"
	"github.com/rules-autofix/rules_autofix/checks"
)

// run is the whole command: it returns the exit code, having said on stderr why it is not 0 where the report on
// stdout does not say it already.
func run(ctx context.Context, args []string, env *environment) int {
	err := execute(ctx, args, env)
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, cause) {
		err = fmt.Errorf("interrupted: %w", err)
	}
	return env.exit(err)
}

// A lossless writer remembers that a write failed, so that no output is lost in
// silence.
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
	own := *env
	env = &own
	stdout := &lossless{to: env.stdout}
	env.stdout = stdout
	defer func() {
		if stdout.lost != nil && exitCode(err) != exitFailed {
			err = fmt.Errorf("standard output: %w", stdout.lost)
		}
	}()
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
	var told *usageError
	var parse *kong.ParseError
	switch {
	case err == nil, errors.As(err, &told):
		return err
	case !errors.As(err, &parse) || parse.Context == nil || parse.Context.Selected() == nil:
		return mistake("%w; see `autofix help`", err)
	}
	return mistake("%w; see `autofix help %s`", reworded(parse), parse.Context.Selected().Name)
}

// reworded returns what is wrong with the flags and arguments of a verb in
// words for people, where kong's are for programmers.
func reworded(err *kong.ParseError) error {
	verb := err.Context.Selected()
	text := strings.NewReplacer("a valid 64 bit int", "a whole number", "(from envar ", "(from ").Replace(err.Error())
	if strings.HasPrefix(text, `expected "<`) {
		return fmt.Errorf("%s needs an argument: %s", verb.Name, argumentsOf(verb))
	}
	for _, flag := range verb.Flags {
		for _, name := range flag.Envs {
			value, set := os.LookupEnv(name)
			if set && !given(err.Context.Args, flag.Name) && strings.HasPrefix(text, "--"+flag.Name+" ") {
				return fmt.Errorf("%s=%s in the environment: %s", name, value, text)
			}
		}
	}
	return errors.New(text)
}

// argumentsOf returns the arguments of a verb as its usage has them.
func argumentsOf(verb *kong.Node) string {
	var names []string
	for _, arg := range verb.Positional {
		names = append(names, strings.ToUpper(arg.Name))
	}
	return strings.Join(names, " ")
}

// given reports whether args set a flag.
func given(args []string, flag string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		name, _, _ := strings.Cut(arg, "=")
		return name == "--"+flag
	})
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
		return "\nthat is a fault of the checker, not a finding: fix it, or leave it out for a target by the tag no-autofix-" + other.Checker
	case errors.As(err, &cycle):
		return "\nnothing was written"
	}
	return ""
}
