package workspace

import (
	"io/fs"
	"os"
)

// keepMetadata preserves the read-only attribute, the only part of a mode on
// this system.
func keepMetadata(_, staged *os.File, info fs.FileInfo) error { return staged.Chmod(info.Mode()) }
