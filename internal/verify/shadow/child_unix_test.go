//go:build unix

package shadow

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// The test binary runs itself as other processes: to be killed, or to have
// other rights or another file system. This variable selects one of children.
const childVariable = "AUTOFIX_SHADOW_TEST_CHILD"

// children are the functions of child processes. They get the arguments of the
// parent, and print errors to stdout.
var children = map[string]func(args []string) error{
	"killed": killedChild,
	"bound":  boundChild,
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

// run runs a child process to its end. It returns what it printed, whether it
// failed, and whether it was killed. attributes may be nil.
func run(t *testing.T, attributes *syscall.SysProcAttr, name string, args ...string) (said string, failed, killed bool) {
	t.Helper()
	command := exec.Command(os.Args[0], args...)
	command.Env = append(os.Environ(), childVariable+"="+name)
	command.SysProcAttr = attributes
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	err := command.Run()
	said = strings.TrimSpace(out.String())
	var exit *exec.ExitError
	switch {
	case err == nil:
		return said, false, false
	case !errors.As(err, &exit):
		return "cannot start: " + err.Error(), true, false
	case exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL:
		return said, false, true
	case exit.ExitCode() != 1:
		t.Fatalf("child process: %v\n%s", err, said)
	}
	return said, true, false
}
