//go:build linux

package measure

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Run runs a command and returns its cost. An exit code that is not in exits is
// an error that contains the standard error of the command, unless cmd
// redirects it.
func Run(cmd *exec.Cmd, exits ...int) (Cost, error) {
	var stderr bytes.Buffer
	if cmd.Stderr == nil {
		cmd.Stderr = &stderr
	}
	start := time.Now()
	err := cmd.Run()
	c := Cost{Wall: time.Since(start)}
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		return c, err
	}
	if code := cmd.ProcessState.ExitCode(); !slices.Contains(exits, code) {
		return c, fmt.Errorf("%s: exit %d: %s", cmd.Path, code, stderr.Bytes())
	}
	c.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	c.Peak = cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024
	return c, nil
}

// Environ returns an environment without variables that affect measurements,
// and with the given number of processors for Go.
func Environ(environ []string, procs int) []string {
	var kept []string
	for _, v := range environ {
		if !slices.ContainsFunc([]string{"AUTOFIX_", "GOGC=", "GOMEMLIMIT=", "BUILD_WORK"}, func(name string) bool {
			return strings.HasPrefix(v, name)
		}) {
			kept = append(kept, v)
		}
	}
	return append(kept, fmt.Sprintf("GOMAXPROCS=%d", procs))
}

// Autofix returns the absolute path of the autofix binary: the given one or, if
// it is empty, a new one built in dir.
func Autofix(given, dir string) (string, error) {
	if given != "" {
		return filepath.Abs(given)
	}
	binary := filepath.Join(dir, "autofix")
	const command = "github.com/rules-autofix/rules_autofix/cmd/autofix"
	if out, err := exec.Command("go", "build", "-o", binary, command).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w: %s; name a binary with -autofix", command, err, out)
	}
	return binary, nil
}
