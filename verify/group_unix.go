//go:build unix

package verify

import (
	"os/exec"
	"syscall"
)

// inGroup makes a command the leader of a process group of its own, and has a
// canceled context interrupt the whole group. The returned function kills what
// is left of the group.
func inGroup(command *exec.Cmd) (end func()) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGINT) }
	return func() {
		if command.Process != nil {
			_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		}
	}
}
