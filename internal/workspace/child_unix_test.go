//go:build unix

package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/rules-autofix/rules_autofix/tools/unprivileged"
)

// The test binary runs itself as other processes: to be killed, to have other
// rights or limits, or to hold the lock. This variable selects one of children.
const childVariable = "AUTOFIX_WORKSPACE_TEST_CHILD"

// children are the functions of child processes. They get the arguments of the
// parent, and print errors to stdout.
var children = map[string]func(args []string) error{
	"crash":   crashChild,
	"write":   writeChild,
	"bound":   boundChild,
	"create":  createChild,
	"limited": limitedChild,
	"hold":    holdChild,
	"staged":  stagedChild,
	"commit":  commitChild,
}

func TestMain(m *testing.M) {
	name := os.Getenv(childVariable)
	if name == "" {
		os.Exit(m.Run())
	}
	if err := children[name](os.Args[1:]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// child prepares a child process. attributes may be nil.
func child(attributes *syscall.SysProcAttr, name string, args ...string) *exec.Cmd {
	program := "/proc/self/exe" // opens without the right to enter the folder that the test binary is in
	if _, err := os.Stat(program); err != nil {
		program = os.Args[0]
	}
	command := exec.Command(program, args...)
	command.Env = append(os.Environ(), childVariable+"="+name)
	command.SysProcAttr = attributes
	return command
}

// run runs a child to its end. It returns the error that it printed, and
// whether it was killed by SIGKILL.
func run(t testing.TB, command *exec.Cmd) (failed string, killed bool) {
	t.Helper()
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	err := command.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "", false
	case !errors.As(err, &exit):
		return "cannot start: " + err.Error(), false
	case exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL:
		return "", true
	case exit.ExitCode() != 1:
		t.Fatalf("child process: %v\n%s", err, out.String())
	}
	return strings.TrimSpace(out.String()), false
}

// writeChild writes every file of the tree args[0], with the prefix args[1].
func writeChild(args []string) error {
	w, err := Open(args[0])
	if err != nil {
		return err
	}
	defer w.Close()
	changes, err := prefixed(w, args[1])
	if err != nil {
		return err
	}
	return w.Write(context.Background(), changes)
}

// boundChild is writeChild in a process that is subject to permissions: the
// tests may run as root.
func boundChild(args []string) error {
	if err := unprivileged.Become(); err != nil {
		return err
	}
	return writeChild(args)
}

// createChild creates the file args[1] in the tree args[0], and deletes the
// file args[2] with the text "1", if given, in a process that is subject to
// permissions.
func createChild(args []string) error {
	if err := unprivileged.Become(); err != nil {
		return err
	}
	w, err := Open(args[0])
	if err != nil {
		return err
	}
	defer w.Close()
	changes := []Change{creation(args[1], "new"), change("edited", "1", "2")}
	if args[2] != "" {
		changes = append(changes, deletion(args[2], "1"))
	}
	return w.Write(context.Background(), changes)
}

// prefixed returns the changes that put a prefix before every file's text.
func prefixed(w *Workspace, prefix string) ([]Change, error) {
	files, err := w.List([]string{w.Root()}, ListOptions{})
	if err != nil {
		return nil, err
	}
	var changes []Change
	for _, path := range files {
		text, err := w.Read(path)
		if err != nil {
			return nil, err
		}
		changes = append(changes, change(path, string(text), prefix+string(text)))
	}
	return changes, nil
}

// killAt has this process kill itself at a step of w, a number from 1; 0: never.
func killAt(w *Workspace, number string) error {
	kill, err := strconv.Atoi(number)
	var step atomic.Int64
	w.step = func(string, string) error {
		if step.Add(1) == int64(kill) {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		return nil
	}
	return err
}
