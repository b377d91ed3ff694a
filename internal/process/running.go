package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// How long a program that was killed, and an output that nothing takes any
// more, hold up a waiting caller.
const (
	killTime  = 500 * time.Millisecond
	drainTime = 5 * time.Second
)

// Running is a program that Start has started. Close must be called in the end.
// All methods may be called by several goroutines and any number of times.
type Running struct {
	// Stdin is the program's standard input. A write blocks until the program
	// reads, or until it ends: then writes fail.
	Stdin io.WriteCloser
	// Stdout is the program's standard output. It ends after all of it was read
	// and the program's processes have ended, and it can be read after
	// that too.
	Stdout io.ReadCloser

	command         *exec.Cmd
	tree            *tree
	copies          []*copier
	ended, finished chan struct{}
	code            int
	err             error // as code, set before finished is closed
}

// Start starts the program in a session of its own, with pipes to its standard
// input and output; Stdout of the command must be nil. A Stderr that is not a file
// is written by one goroutine. If ctx is canceled, the program is killed, as by
// Kill.
//
// When the program ends, by itself or not, everything that it started is killed:
//
//   - Linux: its session, its descendants, and processes with its environment;
//     also if they became daemons in sessions of their own. Where this process
//     may make control groups (version 2), as root and in the sessions of
//     systemd, also a process that leaves the session, loses its parent and
//     clears its environment; elsewhere that one is out of sight. A sandbox with
//     processes of its own has no exception. If this process is killed, so is
//     the program itself.
//   - Windows: the job, which nothing leaves. It ends with this process too.
//   - macOS: its group, and its descendants while their parents live.
//   - Elsewhere: its group.
func (c *Command) Start(ctx context.Context) (*Running, error) {
	if c.Stdout != nil {
		return nil, errors.New("Start: the standard output is read from the Running")
	}
	stdinRead, stdin, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	stdout, stdoutWrite, err := os.Pipe()
	if err != nil {
		_, _ = stdinRead.Close(), stdin.Close()
		return nil, fmt.Errorf("standard output: %w", err)
	}
	r := &Running{Stdin: stdin, Stdout: &pipe{stdout}}
	err = r.start(ctx, c, stdinRead, stdoutWrite, r.Kill)
	_, _ = stdinRead.Close(), stdoutWrite.Close()
	if err != nil {
		_, _ = stdin.Close(), stdout.Close()
		return nil, err
	}
	return r, nil
}

// runTree is Run for a command with Tree.
func (c *Command) runTree(ctx context.Context) (int, error) {
	stdout, toStdout, err := forChild(c.Stdout)
	if err != nil {
		return -1, err
	}
	r := &Running{}
	if toStdout != nil {
		r.copies = append(r.copies, toStdout)
	}
	err = r.start(ctx, c, nil, stdout, func() {
		r.tree.interrupt()
		within(r.ended, c.Grace)
		r.Kill()
	})
	if toStdout != nil {
		_ = stdout.Close()
	}
	if err != nil {
		return -1, err
	}
	return r.Wait()
}

// start starts the command with these files. If ctx is canceled, end is called.
// If there is an error, copies are closed.
func (r *Running) start(ctx context.Context, c *Command, stdin, stdout *os.File, end func()) error {
	stderr := stdout
	if c.Stderr == nil || !same(c.Stderr, c.Stdout) {
		file, toStderr, err := forChild(c.Stderr)
		if err != nil {
			r.dropCopies()
			return err
		}
		stderr = file
		if toStderr != nil {
			defer stderr.Close()
			r.copies = append(r.copies, toStderr)
		}
	}
	command := exec.Command(c.Program, c.Args...)
	command.Dir, command.Env = c.Dir, c.Env
	command.SysProcAttr = &syscall.SysProcAttr{}
	if c.Attributes != nil {
		*command.SysProcAttr = *c.Attributes
	}
	// An interface that holds a nil pointer is not nil.
	if stdin != nil {
		command.Stdin = stdin
	}
	if stdout != nil {
		command.Stdout = stdout
	}
	if stderr != nil {
		command.Stderr = stderr
	}
	r.command, r.ended, r.finished = command, make(chan struct{}), make(chan struct{})
	started := make(chan error)
	go func() {
		// To Linux, the parent of a program is a thread, and the program is killed
		// with it. This one has to last.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if ctx.Err() != nil {
			started <- interrupted(ctx)
			return
		}
		tree, err := startTree(command, c.Limits)
		if err != nil {
			started <- notStarted(err)
			return
		}
		r.tree = tree
		stop := context.AfterFunc(ctx, end)
		started <- nil
		r.keep(ctx, stop)
	}()
	err := <-started
	if err != nil {
		r.dropCopies()
	}
	return err
}

func (r *Running) dropCopies() {
	for _, c := range r.copies {
		_ = c.from.Close()
	}
}

// keep sees the program to its end. stop reports whether no interrupt came
// before.
func (r *Running) keep(ctx context.Context, stop func() bool) {
	for _, c := range r.copies {
		go c.copy()
	}
	r.code, r.err = exitCodeOf(r.tree.wait(r.command, func() { close(r.ended) }))
	canceled := !stop()
	if r.Stdin != nil {
		_ = r.Stdin.Close()
	}
	if stdout, is := r.Stdout.(*pipe); is {
		go stdout.endWithWriters()
	}
	deadline := time.Now().Add(drainTime)
	for _, c := range r.copies {
		if err := c.end(time.Until(deadline)); err != nil && r.err == nil {
			r.code, r.err = -1, fmt.Errorf("output: %w", err)
		}
	}
	if canceled {
		r.code, r.err = -1, interrupted(ctx)
	}
	close(r.finished)
}

// PID returns the process id of the program.
func (r *Running) PID() int { return r.command.Process.Pid }

// Done is closed when the program itself has ended. Wait returns soon after.
func (r *Running) Done() <-chan struct{} { return r.ended }

// Wait waits until the program and its processes have ended, and its
// standard error was written. It returns what Run does.
func (r *Running) Wait() (exitCode int, err error) {
	<-r.finished
	return r.code, r.err
}

// Kill kills the program and everything that it started, at once.
func (r *Running) Kill() {
	r.tree.kill()
	if r.Stdin != nil {
		_ = r.Stdin.Close()
	}
}

// Close ends the program: it closes the standard input, asks the program to end
// after half of the grace, and kills the rest after all of it. Then it
// closes the standard output. It returns within the grace and a second,
// whatever the program does.
func (r *Running) Close(grace time.Duration) {
	_ = r.Stdin.Close()
	if !within(r.ended, grace/2) {
		r.tree.terminate()
		within(r.ended, grace-grace/2)
	}
	r.Kill()
	within(r.finished, killTime)
	_ = r.Stdout.Close()
}

// within reports whether a channel was closed within some time.
func within(closed <-chan struct{}, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-closed:
		return true
	case <-timer.C:
		return false
	}
}
