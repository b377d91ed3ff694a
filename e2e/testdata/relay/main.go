//go:build linux

// Command relay is an autofix tool for tests. It logs the messages between
// Bazel and a persistent worker of checks. It stops the worker before the first
// request, and continues it after the first cancellation is sent, so that a
// canceled request is certain to be unfinished. In all other cases it runs the
// real tool.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync"
	"syscall"
)

// Set by the linker.
var (
	tool string // the real tool, absolute
	log  string // the file of the log, absolute: each line is `started PID`, `request JSON` or `response JSON`
)

func main() {
	if len(os.Args) < 2 || os.Args[1] != "check" || !slices.Contains(os.Args, "--persistent_worker") {
		fail(syscall.Exec(tool, os.Args, os.Environ()))
	}
	fail(relay())
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "relay:", err)
		os.Exit(3)
	}
}

func relay() error {
	file, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	worker := exec.Command(tool, os.Args[1:]...)
	// A stopped worker would outlive a relay that Bazel kills. The signal is
	// sent when this thread ends.
	worker.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	runtime.LockOSThread()
	worker.Stderr = os.Stderr
	requests, err := worker.StdinPipe()
	if err != nil {
		return err
	}
	responses, err := worker.StdoutPipe()
	if err != nil {
		return err
	}
	if err := worker.Start(); err != nil {
		return err
	}
	logged := &logger{file: file}
	logged.add("started", worker.Process.Pid)
	var both sync.WaitGroup
	both.Go(func() {
		defer requests.Close()
		fail(ask(os.Stdin, requests, logged, worker.Process))
	})
	both.Go(func() {
		fail(each(responses, func(message json.RawMessage) error {
			logged.add("response", string(message))
			_, err := os.Stdout.Write(append(message, '\n'))
			return err
		}))
	})
	both.Wait()
	return worker.Wait()
}

// ask passes requests on. Those up to the first cancellation must fit into the
// pipe of a stopped process.
func ask(from io.Reader, to io.Writer, logged *logger, worker *os.Process) error {
	stopped, done := false, false
	return each(from, func(message json.RawMessage) error {
		var request struct{ Cancel bool }
		if err := json.Unmarshal(message, &request); err != nil {
			return err
		}
		if !stopped {
			if err := worker.Signal(syscall.SIGSTOP); err != nil {
				return err
			}
			stopped = true
		}
		if _, err := to.Write(append(message, '\n')); err != nil {
			return err
		}
		logged.add("request", string(message))
		if request.Cancel && !done {
			done = true
			return worker.Signal(syscall.SIGCONT)
		}
		return nil
	})
}

// each calls do with the messages of a stream, up to its end.
func each(stream io.Reader, do func(json.RawMessage) error) error {
	for decoder := json.NewDecoder(stream); ; {
		var message json.RawMessage
		if err := decoder.Decode(&message); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := do(message); err != nil {
			return err
		}
	}
}

type logger struct {
	mu   sync.Mutex
	file *os.File
}

func (l *logger) add(kind string, what any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := fmt.Fprintln(l.file, kind, what)
	fail(err)
}
