package client

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// interruptGrace is how long Bazel may take to end after an interrupt. After
// that its client is killed; the server notices and cancels the build.
const interruptGrace = 30 * time.Second

// A Process is a Bazel command to run.
type Process struct {
	Program        string
	Args           []string
	Dir            string
	Env            []string // nil: this process's, outside of `bazel run`
	Stdout, Stderr io.Writer

	// Group runs Bazel in its own process group, outside of the foreground job
	// of a terminal: a wrapper such as Bazelisk may leave it to the terminal to
	// interrupt the Bazel that it runs.
	Group bool
}

// Run runs a command and returns its exit code. The error is not nil if it
// could not be run, or was interrupted or killed. If ctx is canceled, Bazel is
// interrupted, and the error wraps the cause.
func (p *Process) Run(ctx context.Context) (exitCode int, err error) {
	env := p.Env
	if env == nil {
		env = append(OutsideOfRun(os.Environ()), "PWD="+p.Dir)
	}
	// In a terminal and without its own group, Bazel has had the interrupt
	// already. A second one changes nothing; only the third makes its client
	// kill the server.
	command := process.Command{
		Program: p.Program, Args: p.Args, Dir: p.Dir, Env: env, Stdout: p.Stdout, Stderr: p.Stderr,
		Group: p.Group, Grace: interruptGrace,
	}
	exitCode, err = command.Run(ctx)
	if err == nil && exitCode == ExitInterrupted {
		return exitCode, fmt.Errorf("interrupted: %w", context.Canceled)
	}
	return exitCode, err
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
