//go:build unix

package process

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// A tree is a program and everything that it started.
type tree struct {
	leader int
	// mark is the name of a variable of the environment that no other tree has.
	mark string
	// group is nil where there can be none.
	group *cgroup

	mu sync.Mutex
	// reaped says that all has ended, and that the leader's id may be another's.
	reaped bool
}

// startTree starts a command in a session of its own.
func startTree(command *exec.Cmd, limits Limits) (*tree, error) {
	random := make([]byte, 8)
	_, _ = rand.Read(random)
	t := &tree{mark: "AUTOFIX_STARTED_" + hex.EncodeToString(random)}
	command.Env = append(command.Environ(), t.mark+"=1")
	command.SysProcAttr.Setsid = true
	endWithThread(command.SysProcAttr)
	wait, err := limits.limit(command)
	if err != nil {
		return nil, err
	}
	group, err := startIn(command)
	if err := wait(err); err != nil {
		group.kill()
		group.remove()
		return nil, err
	}
	t.group = group
	t.leader = command.Process.Pid
	return t, nil
}

// wait waits for the program, calls ended, kills the rest of the tree, and
// returns the error of the command.
func (t *tree) wait(command *exec.Cmd, ended func()) error {
	// While the program is not reaped, its id is that of its session and of
	// nothing else.
	if waitable(t.leader) {
		ended()
		t.kill()
		t.forget()
		return command.Wait()
	}
	err := command.Wait()
	ended()
	t.kill()
	t.forget()
	return err
}

// forget is called when nothing is left.
func (t *tree) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reaped = true
	t.group.remove()
}

func (t *tree) interrupt() { t.signal(syscall.SIGINT) }
func (t *tree) terminate() { t.signal(syscall.SIGTERM) }

// signal sends a signal to the program's group.
func (t *tree) signal(signal syscall.Signal) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.reaped {
		_ = syscall.Kill(-t.leader, signal)
	}
}

// kill kills the program and everything that it started, and looks again until
// nothing is left.
func (t *tree) kill() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reaped {
		return
	}
	// The members come first: their parents say who they are.
	deadline := time.Now().Add(killTime)
	looks := 3 // while it is unsure
	for pause := time.Millisecond; ; pause = min(2*pause, 20*time.Millisecond) {
		members, unsure := t.members()
		looks--
		_ = syscall.Kill(-t.leader, syscall.SIGKILL)
		for _, p := range members {
			_ = p.Kill()
			_ = p.Release()
		}
		more := t.group.kill() || len(members) > 0 || unsure && looks > 0
		if !more || time.Now().After(deadline) {
			return
		}
		time.Sleep(pause)
	}
}

// A row of the process table.
type row struct {
	pid, parent, group, session int
	marked                      bool
}

// membersAmong returns the processes of a tree, without this one: the session
// and the group of the leader, the marked processes, their sessions, and all
// their descendants.
func membersAmong(rows []row, leader int) []int {
	in := map[int]bool{leader: true}       // processes
	sessions := map[int]bool{leader: true} // and groups
	for grown := true; grown; {
		grown = false
		for _, p := range rows {
			if in[p.pid] || p.pid == os.Getpid() || p.pid <= 1 {
				continue
			}
			if p.marked || in[p.parent] || sessions[p.session] || sessions[p.group] {
				in[p.pid], grown = true, true
				// What leaves the leader's session gets one of its own.
				if p.session > 0 {
					sessions[p.session] = true
				}
			}
		}
	}
	var pids []int
	for _, p := range rows {
		if in[p.pid] {
			pids = append(pids, p.pid)
		}
	}
	return pids
}
