//go:build unix

package autofixai

import "io/fs"

func executable(info fs.FileInfo) bool { return info.Mode().Perm()&0o111 != 0 }

func suffixes() []string { return []string{""} }
