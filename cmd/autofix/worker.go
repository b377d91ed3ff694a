package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/bazel/worker"
)

// workerFlag is what Bazel puts in the place of an action's argument file to start a persistent worker. It is no flag
// of a verb: the help does not list it.
const workerFlag = "--persistent_worker"

// workerVerbs are the verbs of build actions that work as persistent workers: they read what their arguments name,
// relative to environment.dir, and hold on to nothing between two requests.
var workerVerbs = []string{"canonicalize", "check", "debug", "gate", "render"}

// startsWorker reports whether args start a worker, and returns the arguments that all its requests begin with.
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

// serve answers the requests of Bazel until there are no more. Each is a command line of its own.
func (e *environment) serve(ctx context.Context, startup []string) error {
	if len(startup) == 0 || !slices.Contains(workerVerbs, startup[0]) {
		return &usageError{err: fmt.Errorf("command line: %s: only %s can be a persistent worker; name one of them first",
			workerFlag, strings.Join(workerVerbs, ", "))}
	}
	if responses, ok := e.stdout.(*os.File); ok && responses == os.Stdout {
		// Whatever should print unasked: it must not come between the answers.
		os.Stdout = os.Stderr
	}
	server := worker.Server{
		PanicExit: exitFailed,
		Handle: func(ctx context.Context, r *worker.Request, output io.Writer) int {
			request := e.of(r, output)
			// Bazel has expanded the argument file.
			return request.exit(execVerb(ctx, slices.Concat(startup, r.Arguments), request))
		},
	}
	err := server.Serve(ctx, e.stdin, e.stdout)
	switch {
	case ctx.Err() != nil:
		return nil // Bazel ends its workers by a signal
	case err != nil:
		return fmt.Errorf("worker: %w; Bazel starts another one for the next request", err)
	}
	return nil
}

// of returns the environment of one request.
func (e *environment) of(r *worker.Request, output io.Writer) *environment {
	return &environment{
		stdin:    strings.NewReader(""),
		stdout:   output,
		stderr:   output,
		dir:      filepath.Join(e.dir, filepath.FromSlash(r.SandboxDir)),
		checkers: e.checkers,
		formats:  e.formats,
	}
}
