package fakeagent

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

// spawn starts a child that sleeps and holds standard output and error open,
// and waits until it runs. A daemon has its own session.
func (r *raw) spawn(daemon bool) {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, "fakeagent:", err)
		os.Exit(2)
	}
	child := exec.Command(self)
	child.Env = slices.DeleteFunc(os.Environ(), func(entry string) bool { return strings.HasPrefix(entry, Variable+"=") })
	child.Env = append(child.Env, Script{Trouble: "sleep", PIDs: r.PIDs}.Env())
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	if daemon {
		detach(child)
	}
	before := lines(r.PIDs)
	if err := child.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "fakeagent:", err)
		os.Exit(2)
	}
	for range 2000 {
		if lines(r.PIDs) > before {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func lines(path string) int {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	return strings.Count(string(text), "\n")
}

// ignoreSignals ignores the signals that ask a process to end.
func ignoreSignals() { signal.Ignore(os.Interrupt, syscall.SIGTERM) }
