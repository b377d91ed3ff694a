package workspace

import (
	"io/fs"
	"os"
	"syscall"
	"time"
)

// changeTime returns when anything about a file last changed, its text, mode or links. Unlike the time of modification,
// no program can set it.
func changeTime(info fs.FileInfo) time.Time {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}
	}
	return time.Unix(stat.Ctimespec.Unix())
}

// irreplaceable says why a file could not be renamed over, or "". Flags of this system (chflags) are not looked at: they
// show as a failed rename, which Recover can make good.
func irreplaceable(*os.Root, *os.File, fs.FileInfo) string { return "" }

// keepAttributes keeps none on this system: Finder's tags and access control lists of a replaced file are lost, as with
// every editor that saves by a rename.
func keepAttributes(_, _ *os.File) error { return nil }
