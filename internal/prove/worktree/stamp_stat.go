//go:build linux || darwin

package worktree

import (
	"io/fs"
	"syscall"
	"time"
)

// changeOf returns the number of a file, and when it was last changed in any
// way, which no program can forge.
func changeOf(info fs.FileInfo) (inode uint64, changed time.Time) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, time.Time{}
	}
	return s.Ino, changeTime(s)
}
