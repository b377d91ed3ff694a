package worktree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// A git runs git in a repository of ours or the person's, without the programs
// that configuration, environment and attributes could start.
type git struct {
	program string
	dir     string
	env     []string
}

// grace is how long git may take to end after an interrupt.
const grace = 5 * time.Second

// findGit finds the program. One in the repository would be the repository's
// choice.
func findGit(root string) (string, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return "", fail(NoGit, err, "git")
	}
	if program, err = filepath.Abs(program); err != nil {
		return "", fail(NoGit, err, "git")
	}
	if atRoot(root) {
		return program, nil // all programs are in it, whether it is a repository or not
	}
	return program, checkProgram(root, program)
}

// checkProgram refuses a git in a repository, which could be anything.
func checkProgram(root, program string) error {
	switch {
	case atRoot(root):
		return fail(AtRoot, nil, "the repository is %s, so that git itself and the state of proofs are in it", root)
	case person.Within(root, program):
		return fail(NoGit, nil, "git on the PATH is %s, which is in the repository", program)
	}
	return nil
}

// atRoot reports whether a folder is the root of a file system.
func atRoot(dir string) bool { return filepath.Dir(dir) == dir }

// passed are the variables of this process that git may need on some systems.
var passed = []string{"PATH", "SYSTEMROOT", "SystemRoot", "TEMP", "TMP", "TMPDIR"}

// environment returns the variables that git always has, without any that would
// point it elsewhere, and without configuration of the person and the system.
func environment(more ...string) []string {
	env := append([]string{
		"HOME=" + os.DevNull, "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_ATTR_NOSYSTEM=1",
	}, always()...)
	return append(env, more...)
}

func always() []string {
	env := []string{
		"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
		"GIT_NO_REPLACE_OBJECTS=1", "GIT_LITERAL_PATHSPECS=1",
	}
	for _, name := range passed {
		if value, found := os.LookupEnv(name); found {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// overrides come before every command. Without them, the settings of the
// person's repository could start programs, write to it, or refuse a checkout
// of another user, whose configuration starts nothing here.
var overrides = []string{
	"--no-pager", "--no-optional-locks",
	"-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false",
	"-c", "core.hooksPath=" + os.DevNull, "-c", "core.logAllRefUpdates=false", "-c", "core.splitIndex=false",
	"-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "index.threads=1",
}

// with returns the same git with more variables.
func (g *git) with(variables ...string) *git {
	out := *g
	out.env = append(slices.Clip(g.env), variables...)
	return &out
}

// run runs git and returns its output. stdin may be nil.
func (g *git) run(ctx context.Context, stdin []byte, args ...string) ([]byte, error) {
	var stdout bytes.Buffer
	err := g.stream(ctx, stdin, &stdout, args...)
	return stdout.Bytes(), err
}

// stream is run with an output that may be large.
func (g *git) stream(ctx context.Context, stdin []byte, stdout io.Writer, args ...string) error {
	stderr := process.NewOutput(4 << 10)
	command := process.Command{
		Program: g.program, Args: append(slices.Clone(overrides), args...), Dir: g.dir, Env: g.env, Stderr: stderr, Grace: grace,
	}
	var code int
	var err error
	if stdin == nil {
		command.Stdout, command.Group = stdout, true
		code, err = command.Run(ctx)
	} else {
		code, err = feed(ctx, &command, stdin, stdout)
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted: %w", context.Cause(ctx))
	case err == nil && code != 0:
		err = fmt.Errorf("exit code %d", code)
	}
	if err != nil {
		return &gitError{args[0], code, strings.TrimSpace(stderr.String()), err}
	}
	return nil
}

// feed runs a command with a standard input.
func feed(ctx context.Context, command *process.Command, stdin []byte, stdout io.Writer) (int, error) {
	running, err := command.Start(ctx)
	if err != nil {
		return -1, err
	}
	defer running.Close(0)
	go func() {
		// A program that ends early says why itself.
		_, _ = running.Stdin.Write(stdin)
		_ = running.Stdin.Close()
	}()
	_, copied := io.Copy(stdout, running.Stdout)
	code, err := running.Wait()
	if err == nil {
		err = copied
	}
	return code, err
}

// A gitError is a run of git that failed.
type gitError struct {
	command string
	code    int
	stderr  string
	err     error
}

// Error returns git's message, on one line.
func (e *gitError) Error() string {
	said := e.err.Error()
	if e.stderr != "" {
		said = strings.Join(strings.Fields(strings.TrimPrefix(process.LastLines(e.stderr), "fatal: ")), " ")
	}
	return "git " + e.command + ": " + said
}

func (e *gitError) Unwrap() error { return e.err }

// said reports whether git failed and its message has a text.
func said(err error, text string) bool {
	var failed *gitError
	return errors.As(err, &failed) && strings.Contains(failed.stderr, text)
}

// line returns an output without the newline at its end. Others are part of a
// path.
func line(out []byte) string { return strings.TrimSuffix(string(out), "\n") }

// rows splits an output whose rows end with NUL.
func rows(out []byte) []string {
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// input joins rows that end with NUL each. It is never nil.
func input(rows []string) []byte {
	var out bytes.Buffer
	for _, row := range rows {
		out.WriteString(row)
		out.WriteByte(0)
	}
	return append([]byte{}, out.Bytes()...)
}
