//go:build unix && !linux && !darwin

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// bytesToRead is FIONREAD of sys/filio.h.
const bytesToRead = 0x4004667f

func endWithThread(*syscall.SysProcAttr) {}

// There are no control groups.
type cgroup struct{}

func startIn(command *exec.Cmd) (*cgroup, error) { return nil, command.Start() }

func (*cgroup) kill() bool { return false }
func (*cgroup) remove()    {}

// waitable says that a child cannot be waited for without being reaped.
func waitable(int) bool { return false }

// members finds nothing: only the group is known here.
func (*tree) members() (members []*os.Process, unsure bool) { return nil, false }
