//go:build unix

package person

import "io/fs"

// othersCanWrite reports whether the group or all users can write a file.
func othersCanWrite(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }
