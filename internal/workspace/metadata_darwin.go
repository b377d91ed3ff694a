package workspace

import (
	"io/fs"
	"os"
	"syscall"
	"time"
)

// changeTime returns the time of the last change of a file, including its
// content, mode and links. Unlike the modification time, programs cannot set
// it.
func changeTime(info fs.FileInfo) time.Time {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}
	}
	return time.Unix(stat.Ctimespec.Unix())
}

// irreplaceable returns why a rename could not replace a file, or "". File
// flags (chflags) are not checked: they make the rename fail, which Recover can
// fix.
func irreplaceable(*os.Root, *os.File, fs.FileInfo) string { return "" }

// keepAttributes does nothing on this system: Finder tags and access control
// lists of a replaced file are lost, as with every editor that saves by
// renaming.
func keepAttributes(_, _ *os.File) error { return nil }
