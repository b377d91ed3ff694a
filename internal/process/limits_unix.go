//go:build linux || darwin

package process

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// limiter is argument 0 of a process that limits itself and becomes a program.
// Its arguments are the limits as JSON, the program's path, and the arguments of
// the program from its own 0 on.
const limiter = "autofix-limits"

// started is set by Init.
var started atomic.Bool

// Init must be called first thing in main, and in TestMain, by a program that
// starts commands with Limits. Limits bind a program from its first instruction
// on, so this program starts itself, and Init sets them and becomes the other.
// Then it does not return.
func Init() {
	started.Store(true)
	if os.Args[0] != limiter {
		return
	}
	report := os.NewFile(3, "report")
	err := become(os.Args[1:])
	if code := syscall.Errno(0); errors.As(err, &code) {
		_, _ = fmt.Fprintf(report, "%d ", code)
	}
	_, _ = fmt.Fprint(report, err)
	os.Exit(127)
}

func become(args []string) error {
	if len(args) < 3 {
		return errors.New("limits: arguments are missing")
	}
	var limits Limits
	if err := json.Unmarshal([]byte(args[0]), &limits); err != nil {
		return fmt.Errorf("limits: %w", err)
	}
	syscall.CloseOnExec(3)
	if err := limits.set(); err != nil {
		return err
	}
	return &os.PathError{Op: "exec", Path: args[1], Err: syscall.Exec(args[1], args[2:], os.Environ())}
}

func (l Limits) set() error {
	for _, row := range []struct {
		name     string
		resource int
		value    uint64
		more     uint64 // of the hard limit
	}{
		// The soft limit sends a signal that a program may catch, the hard one kills.
		{"CPU time", unix.RLIMIT_CPU, l.cpuSeconds(), 1},
		{"open files", unix.RLIMIT_NOFILE, l.OpenFiles, 0},
		{"processes", unix.RLIMIT_NPROC, l.Processes, 0},
		{"file size", unix.RLIMIT_FSIZE, l.FileSize, 0},
		{"memory", unix.RLIMIT_DATA, l.Memory, 0},
	} {
		if row.value == 0 {
			continue
		}
		var now unix.Rlimit
		if err := unix.Getrlimit(row.resource, &now); err != nil {
			return fmt.Errorf("limits: %s: %w", row.name, err)
		}
		limit := unix.Rlimit{Cur: min(row.value, now.Max), Max: min(row.value+row.more, now.Max)}
		if err := unix.Setrlimit(row.resource, &limit); err != nil {
			return fmt.Errorf("limits: %s: %w", row.name, err)
		}
	}
	return nil
}

// limit has the command start this program, which becomes the other. After the
// start, the function that it returns waits for that.
func (l Limits) limit(command *exec.Cmd) (wait func(started error) error, err error) {
	if l == (Limits{}) || command.Err != nil {
		return func(started error) error { return started }, nil
	}
	if err := l.check(); err != nil {
		return nil, err
	}
	if !started.Load() {
		return nil, errors.New("limits: main has not called process.Init")
	}
	self, err := self()
	if err != nil {
		return nil, fmt.Errorf("limits: %w", err)
	}
	text, err := json.Marshal(l)
	if err != nil {
		return nil, fmt.Errorf("limits: %w", err)
	}
	report, reportWrite, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("limits: %w", err)
	}
	command.Args = append([]string{limiter, string(text), command.Path}, command.Args...)
	command.Path, command.ExtraFiles = self, []*os.File{reportWrite}
	return func(started error) error {
		defer report.Close()
		_ = reportWrite.Close()
		if started != nil {
			return started
		}
		text, err := io.ReadAll(report)
		if err == nil && len(text) > 0 {
			err = reported(string(text))
		}
		if err != nil {
			_ = command.Process.Kill()
			_ = command.Wait()
		}
		return err
	}, nil
}

// reported is the error that Init has written.
func reported(text string) error {
	number, message, _ := strings.Cut(text, " ")
	code, err := strconv.Atoi(number)
	if err != nil {
		return errors.New(text)
	}
	return &startError{message, syscall.Errno(code)}
}

// A startError is an error of the system in another process.
type startError struct {
	message string
	code    syscall.Errno
}

func (e *startError) Error() string { return e.message }
func (e *startError) Unwrap() error { return e.code }
