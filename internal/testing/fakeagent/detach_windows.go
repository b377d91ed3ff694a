package fakeagent

import (
	"os/exec"
	"syscall"
)

func detach(command *exec.Cmd) {
	const detachedProcess = 8
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | detachedProcess}
}
