//go:build unix && !linux && !darwin

package process

import (
	"os"
	"syscall"
)

// bytesToRead is FIONREAD of sys/filio.h.
const bytesToRead = 0x4004667f

func endWithThread(*syscall.SysProcAttr) {}

// waitable says that a child cannot be waited for without being reaped.
func waitable(int) bool { return false }

// members finds nothing: the group is all that is known here.
func (*tree) members() (members []*os.Process, unsure bool) { return nil, false }
