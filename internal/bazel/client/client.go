// Package client runs Bazel commands and reads their results: answers of
// queries, and the result of every target, test and test case of builds. It
// works with Bazel 7.4 to 9.
package client

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// A Client runs commands of Bazel in one workspace, one at a time.
type Client struct {
	Bazel      string    // the program
	Dir        string    // a folder of the workspace
	Env        []string  // nil: this process's, outside of `bazel run`
	Startup    []string  // startup options besides OutputBase
	OutputBase string    // absolute; "": Bazel's own choice
	Stderr     io.Writer // Bazel's progress and messages; nil: discarded
	Temp       string    // where files for Bazel are made; "": the system's folder

	// Runs runs a command in another way, such as in a sandbox. Nil:
	// (*Process).Run.
	Runs func(ctx context.Context, p *Process) (exitCode int, err error)

	started bool
}

// An Error is a command that Bazel did not run: wrong options, a workspace that
// cannot be read, or a crash.
type Error struct {
	Command  string // e.g. query
	ExitCode int
	Messages string // the last lines that Bazel printed
}

func (e *Error) Error() string {
	text := fmt.Sprintf("bazel %s: exit %d", e.Command, e.ExitCode)
	for _, more := range []string{Meaning(e.ExitCode), e.Messages} {
		if more != "" {
			text += ": " + more
		}
	}
	return text
}

// Run runs a command, such as info, and returns its standard output. An exit
// code other than 0 is an *Error.
func (c *Client) Run(ctx context.Context, command string, args ...string) ([]byte, error) {
	var stdout bytes.Buffer
	code, messages, err := c.exec(ctx, &stdout, command, args)
	if err == nil && code != 0 {
		err = &Error{command, code, messages}
	}
	return stdout.Bytes(), err
}

// Shutdown ends the server of the client, if a command has started it.
func (c *Client) Shutdown(ctx context.Context) error {
	if !c.started {
		return nil
	}
	_, err := c.Run(ctx, "shutdown")
	c.started = false
	return err
}

// exec runs a command. It returns the exit code and the last messages.
func (c *Client) exec(ctx context.Context, stdout io.Writer, command string, args []string) (code int, messages string, err error) {
	c.started = true
	startup := slices.Clone(c.Startup)
	if c.OutputBase != "" {
		startup = append(startup, "--output_base="+c.OutputBase)
	}
	end := &process.Tail{}
	stderr := io.Writer(end)
	if c.Stderr != nil {
		stderr = io.MultiWriter(end, c.Stderr)
	}
	p := Process{
		Program: c.Bazel, Args: slices.Concat(startup, []string{command}, args), Dir: c.Dir, Env: c.Env,
		Stdout: stdout, Stderr: stderr, Group: true,
	}
	run := c.Runs
	if run == nil {
		run = func(ctx context.Context, p *Process) (int, error) { return p.Run(ctx) }
	}
	if code, err = run(ctx, &p); err != nil {
		return code, "", fmt.Errorf("bazel %s: %w", command, err)
	}
	return code, process.LastLines(unsaid().ReplaceAllString(end.String(), "")), nil
}

// unsaid matches output of Bazel that does not explain a failure: lines about
// itself, and colors, which a .bazelrc may ask for.
var unsaid = lazyregexp.New(`(?m)^(?:\x1b\[[0-9;]*[A-Za-z])*(?:Starting local Bazel server|INFO: ).*\n?|\x1b\[[0-9;]*[A-Za-z]`)

// withFile calls do with the name of a file that has a text.
func (c *Client) withFile(text string, do func(name string) error) error {
	dir, err := os.MkdirTemp(c.Temp, "autofix-bazel-")
	if err != nil {
		return fmt.Errorf("bazel: %w", err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return fmt.Errorf("bazel: %w", err)
	}
	return do(name)
}
