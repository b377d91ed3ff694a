// Package unprivileged binds a test that runs as root to the permissions of
// files.
package unprivileged

import (
	"fmt"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// Become runs this process again, by the same arguments and environment,
// without the capabilities that let root pass over the permissions and the
// owners of files. It returns only if there is nothing to drop, or on an
// error. Dropping them from the bounding set of one thread and replacing the
// process from it works in user namespaces too, where another user id may not
// exist.
func Become() error {
	if os.Geteuid() != 0 {
		return nil
	}
	runtime.LockOSThread()
	dropped := false
	for _, capability := range []uintptr{unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_DAC_READ_SEARCH, unix.CAP_FOWNER} {
		held, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, capability, 0, 0, 0)
		if err != nil {
			return fmt.Errorf("read capability %d: %w", capability, err)
		}
		if held == 0 {
			continue
		}
		if err := unix.Prctl(unix.PR_CAPBSET_DROP, capability, 0, 0, 0); err != nil {
			return fmt.Errorf("drop capability %d: %w", capability, err)
		}
		dropped = true
	}
	if !dropped {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return syscall.Exec(self, os.Args, os.Environ())
}
