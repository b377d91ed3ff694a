// Package process runs programs: with their exit code, limits, an end when they
// are canceled, the end of every process that they started, and bounded output.
package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"syscall"
	"time"
)

// A Command is a program to run.
type Command struct {
	Program        string   // a path, or a name to look up in the PATH of this process
	Args           []string // without the program
	Dir            string
	Env            []string // nil: the environment of this process
	Stdout, Stderr io.Writer

	// Group runs the program in a process group of its own, where there are
	// such. The whole group is interrupted, and the rest of it is killed
	// when the program ends. Such a program cannot ask anything in the terminal,
	// and does not see the interrupts that a person types there.
	Group bool
	// Tree is like Group, in a session of its own, and ends processes that left the
	// group too: see Start. Run then reads no terminal, and a Grace of 0 kills at
	// once.
	Tree bool
	// Limits bind the program and its children. They need Tree.
	Limits Limits
	// Grace is how long the program may take to end after an interrupt. After
	// that it is killed.
	Grace time.Duration
	// Attributes are the system's attributes of the new process, in addition to
	// the ones that Tree sets. They need Tree.
	Attributes *syscall.SysProcAttr
}

// Run runs the program and returns its exit code. If the program could not be
// started, or a signal ended it, the code is -1, and there is an error: for a
// program that is missing, an fs.ErrNotExist; for a signal, an *exec.ExitError. If ctx is canceled, the program is
// interrupted, and the error wraps the cause.
func (c *Command) Run(ctx context.Context) (exitCode int, err error) {
	if c.Tree {
		return c.runTree(ctx)
	}
	if c.Limits != (Limits{}) || c.Attributes != nil {
		return -1, errors.New("limits and attributes: they are only for commands with Tree")
	}
	command := exec.CommandContext(ctx, c.Program, c.Args...)
	command.Dir, command.Env = c.Dir, c.Env
	command.Stdout, command.Stderr = c.Stdout, c.Stderr
	command.WaitDelay = c.Grace
	end := interruptible(command, c.Group)
	err = command.Run()
	end()
	switch {
	case ctx.Err() != nil:
		return -1, interrupted(ctx)
	case errors.Is(err, exec.ErrWaitDelay):
		// It ended well, but a process of its own still had the output open.
		return 0, nil
	}
	return exitCodeOf(err)
}

// Group has a command that is not started yet lead a process group, as a Command
// with Group does, for a caller that starts and waits for it. The function that
// it returns kills the rest of the group.
func Group(command *exec.Cmd) (end func()) { return interruptible(command, true) }

// notStarted returns the error of a program that did not start. One that is
// missing is an fs.ErrNotExist: on Windows, where a program may be named without
// its extension, it is only "not found".
func notStarted(err error) error {
	if errors.Is(err, exec.ErrNotFound) && !errors.Is(err, fs.ErrNotExist) {
		return &missing{err}
	}
	return err
}

type missing struct{ error }

func (e *missing) Unwrap() error        { return e.error }
func (e *missing) Is(target error) bool { return target == fs.ErrNotExist }

// exitCodeOf turns an error of exec.Cmd.Wait into the results of Run.
func exitCodeOf(err error) (int, error) {
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.Exited():
		return exit.ExitCode(), nil
	case err != nil:
		return -1, notStarted(err)
	}
	return 0, nil
}

func interrupted(ctx context.Context) error {
	return fmt.Errorf("interrupted: %w", context.Cause(ctx))
}
