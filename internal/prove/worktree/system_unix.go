//go:build unix

package worktree

import "syscall"

const (
	quotaExceeded = syscall.EDQUOT
	// hasModes is whether files have a mode that says that they can be run.
	hasModes = true
)
