// Package client runs Bazel commands and reads what they did: queries, builds
// and tests with the result of every target, test and test case. It works with
// Bazel 7.4 to 9.
package client

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A Client runs commands of Bazel in one workspace.
type Client struct {
	Bazel      string    // the program
	Dir        string    // a folder of the workspace
	Env        []string  // nil: that of this process, outside of `bazel run`
	Startup    []string  // startup options besides OutputBase
	OutputBase string    // absolute; "": Bazel's own choice
	Stderr     io.Writer // Bazel's progress and messages; nil: discarded

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
	if e.Messages != "" {
		text += ": " + e.Messages
	}
	return text
}

// Run runs a command, such as info, and returns what it prints. An exit code
// other than 0 is an *Error.
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
	all := append([]string{}, c.Startup...)
	if c.OutputBase != "" {
		all = append(all, "--output_base="+c.OutputBase)
	}
	all = append(append(all, command), args...)
	end := &Tail{}
	stderr := io.Writer(end)
	if c.Stderr != nil {
		stderr = io.MultiWriter(end, c.Stderr)
	}
	p := Process{Program: c.Bazel, Args: all, Dir: c.Dir, Env: c.Env, Stdout: stdout, Stderr: stderr}
	if code, err = p.Run(ctx); err != nil {
		return 0, "", fmt.Errorf("bazel %s: %w", command, err)
	}
	return code, LastLines(unsaid.ReplaceAllString(end.String(), "")), nil
}

// unsaid matches the lines of Bazel that say nothing of a failure.
var unsaid = regexp.MustCompile(`(?m)^(Starting local Bazel server|INFO: ).*\n?`)

// withFile calls do with the name of a file that has a text.
func withFile(text string, do func(name string) error) error {
	dir, err := os.MkdirTemp("", "autofix-bazel-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		return err
	}
	return do(name)
}

// The bounds of the output of something that failed.
const (
	tailLines = 20
	tailBytes = 4096
)

// A Tail keeps the end of what is written to it.
type Tail struct{ text []byte }

func (t *Tail) Write(text []byte) (int, error) {
	t.text = append(t.text, text...)
	if len(t.text) > 4*tailBytes {
		t.text = append(t.text[:0], t.text[len(t.text)-tailBytes:]...)
	}
	return len(text), nil
}

// String returns the last lines, as valid UTF-8: at most 20 of them, and 4 KiB.
func (t *Tail) String() string { return LastLines(string(t.text)) }

// LastLines returns the last lines of a text: at most 20, and 4 KiB of valid
// UTF-8.
func LastLines(text string) string {
	text = strings.TrimRight(strings.ToValidUTF8(text, "\uFFFD"), "\n")
	lines := strings.Split(text, "\n")
	text = strings.Join(lines[max(0, len(lines)-tailLines):], "\n")
	for len(text) > tailBytes {
		_, rest, found := strings.Cut(text, "\n")
		if !found {
			return strings.ToValidUTF8(text[len(text)-tailBytes:], "")
		}
		text = rest
	}
	return text
}

// lastOf returns the last lines of a file of the build events, or "" if it
// cannot be read here.
func lastOf(f *file) string {
	if f == nil {
		return ""
	}
	if len(f.Contents) > 0 {
		return LastLines(string(f.Contents))
	}
	name := localName(f.URI)
	if name == "" {
		return ""
	}
	in, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer in.Close()
	if info, err := in.Stat(); err == nil {
		_, _ = in.Seek(max(0, info.Size()-4*tailBytes), io.SeekStart)
	}
	text, _ := io.ReadAll(io.LimitReader(in, 4*tailBytes))
	return LastLines(testLogHeader.ReplaceAllString(string(text), ""))
}

// testLogHeader is what tools/test/test-setup.sh in Bazel writes before the
// output of a test.
var testLogHeader = regexp.MustCompile(`\Aexec \$\{PAGER:-/usr/bin/less\} "\$0" \|\| exit 1\nExecuting tests from .*\n-+\n`)
