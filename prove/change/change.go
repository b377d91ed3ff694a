// Package change is a patch as the texts of its files. It reads patches and
// search/replace blocks, writes patches, and takes patches apart: by file, by
// hunk, or with another text of a file. Nothing in it touches a file system.
package change

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/patch"
)

// A File is a file of a change.
type File struct {
	Path     string // relative to the root of the tree, clean, with slashes
	Op       patch.Op
	BaseMode fs.FileMode // before the change: 0644 or 0755; 0 for a created file
	Mode     fs.FileMode // after the change: 0644 or 0755; 0 for a deleted file
	Base     []byte      // nil for a created file
	Text     []byte      // nil for a deleted file
}

// Changed reports whether the file differs from the base.
func (f *File) Changed() bool {
	return f.Op != patch.OpModify || f.Mode != f.BaseMode || !bytes.Equal(f.Base, f.Text)
}

// A Change is the effect of a patch on a tree. The files are sorted by path,
// each is there once, and each differs from the base. A change is not modified
// after New: its methods return new ones, which share memory with it.
type Change struct {
	Files []File
}

// A Reader returns the text and mode of a file of the base. It returns an error
// that wraps fs.ErrNotExist if there is no such file. A folder has its mode, or
// an error.
type Reader func(path string) ([]byte, fs.FileMode, error)

// New returns a change of files. A mode of 0 means the mode in the base, or
// 0644 for a created file; others are 0644 or 0755. Unchanged files are left
// out. It refuses names that package patch refuses, two names that are the same
// on some machines, and a file where another one needs a folder.
func New(files []File) (*Change, error) {
	c := &Change{Files: make([]File, 0, len(files))}
	for _, f := range files {
		if err := f.settle(); err != nil {
			return nil, err
		}
		if f.Changed() {
			c.Files = append(c.Files, f)
		}
	}
	slices.SortFunc(c.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	if err := c.checkNames(); err != nil {
		return nil, err
	}
	return c, nil
}

// settle checks a file, and fills in the fields that follow from the others.
func (f *File) settle() error {
	if err := checkName(f.Path); err != nil {
		return err
	}
	if f.Op != patch.OpCreate && f.BaseMode == 0 {
		f.BaseMode = 0o644
	}
	switch f.Op {
	case patch.OpCreate:
		f.Base, f.BaseMode, f.Text = nil, 0, there(f.Text)
		if f.Mode == 0 {
			f.Mode = 0o644
		}
	case patch.OpDelete:
		f.Base, f.Text, f.Mode = there(f.Base), nil, 0
	case patch.OpModify:
		f.Base, f.Text = there(f.Base), there(f.Text)
		if f.Mode == 0 {
			f.Mode = f.BaseMode
		}
	default:
		return refuse(f.Path, patch.DiffMalformed, "the operation is unknown")
	}
	for _, mode := range []fs.FileMode{f.BaseMode, f.Mode} {
		switch {
		case mode&fs.ModeSymlink != 0:
			return refuse(f.Path, patch.DiffLink, "the file is a symbolic link")
		case mode != 0 && mode != 0o644 && mode != 0o755:
			return refuse(f.Path, patch.DiffMode, "the mode is neither 0644 nor 0755")
		}
	}
	return nil
}

// there returns a text that is not nil, even if it is empty.
func there(text []byte) []byte {
	if text == nil {
		return []byte{}
	}
	return text
}

// checkName refuses a name that package patch would refuse in a diff.
func checkName(name string) error {
	if err := patch.CheckName(name); err != nil {
		return wrap(name, err)
	}
	return nil
}

// checkNames refuses files that cannot be in one tree.
func (c *Change) checkNames() error {
	seen := make(map[string]bool, len(c.Files))
	kept := make(map[string]bool, len(c.Files)) // of files that are there after the change
	for i := range c.Files {
		f := &c.Files[i]
		// Names that differ in case are one file on some machines.
		key := strings.ToLower(f.Path)
		if seen[key] {
			return refuse(f.Path, patch.DiffSameFileTwice, "the change has the file twice, maybe in another case")
		}
		seen[key], kept[key] = true, f.Op != patch.OpDelete
	}
	for i := range c.Files {
		f := &c.Files[i]
		if f.Op == patch.OpDelete {
			continue
		}
		for folder := path.Dir(strings.ToLower(f.Path)); folder != "."; folder = path.Dir(folder) {
			if kept[folder] {
				return refuse(f.Path, FileAndFolder, "another file of the change is where this one needs a folder")
			}
		}
	}
	return nil
}

// File returns a file of the change, or nil. The path is not cleaned first.
func (c *Change) File(name string) *File {
	at, found := slices.BinarySearchFunc(c.Files, name, func(f File, name string) int { return strings.Compare(f.Path, name) })
	if !found {
		return nil
	}
	return &c.Files[at]
}

// Empty reports whether the change changes nothing.
func (c *Change) Empty() bool { return len(c.Files) == 0 }

// Paths returns the paths of the files, sorted.
func (c *Change) Paths() []string {
	out := make([]string, len(c.Files))
	for i := range c.Files {
		out[i] = c.Files[i].Path
	}
	return out
}

// Only returns the part of the change that is about some files.
func (c *Change) Only(keep func(*File) bool) *Change {
	out := &Change{}
	for i := range c.Files {
		if keep(&c.Files[i]) {
			out.Files = append(out.Files, c.Files[i])
		}
	}
	return out
}

// With returns the change with another text of a file, such as a mutant of it.
// The file is one that the change has and does not delete. If the text is that
// of the base, the file may be left out.
func (c *Change) With(name string, text []byte) (*Change, error) {
	f := c.File(name)
	if f == nil || f.Op == patch.OpDelete {
		return nil, refuse(name, patch.DiffFileMissing, "the change does not have the text of this file")
	}
	out := &Change{}
	for _, other := range c.Files {
		if other.Path == name {
			if other.Text = there(text); !other.Changed() {
				continue
			}
		}
		out.Files = append(out.Files, other)
	}
	return out, nil
}
