package workspace

import (
	"io/fs"
	"os"
)

// keepMetadata keeps the read-only attribute: the one part of a mode that this system has.
func keepMetadata(_, staged *os.File, info fs.FileInfo) error { return staged.Chmod(info.Mode()) }
