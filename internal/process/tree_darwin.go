package process

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
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

// zombie is SZOMB of sys/proc.h.
const zombie = 5

// members finds the live processes of the tree. The system does not tell their
// sessions and environments.
func (t *tree) members() (members []*os.Process, unsure bool) {
	table, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil, false
	}
	var rows []row
	for _, p := range table {
		if p.Proc.P_stat != zombie {
			rows = append(rows, row{
				pid: int(p.Proc.P_pid), parent: int(p.Eproc.Ppid), group: int(p.Eproc.Pgid),
			})
		}
	}
	for _, pid := range membersAmong(rows, t.leader) {
		if p, err := os.FindProcess(pid); err == nil {
			members = append(members, p)
		}
	}
	return members, false
}
