// Package change is a patch as the texts of its files. It reads patches and
// search/replace blocks, writes patches, and takes patches apart: by file, by
// hunk, or with another text of a file. Nothing in it touches a file system.
package change

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// A Change is the effect of a patch on a tree. The files are sorted by path,
// each is there once, and each differs from the base. They have no Edits, and
// Executable is the mode of each. A change is not modified after New: its
// methods return new ones, which share memory with it.
type Change struct {
	Files []fixedits.FileChange
}

// A Reader returns the text and mode of a file of the base. It returns an error
// that wraps fs.ErrNotExist if there is no such file. A folder has its mode, or
// an error.
type Reader func(path string) ([]byte, fs.FileMode, error)

// New returns a change of files. Unchanged files are left out. It refuses names
// that package patch refuses, two names that are the same on some machines, and
// a file where another one needs a folder.
func New(files []fixedits.FileChange) (*Change, error) {
	c := &Change{Files: make([]fixedits.FileChange, 0, len(files))}
	for i := range files {
		if err := checkName(files[i].Path); err != nil {
			return nil, err
		}
		if f := &files[i]; f.Changes() {
			c.Files = append(c.Files, settled(f))
		}
	}
	slices.SortFunc(c.Files, func(a, b fixedits.FileChange) int { return strings.Compare(a.Path, b.Path) })
	if err := c.checkNames(); err != nil {
		return nil, err
	}
	return c, nil
}

// settled returns a changed file with the fields that follow from the others.
func settled(f *fixedits.FileChange) fixedits.FileChange {
	out := fixedits.FileChange{Path: f.Path, Created: f.Created, Deleted: f.Deleted, Executable: f.Executable}
	if !f.Created {
		out.Before = there(f.Before)
		out.BeforeSHA256 = fixedits.Digest(out.Before)
	}
	if !f.Deleted {
		out.After = there(f.After)
	}
	out.ModeChanged = f.ModeChanged && !f.Created && !f.Deleted
	return out
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
		return named(name, err)
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
		seen[key], kept[key] = true, !f.Deleted
	}
	for i := range c.Files {
		f := &c.Files[i]
		if f.Deleted {
			continue
		}
		for folder := path.Dir(strings.ToLower(f.Path)); folder != "."; folder = path.Dir(folder) {
			if kept[folder] {
				return refuse(f.Path, patch.FileAndFolder, "another file of the change is where this one needs a folder")
			}
		}
	}
	return nil
}

// File returns a file of the change, or nil. The path is not cleaned first.
func (c *Change) File(name string) *fixedits.FileChange {
	at, found := slices.BinarySearchFunc(c.Files, name, func(f fixedits.FileChange, name string) int { return strings.Compare(f.Path, name) })
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
func (c *Change) Only(keep func(*fixedits.FileChange) bool) *Change {
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
	if f == nil || f.Deleted {
		return nil, refuse(name, patch.DiffFileMissing, "the change does not have the text of this file")
	}
	out := &Change{}
	for _, other := range c.Files {
		if other.Path == name {
			if other.After = there(text); !other.Changes() {
				continue
			}
		}
		out.Files = append(out.Files, other)
	}
	return out, nil
}

// Then returns the change that makes two changes, one after the other: next is
// of the tree that c makes.
func (c *Change) Then(next *Change) (*Change, error) {
	files := c.Only(func(f *fixedits.FileChange) bool { return next.File(f.Path) == nil }).Files
	for _, f := range next.Files {
		if before := c.File(f.Path); before != nil {
			was, is := before.Executable != before.ModeChanged, f.Executable
			both := *before
			both.Then(&f)
			both.Executable, both.ModeChanged = is, was != is
			f = both
		}
		files = append(files, f)
	}
	return New(files)
}

// Inverse returns the change that takes c back.
func (c *Change) Inverse() *Change {
	out := &Change{Files: slices.Clone(c.Files)}
	for i := range out.Files {
		f := &out.Files[i]
		f.Before, f.After, f.Created, f.Deleted = f.After, f.Before, f.Deleted, f.Created
		f.Executable = f.Executable != f.ModeChanged
		*f = settled(f)
	}
	return out
}
