package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// The exit codes of Bazel that are told apart. They are those of
// src/main/java/com/google/devtools/build/lib/util/ExitCode.java.
const (
	exitBuildFailed = 1
	exitCommandLine = 2
	exitTestsFailed = 3 // also: a query has an answer for a part of the packages only
	exitNoTests     = 4
	exitInterrupted = 8
)

// interruptGrace is how long Bazel may take to end after an interrupt. After
// that its client is killed; the server notices and cancels the build.
const interruptGrace = 30 * time.Second

// A Process is a Bazel command to run.
type Process struct {
	Program        string
	Args           []string
	Dir            string
	Env            []string // nil: that of this process, outside of `bazel run`
	Stdout, Stderr io.Writer
}

// Run runs a command and returns its exit code. The error is not nil if it
// could not be run, or was interrupted or killed. If ctx is canceled, Bazel is
// interrupted, and the error wraps the cause.
func (p *Process) Run(ctx context.Context) (exitCode int, err error) {
	command := exec.CommandContext(ctx, p.Program, p.Args...)
	command.Dir = p.Dir
	command.Env = p.Env
	if p.Env == nil {
		command.Env = OutsideOfRun(command.Environ())
	}
	command.Stdout, command.Stderr = p.Stdout, p.Stderr
	// In a terminal, Bazel has had the interrupt already, as part of the
	// foreground job. A second one changes nothing; only the third makes its
	// client kill the server.
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptGrace
	err = command.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return 0, fmt.Errorf("interrupted: %w", context.Cause(ctx))
	case errors.As(err, &exit) && exit.ExitCode() == exitInterrupted:
		return 0, fmt.Errorf("interrupted: %w", context.Canceled)
	case errors.As(err, &exit) && exit.Exited():
		return exit.ExitCode(), nil
	}
	return 0, err
}

// OutsideOfRun removes from an environment the variables that `bazel run` adds.
// They describe this process, not one that it starts.
func OutsideOfRun(environ []string) []string {
	var kept []string
	for _, variable := range environ {
		name, _, _ := strings.Cut(variable, "=")
		switch name {
		case "RUNFILES_DIR", "RUNFILES_MANIFEST_FILE", "RUNFILES_MANIFEST_ONLY", "JAVA_RUNFILES",
			"BUILD_WORKSPACE_DIRECTORY", "BUILD_WORKING_DIRECTORY", "BUILD_EXECROOT", "BUILD_ID":
		default:
			kept = append(kept, variable)
		}
	}
	return kept
}
