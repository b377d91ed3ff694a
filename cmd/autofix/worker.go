package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/bazel/worker"
)

// workerFlag replaces an action's argument file when Bazel starts a persistent
// worker. It is not a flag of a verb, and help does not list it.
const workerFlag = "--persistent_worker"

// workerVerbs are the verbs of build actions that can run as persistent
// workers: they read the files that their arguments name, relative to
// environment.dir, and retain nothing between two requests.
var workerVerbs = []string{"canonicalize", "check", "debug", "gate", "render", "strip-config"}

// startsWorker reports whether args start a worker, and returns the arguments
// that all of its requests begin with.
func startsWorker(args []string) (startup []string, ok bool) {
	flags := args
	if at := slices.Index(args, "--"); at >= 0 {
		flags = args[:at]
	}
	at := slices.Index(flags, workerFlag)
	if at < 0 {
		return args, false
	}
	return slices.Delete(slices.Clone(args), at, at+1), true
}

// serve answers the requests of Bazel until there are no more. Each is a
// separate command line.
func (e *environment) serve(ctx context.Context, startup []string) error {
	if len(startup) == 0 || !slices.Contains(workerVerbs, startup[0]) {
		return &cli.UsageError{Err: fmt.Errorf("command line: %s: only %s can be a persistent worker; name one of them first",
			workerFlag, strings.Join(workerVerbs, ", "))}
	}
	if responses, ok := e.Stdout.(*os.File); ok && responses == os.Stdout {
		// Unexpected output must not get between the answers.
		os.Stdout = os.Stderr
	}
	server := worker.Server{
		PanicExit: cli.ExitFailed,
		Handle: func(ctx context.Context, r *worker.Request, output io.Writer) int {
			request := e.of(r, output)
			// Bazel has already expanded the argument file.
			return request.Exit(execVerb(ctx, slices.Concat(startup, r.Arguments), request))
		},
	}
	err := server.Serve(ctx, e.Stdin, e.Stdout)
	switch {
	case ctx.Err() != nil:
		return nil // Bazel stops its workers with a signal
	case err != nil:
		return fmt.Errorf("worker: %w; Bazel starts another one for the next request", err)
	}
	return nil
}

// of returns the environment of one request.
func (e *environment) of(r *worker.Request, output io.Writer) *environment {
	return &environment{Environment: cli.Environment{
		Stdin:    strings.NewReader(""),
		Stdout:   output,
		Stderr:   output,
		Dir:      filepath.Join(e.Dir, filepath.FromSlash(r.SandboxDir)),
		Checkers: e.Checkers,
		Formats:  e.Formats,
	}}
}
