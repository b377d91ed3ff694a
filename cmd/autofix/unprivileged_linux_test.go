package main

import (
	"fmt"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// becomeUnprivileged runs this process again without the capabilities that let root pass over the permissions of
// files; for anybody else it does nothing. Dropping them from the bounding set of one thread and replacing the
// process from it works in user namespaces too, where another user id may not exist.
func becomeUnprivileged() error {
	if os.Geteuid() != 0 {
		return nil
	}
	runtime.LockOSThread()
	for _, capability := range []uintptr{unix.CAP_DAC_OVERRIDE, unix.CAP_DAC_READ_SEARCH} {
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0); err != nil {
			return fmt.Errorf("drop capability %d: %w", capability, err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return syscall.Exec(self, os.Args, os.Environ())
}
