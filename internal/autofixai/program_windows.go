package autofixai

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// executable reports true: the suffix decides.
func executable(fs.FileInfo) bool { return true }

// suffixes returns the file name suffixes of programs.
func suffixes() []string {
	all := os.Getenv("PATHEXT")
	if all == "" {
		all = ".com;.exe;.bat;.cmd"
	}
	return append([]string{""}, strings.Split(strings.ToLower(all), string(filepath.ListSeparator))...)
}
