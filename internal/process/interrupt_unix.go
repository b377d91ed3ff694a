//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// interruptible has a canceled context interrupt a command, or the process
// group that it leads. The function that it returns kills the rest of the
// group.
func interruptible(command *exec.Cmd, group bool) (end func()) {
	if !group {
		command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
		return func() {}
	}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGINT) }
	return func() {
		if command.Process != nil {
			_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		}
	}
}

// Terminate asks a process to end.
func Terminate(pid int) error { return syscall.Kill(pid, syscall.SIGTERM) }
