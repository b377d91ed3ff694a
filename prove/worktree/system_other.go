//go:build !unix

package worktree

import "errors"

// quotaExceeded is no error of this system.
var quotaExceeded = errors.New("quota exceeded")

const hasModes = false
