// Package external runs a checker that is a program of its own.
//
// The program runs in the folder that paths are relative to, with nothing on its standard input, with an environment
// that is the same everywhere, and with a home folder and a folder for temporary files that are empty and soon gone. It
// says what it found in a file or on its standard output, and ends with an exit code of those that say that it did its
// work. Whatever else happens is a failure of the checker, and never passes for "nothing found".
package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/adapters"
)

// maxSaid is how much of what the program says to people is kept, in bytes: the last ones.
const maxSaid = 16 << 10

// Limits, which tests lower.
var (
	maxOutput  = 256 << 20       // bytes of output that are read; more is a failure
	stragglers = 5 * time.Second // how long what the program has started may hold its output open after its own end
)

// A Checker is a program that finds things in files.
type Checker struct {
	Name      string
	Program   string   // absolute, or relative to Dir
	Args      []string // see arguments for what stands for files in them
	Env       []string // NAME=VALUE, over the variables that every checker has
	Dir       string   // absolute: where it runs
	Format    string   // of its output: one of adapters.Formats
	ExitCodes []int    // those that say that it did its work, whether or not it found something
	Parts     *Parts   // nil: it looks at whole files
}

// An Error is a checker that failed.
type Error struct {
	Checker string
	Err     error
	Said    string // the last of what the program said to people, without blanks around it; may be empty
}

func (e *Error) Error() string {
	text := fmt.Sprintf("checker %s failed: %v", e.Checker, e.Err)
	if e.Said != "" {
		text += "\nit said:\n" + e.Said
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// Check runs the program on the files of snapshots, and returns what it found, on behalf of origin, as adapters.Accept
// has it. Without files there is nothing to run. The error is an *Error, or wraps the cause of ctx.
func (c *Checker) Check(ctx context.Context, origin string, files []fixedits.Snapshot) (*artifact.Artifact, error) {
	if len(files) == 0 {
		return artifact.New(artifact.Tool{Name: c.Name}, origin), nil
	}
	said := &tail{limit: maxSaid}
	found, err := c.find(ctx, files, said)
	if cause := context.Cause(ctx); cause != nil {
		return nil, fmt.Errorf("checker %s: stopped: %w", c.Name, cause)
	}
	if err == nil {
		err = adapters.Accept(found, c.Name, origin, files)
	}
	if err != nil {
		return nil, &Error{Checker: c.Name, Err: err, Said: strings.TrimSpace(said.String())}
	}
	return found, nil
}

// find returns what the program found, as it says it.
func (c *Checker) find(ctx context.Context, files []fixedits.Snapshot, said *tail) (*artifact.Artifact, error) {
	if c.Parts != nil {
		return c.findInParts(ctx, files, said)
	}
	output, err := c.run(ctx, c.Args, func(string) ([]string, error) { return paths(files), nil }, said)
	if err != nil {
		return nil, err
	}
	found, err := adapters.Decode(c.Format, output)
	if err != nil {
		return nil, fmt.Errorf("malformed %s: %w", c.Format, err)
	}
	return found, nil
}

// run returns the program's output. It asks for the files with a folder in
// which they may be made.
func (c *Checker) run(ctx context.Context, template []string, given func(scratch string) ([]string, error), said *tail) ([]byte, error) {
	scratch, err := os.MkdirTemp("", "autofix-checker-")
	if err != nil {
		return nil, fmt.Errorf("no folder for its temporary files: %w", err)
	}
	defer os.RemoveAll(scratch)
	files, err := given(scratch)
	if err != nil {
		return nil, err
	}
	args, out, err := arguments(template, files, scratch)
	if err != nil {
		return nil, err
	}
	variables, err := environment(scratch)
	if err != nil {
		return nil, err
	}
	program := filepath.FromSlash(c.Program)
	if !filepath.IsAbs(program) {
		program = filepath.Join(c.Dir, program)
	}
	command := exec.CommandContext(ctx, program, args...)
	command.Dir = c.Dir
	command.Env = append(variables, c.Env...)
	command.WaitDelay = stragglers
	printed := &limited{limit: maxOutput}
	command.Stderr = said
	command.Stdout = said
	if out == "" {
		command.Stdout = printed
	}
	err = command.Run()
	if printed.over {
		return nil, tooMuch()
	}
	if err := c.judge(err); err != nil {
		return nil, err
	}
	if out == "" {
		return printed.kept.Bytes(), nil
	}
	return readOutput(out)
}

// judge says whether the program did its work, by how it ended.
func (c *Checker) judge(err error) error {
	code := 0
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit) && exit.Exited():
		code = exit.ExitCode()
	case errors.As(err, &exit):
		return fmt.Errorf("it was ended by a %s", exit)
	case errors.Is(err, exec.ErrWaitDelay):
		return errors.New("it left a process behind that holds its output open")
	default:
		return fmt.Errorf("it could not be run: %w", err)
	}
	if !slices.Contains(c.ExitCodes, code) {
		return fmt.Errorf("it ended with exit code %d, which is not one of those that say that it did its work (%s)",
			code, strings.Trim(fmt.Sprint(c.ExitCodes), "[]"))
	}
	return nil
}

// readOutput reads the file that the program was told to write.
func readOutput(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, errors.New("it did not write its output, the file that {out} stands for")
	case err != nil:
		return nil, fmt.Errorf("its output: %w", err)
	case !info.Mode().IsRegular():
		return nil, errors.New("its output, what {out} stands for, is no regular file")
	case info.Size() > int64(maxOutput):
		return nil, tooMuch()
	}
	return os.ReadFile(name)
}

func paths(files []fixedits.Snapshot) []string {
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = file.Path
	}
	return names
}
