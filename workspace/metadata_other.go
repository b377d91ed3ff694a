//go:build !linux && !darwin

package workspace

import (
	"io/fs"
	"os"
	"time"
)

// changeTime is not told in one way by these systems: the time of modification, the size and the file have to do.
func changeTime(fs.FileInfo) time.Time { return time.Time{} }

// irreplaceable knows no files on these systems that a rename could not replace.
func irreplaceable(*os.Root, *os.File, fs.FileInfo) string { return "" }

// keepAttributes keeps none on these systems.
func keepAttributes(_, _ *os.File) error { return nil }
