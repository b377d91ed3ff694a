package person

import "io/fs"

// othersCanWrite is not known from a mode on Windows.
func othersCanWrite(fs.FileInfo) bool { return false }
