package worktree

import (
	"io/fs"
	"time"
)

// A stamp has the properties that change when a file does.
type stamp struct {
	mode     fs.FileMode
	size     int64
	mtime    time.Time
	inode    uint64
	changed  time.Time
	verified bool // no later change can have this stamp
}

// clockTick is more than the time in which a file system gives two changes the
// same time.
const clockTick = 20 * time.Millisecond

func stampOf(info fs.FileInfo) stamp {
	s := stamp{mode: info.Mode(), size: info.Size(), mtime: info.ModTime()}
	s.inode, s.changed = changeOf(info)
	s.verified = !s.changed.IsZero() && time.Since(s.changed) > clockTick
	return s
}

// same reports whether two stamps are of one file that did not change between
// them, as far as the first can show.
func (s stamp) same(now stamp) bool {
	return s.verified && s.mode == now.mode && s.size == now.size && s.mtime.Equal(now.mtime) &&
		s.inode == now.inode && s.changed.Equal(now.changed)
}

// alike is same, as far as systems without a time of change can show.
func (s stamp) alike(now stamp) bool {
	if s.verified {
		return s.same(now)
	}
	return s.mode == now.mode && s.size == now.size && s.mtime.Equal(now.mtime)
}
