package process

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const bytesToRead = unix.TIOCINQ

// endWithThread has a program killed when the thread that starts it ends.
func endWithThread(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }

// startIn starts a command in a control group of its own, if there can be one.
func startIn(command *exec.Cmd) (*cgroup, error) {
	group := newCgroup()
	if group == nil {
		return nil, command.Start()
	}
	// The rules of who may put a process where are many. A command that did not
	// start cannot be started again, so a copy is kept.
	again := exec.Cmd{
		Path: command.Path, Args: command.Args, Env: command.Env, Dir: command.Dir,
		Stdin: command.Stdin, Stdout: command.Stdout, Stderr: command.Stderr,
		ExtraFiles: command.ExtraFiles, SysProcAttr: command.SysProcAttr, Err: command.Err,
	}
	if group.start(command.SysProcAttr, command.Start) == nil {
		return group, nil
	}
	group.remove()
	*command = again
	return nil, command.Start()
}

// waitable waits for a child to end, and leaves it to be reaped.
func waitable(pid int) bool {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return err == nil
		}
	}
}

// members finds the live processes of the tree, without processes that have ended
// and are not reaped. They may be unsure: a process that is about to become
// another program shows no environment for a moment.
func (t *tree) members() (members []*os.Process, unsure bool) {
	// In some sandboxes, ids in /proc belong to another namespace.
	if self, err := os.Readlink("/proc/self"); err != nil || self != strconv.Itoa(os.Getpid()) {
		return nil, false
	}
	proc, err := os.Open("/proc")
	if err != nil {
		return nil, false
	}
	defer proc.Close()
	names, err := proc.Readdirnames(-1)
	if err != nil {
		return nil, false
	}
	leader, _ := readStat(t.leader)
	var rows []row
	starts := map[int]uint64{}
	var blank []int
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		s, found := readStat(pid)
		if !found || s.ended || s.start < leader.start {
			continue
		}
		environment, _ := os.ReadFile("/proc/" + name + "/environ")
		s.marked = bytes.Contains(environment, []byte(t.mark))
		if len(environment) == 0 && !s.kernel {
			blank = append(blank, pid)
		}
		rows = append(rows, s.row)
		starts[pid] = s.start
	}
	in := map[int]bool{}
	for _, pid := range membersAmong(rows, t.leader) {
		in[pid] = true
		p, err := os.FindProcess(pid)
		if err != nil {
			continue
		}
		// From here on, p is one process, whatever becomes of its id.
		if s, found := readStat(pid); !found || s.start != starts[pid] {
			_ = p.Release()
			continue
		}
		members = append(members, p)
	}
	return members, slices.ContainsFunc(blank, func(pid int) bool { return !in[pid] })
}

// stat is what /proc says about a process.
type stat struct {
	row
	start         uint64 // in ticks
	ended, kernel bool
}

func readStat(pid int) (s stat, found bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return stat{}, false
	}
	return parseStat(pid, string(text))
}

// parseStat reads the fields from the state on. What stands before it, the name
// of the program, may contain anything.
func parseStat(pid int, text string) (s stat, valid bool) {
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return stat{}, false
	}
	number := func(i int) uint64 {
		n, err := strconv.ParseInt(fields[i], 10, 64)
		valid = valid && err == nil
		return uint64(n)
	}
	valid = true
	s.pid = pid
	s.ended = strings.Contains("ZXx", fields[0])
	s.parent, s.group, s.session = int(number(1)), int(number(2)), int(number(3))
	s.kernel = number(6)&kernelThread != 0
	s.start = number(19)
	return s, valid
}

// kernelThread is PF_KTHREAD of include/linux/sched.h.
const kernelThread = 0x00200000
