// Package change is a patch as the texts of its files.
package change

import (
	"io/fs"

	"github.com/rules-autofix/rules_autofix/patch"
)

// A File is a file of a change.
type File struct {
	Path string // relative to the root of the tree, clean, with slashes
	Op   patch.Op
	Mode fs.FileMode // after the change: 0644 or 0755; 0 for a deleted file
	Base []byte      // nil for a created file
	Text []byte      // nil for a deleted file
}

// A Change is what a patch does to a tree. The files are sorted by path, each
// is there once, and none is as it was.
type Change struct {
	Files []File
}
