// Package external runs checkers that are separate programs.
//
// The program runs in the folder that paths are relative to, with empty standard
// input, the same environment on every machine, and an empty home folder and
// temporary folder that are deleted afterwards. It reports its findings in a
// file or on its standard output, and ends with one of the expected exit codes.
// Anything else is a failure of the checker, and is never treated as "nothing
// found".
package external

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

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// maxSaid is the maximum number of bytes of messages to keep: the last ones.
const maxSaid = 16 << 10

// Limits; tests lower them.
var (
	maxOutput  = 256 << 20       // bytes of output that are read; more is a failure
	stragglers = 5 * time.Second // how long child processes may hold its output open after it has ended
)

// A Checker is a program that reports findings in files.
type Checker struct {
	Name      string
	Program   string          // absolute, or relative to Dir
	Args      []string        // see arguments for the placeholders of files
	Env       []string        // NAME=VALUE, overriding the variables that every checker has
	Dir       string          // the root of all paths; absolute
	In        string          // the folder in which it runs, below Dir; all files are in it; empty for Dir
	Format    adapters.Format // of its output; with Parts, only the Name is used
	Unsaid    fixedits.Safety // safety of fixes of which the output says nothing; default suggestion
	ExitCodes []int           // codes of a successful run, with or without findings
	Reports   []string        // files or folders with its output, each absolute or relative to Dir, instead of the Program
	Parts     *Parts          // nil: it checks whole files
	Rewrite   *Rewrite        // nil: it reports findings
	Mirror    *Mirror         // nil: it runs in Dir itself, or a Rewrite in a copy of the files and its Data alone
	Timeout   time.Duration   // of each run of the program; 0 means no limit

	// UnsaidOf is like Unsaid for the fixes of single rules, and goes first.
	UnsaidOf map[string]fixedits.Safety
	// Stderr says that it writes its output to standard error, unless Args name
	// a file for it. Its standard output is then a message.
	Stderr bool
	// NoFiles says that Args name the files, which are not added to them.
	NoFiles bool
}

// An Error is the failure of a checker.
type Error struct {
	Checker string
	Err     error
	Said    string // the end of its messages, without surrounding whitespace; may be empty
	Target  string // of Bazel that was checked; may be empty
}

func (e *Error) Error() string {
	text := fmt.Sprintf("checker %s failed: %v", e.Checker, e.Err)
	if e.Said != "" {
		text += "\nit said:\n" + e.Said
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// Check runs the program on the files of the given snapshots. It returns the
// findings, on behalf of origin, and the refused results. A refused result is a
// failure if the format is strict. Without files it does not run the program.
// The error is an *Error, or wraps the cause of ctx.
func (c *Checker) Check(ctx context.Context, origin string, given []fixedits.Snapshot) (*artifact.Artifact, []*adapters.Refusal, error) {
	if len(given) == 0 {
		return artifact.New(artifact.Tool{Name: c.Name}, origin), nil, nil
	}
	if c.Format.Named != nil {
		c.Format.Adapter = c.Format.Named(c.Name)
	}
	said := &tail{limit: maxSaid}
	result, err := c.find(ctx, given, said)
	if cause := context.Cause(ctx); cause != nil {
		return nil, nil, fmt.Errorf("checker %s: stopped: %w", c.Name, cause)
	}
	var found *artifact.Artifact
	if err == nil {
		found, err = c.accept(result, origin, given)
	}
	if err != nil {
		return nil, nil, &Error{Checker: c.Name, Err: err, Said: strings.TrimSpace(said.String())}
	}
	return found, result.Refused, nil
}

// accept converts a result to an artifact.
func (c *Checker) accept(result *adapters.Result, origin string, given []fixedits.Snapshot) (*artifact.Artifact, error) {
	if n := len(result.Refused); n > 0 && c.Format.Strict {
		more := ""
		if n > 1 {
			more = fmt.Sprintf(" (and %d more)", n-1)
		}
		return nil, fmt.Errorf("its output cannot be used: %w%s", result.Refused[0], more)
	}
	return result.Artifact(c.Name, origin, given)
}

// find returns the findings of the program.
func (c *Checker) find(ctx context.Context, given []fixedits.Snapshot, said *tail) (*adapters.Result, error) {
	if c.Rewrite != nil {
		return c.rewrite(ctx, given, said)
	}
	if c.Mirror != nil {
		return c.findInMirror(ctx, given, said)
	}
	return c.findIn(ctx, c.Dir, given, said)
}

// findIn returns the findings of the program that runs in a folder with the
// files, below which it is to find them.
func (c *Checker) findIn(ctx context.Context, root string, given []fixedits.Snapshot, said *tail) (*adapters.Result, error) {
	files := adapters.NewFiles(given, c.read, rootsOf(root)...)
	files.Unsaid, files.UnsaidOf = c.Unsaid, c.UnsaidOf
	if len(c.Reports) > 0 {
		return c.readReports(files)
	}
	if c.Parts != nil {
		return c.findInParts(ctx, root, given, files, said)
	}
	var all *adapters.Result
	for _, names := range c.batches(given) {
		output, err := c.run(ctx, root, c.Args, func(string) ([]string, error) { return names, nil }, said)
		if err != nil {
			return nil, err
		}
		result, err := c.Format.Read(bytes.NewReader(output), files, c.In)
		if err != nil {
			return nil, err
		}
		if all == nil {
			all = result
		} else {
			all.Join(result)
		}
	}
	return all, nil
}

// read returns the bytes of a file.
func (c *Checker) read(path string) ([]byte, error) {
	if c.Mirror != nil {
		return c.Mirror.Read(path)
	}
	content, err := os.ReadFile(filepath.Join(c.Dir, filepath.FromSlash(path)))
	return content, withoutPath(err)
}

// withoutPath removes a path from an error, since Dir differs each time.
func withoutPath(err error) error {
	if failure, ok := errors.AsType[*os.PathError](err); ok {
		return failure.Err
	}
	return err
}

// rootsOf returns the names by which the program may know a folder.
func rootsOf(dir string) []string {
	if resolved, err := filepath.EvalSymlinks(dir); err == nil && resolved != dir {
		return []string{dir, resolved}
	}
	return []string{dir}
}

// run returns the output of the program, which runs below root. It calls given
// for the files, with a folder in which they may be created.
func (c *Checker) run(ctx context.Context, root string, template []string, given func(scratch string) ([]string, error), said *tail) ([]byte, error) {
	scratch, err := os.MkdirTemp("", "autofix-checker-")
	if err != nil {
		return nil, fmt.Errorf("cannot create its folder for temporary files: %w", err)
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
	within, cancel := c.limit(ctx)
	defer cancel()
	command := exec.CommandContext(within, program, args...)
	command.Dir = filepath.Join(root, filepath.FromSlash(c.In))
	command.Env = append(variables, c.Env...)
	command.WaitDelay = stragglers
	printed := &limited{limit: maxOutput}
	var stdout io.Writer = said
	switch {
	case out == "" && c.Stderr:
		command.Stderr = printed
	case out == "":
		stdout, command.Stderr = printed, said
	}
	err = runWith(command, stdout)
	if out == "" && c.Stderr {
		// Malformed output is a message. It comes after those on the other stream,
		// whichever was read first.
		_, _ = said.Write(printed.kept.Bytes())
	}
	switch {
	case printed.over:
		return nil, tooMuch()
	case within.Err() != nil && ctx.Err() == nil:
		return nil, c.tooLate()
	}
	if err := c.judge(err); err != nil {
		return nil, err
	}
	if out == "" {
		return printed.kept.Bytes(), nil
	}
	output, err := readOutput(out)
	if errors.Is(err, errNoFile) && c.Format.NoFile {
		return nil, nil
	}
	return output, err
}

// limit returns the context of a run of the program.
func (c *Checker) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.Timeout <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, c.Timeout)
}

func (c *Checker) tooLate() error {
	return fmt.Errorf("did not end within %v, and was stopped", c.Timeout)
}

// runWith runs a command and copies its standard output, in the order of writing
// with its standard error unless the command has another place for it. Unlike Run, it also
// reports a child process that holds the output open if the command fails: the
// exit code of a checker with findings is usually not 0.
func runWith(command *exec.Cmd, stdout io.Writer) error {
	reader, writer, err := os.Pipe()
	if err != nil {
		return err
	}
	command.Stdout = writer
	if command.Stderr == nil {
		command.Stderr = writer
	}
	end := process.Group(command)
	defer end()
	err = command.Start()
	writer.Close()
	if err != nil {
		reader.Close()
		return err
	}
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		defer reader.Close() // if stdout fails, so do further writes of the command
		_, _ = io.Copy(stdout, reader)
	}()
	err = command.Wait()
	select {
	case <-copied:
		return err
	case <-time.After(stragglers):
		reader.Close()
		<-copied
		return exec.ErrWaitDelay
	}
}

// judge returns an error unless the program succeeded, according to how it
// ended.
func (c *Checker) judge(err error) error {
	code := 0
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit) && exit.Exited():
		code = exit.ExitCode()
	case errors.As(err, &exit):
		return fmt.Errorf("terminated by a %s", exit)
	case errors.Is(err, exec.ErrWaitDelay):
		return errors.New("a child process still holds its output open")
	default:
		return fmt.Errorf("cannot run it: %w", err)
	}
	return c.judgeCode(code)
}

func (c *Checker) judgeCode(code int) error {
	if !slices.Contains(c.ExitCodes, code) {
		return &codeError{code: code, expected: c.ExitCodes}
	}
	return nil
}

// A codeError is an exit code that is not one of the expected ones.
type codeError struct {
	code     int
	expected []int
}

func (e *codeError) Error() string {
	return fmt.Sprintf("exited with status %d; expected one of: %s",
		e.code, strings.ReplaceAll(strings.Trim(fmt.Sprint(e.expected), "[]"), " ", ", "))
}

var errNoFile = errors.New("did not write its output file, {out}")

// readOutput reads the output file of the program.
func readOutput(name string) ([]byte, error) {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, errNoFile
	case err != nil:
		return nil, fmt.Errorf("cannot read its output: %w", err)
	case !info.Mode().IsRegular():
		return nil, errors.New("its output file, {out}, is not a regular file")
	case info.Size() > int64(maxOutput):
		return nil, tooMuch()
	}
	return os.ReadFile(name)
}
