package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

var namespaces = rung{
	level: Namespaces,
	try: once(func(ctx context.Context) error {
		return tryWith(ctx, wrapInNamespaces)
	}),
	wrap: wrapInNamespaces,
}

// wrapInNamespaces has this program start itself as the first process of new
// namespaces: see inNamespaces.
func wrapInNamespaces(p *Policy, mounts []mount, command process.Command) (process.Command, error) {
	flags := uintptr(unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS)
	if p.Network == Deny {
		flags |= unix.CLONE_NEWNET
	}
	command, err := again(command, Namespaces, task{Dir: p.Dir, Mounts: mounts, Loopback: p.Network == Deny, Scope: p.Network == Allow && canScope()})
	command.Attributes = &syscall.SysProcAttr{
		Cloneflags: flags,
		// As itself, a user owns the files that it makes. Who is not root loses the
		// capabilities of the new namespaces with the next program, unless they are
		// ambient.
		UidMappings: []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}},
		AmbientCaps: []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_SETPCAP},
	}
	return command, err
}

// A task is what this program does when it is started again, before it starts
// the other one.
type task struct {
	Dir      string
	Mounts   []mount  `json:",omitempty"`
	Loopback bool     `json:",omitempty"`
	Scope    bool     `json:",omitempty"`
	Read     []string `json:",omitempty"`
	Write    []string `json:",omitempty"`
}

// startedAgain is the first argument of this program in a sandbox. The next ones
// are the level, the parts of the task as JSON, --, and the other program
// with its arguments.
const startedAgain = "-autofix-in-sandbox"

// partSize bounds an argument: the kernel takes 128 KiB.
const partSize = 100_000

// again returns a command that starts this program again with a task.
func again(command process.Command, level Level, t task) (process.Command, error) {
	if !initialized.Load() {
		return command, fmt.Errorf("main has not called sandbox.Init")
	}
	text, err := json.Marshal(t)
	if err != nil {
		return command, err
	}
	self := "/proc/self/exe"
	if _, err := os.Stat(self); err != nil {
		if self, err = os.Executable(); err != nil {
			return command, err
		}
	}
	args := []string{startedAgain, level.String()}
	for len(text) > 0 {
		n := min(len(text), partSize)
		args, text = append(args, string(text[:n])), text[n:]
	}
	command.Args = append(append(args, "--", command.Program), command.Args...)
	command.Program = self
	closeInherited()
	return command, nil
}
