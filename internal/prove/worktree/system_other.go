//go:build !unix

package worktree

import "errors"

// quotaExceeded does not occur on this system.
var quotaExceeded = errors.New("quota exceeded")

const hasModes = false
