package process

import (
	"os"
	"os/exec"
)

// interruptible does nothing: a canceled context kills the command.
func interruptible(*exec.Cmd, bool) (end func()) { return func() {} }

// Terminate ends a process.
func Terminate(pid int) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return p.Kill()
}
