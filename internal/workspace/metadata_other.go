//go:build !linux && !darwin

package workspace

import (
	"io/fs"
	"os"
	"time"
)

// changeTime is not available in a uniform way on these systems; modification
// time, size and file identity must suffice.
func changeTime(fs.FileInfo) time.Time { return time.Time{} }

// irreplaceable returns "": no files on these systems are known to resist a
// rename.
func irreplaceable(*os.Root, *os.File, fs.FileInfo) string { return "" }

// keepAttributes does nothing on these systems.
func keepAttributes(_, _ *os.File) error { return nil }
