package change

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// maxDiff is the size of the largest diff or answer that is read, in bytes.
const maxDiff = 16 << 20

// signature matches the end of a patch that git format-patch writes.
var signature = lazyregexp.New(`\n-- \n[0-9]+\.[0-9][^\n]*\n*$`)

// Parse reads a unified diff and applies it to the base. Package patch reads
// it, with the repairs that it makes; renames, copies, links, submodules and
// binary changes are refused.
//
// The diff decides the line endings if it fits the base byte by byte. A diff
// that has lines of a CRLF file without the CR is accepted too: then unchanged
// lines keep their endings, and new ones get the ending of most lines of the
// file.
func Parse(diff string, read Reader) (*Change, error) {
	if len(diff) > maxDiff {
		return nil, refuse("", patch.ChangeTooLarge, "the diff is larger than "+strconv.Itoa(maxDiff>>20)+" MiB")
	}
	diff = signature().ReplaceAllString(diff, "\n")
	b := base{read: read}
	exact := b.exact(diff)
	if exact != nil && exact.Diff() == diff {
		if err := b.checkFolders(exact); err != nil {
			return nil, err
		}
		return exact, nil
	}
	patches, err := patch.ParseFiles(diff)
	if err != nil {
		return nil, named("", err)
	}
	files := make([]fixedits.FileChange, 0, len(patches))
	for _, p := range patches {
		f, err := b.apply(p)
		if err != nil {
			return nil, err
		}
		if exact != nil {
			// The two readings may differ in the ends of lines only.
			if e := exact.File(f.Path); e != nil && e.Created == f.Created && e.Deleted == f.Deleted && bytes.Equal(lf(e.After), lf(f.After)) {
				f.After = e.After
			}
		}
		files = append(files, f)
	}
	return b.settled(files)
}

// settled returns a change of files that were read, which must change
// something.
func (b *base) settled(files []fixedits.FileChange) (*Change, error) {
	c, err := New(files)
	switch {
	case err != nil:
		return nil, err
	case c.Empty():
		return nil, refuse("", patch.DiffNoChanges, "the files after the change are those before")
	}
	if err := b.checkFolders(c); err != nil {
		return nil, err
	}
	return c, nil
}

// checkFolders refuses new files below a link or a file of the base. A file
// must not be written through a link, and git apply does not either.
func (b *base) checkFolders(c *Change) error {
	for i := range c.Files {
		f := &c.Files[i]
		if !f.Created {
			continue
		}
		for folder := path.Dir(f.Path); folder != "."; folder = path.Dir(folder) {
			_, mode, err := b.read(folder)
			above := c.File(folder)
			switch {
			case err != nil || mode.IsDir() || above != nil && above.Deleted:
			case mode&fs.ModeSymlink != 0:
				return refuse(f.Path, patch.DiffLink, "a folder of its path is a symbolic link")
			default:
				return refuse(f.Path, patch.FileAndFolder, "a file is where this one needs a folder")
			}
		}
	}
	return nil
}

// base reads files of the base.
type base struct {
	read Reader
}

// file returns a file of the base, or nil if there is none.
func (b *base) file(name string) (*fixedits.FileChange, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	text, mode, err := b.read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, named(name, err)
	case mode&fs.ModeSymlink != 0:
		return nil, refuse(name, patch.DiffLink, "the file is a symbolic link")
	case !mode.IsRegular():
		return nil, refuse(name, patch.DiffSubmodule, "what has that name is not a regular file")
	}
	return &fixedits.FileChange{Path: name, Executable: mode&0o111 != 0, Before: there(text)}, nil
}

// apply applies a part of a diff with the repairs of package patch.
func (b *base) apply(p patch.FilePatch) (fixedits.FileChange, error) {
	found, err := b.file(p.Path)
	if err != nil {
		return fixedits.FileChange{}, err
	}
	f := fixedits.FileChange{Path: p.Path}
	switch {
	case found == nil && !p.Created:
		return f, &patch.Error{Path: p.Path, Code: patch.DiffFileMissing, Line: p.Line, Detail: "the file does not exist"}
	case found != nil && p.Created:
		return f, &patch.Error{Path: p.Path, Code: patch.DiffFileExists, Line: p.Line, Detail: "the file to create exists"}
	case found != nil:
		f = *found
	}
	r, err := p.Apply(lf(f.Before))
	if err != nil {
		return f, named(p.Path, err)
	}
	f.Created, f.Deleted = p.Created, p.Deleted
	setMode(&f, p.Mode)
	f.After = restore(f.Before, r)
	return f, nil
}

// exact reads a diff as git does: strictly, and byte by byte. It returns nil if
// that is not possible, or if the diff has anything but changes of regular text
// files.
func (b *base) exact(diff string) *Change {
	parsed, _, err := gitdiff.Parse(strings.NewReader(diff))
	if err != nil {
		return nil
	}
	files := make([]fixedits.FileChange, 0, len(parsed))
	for _, p := range parsed {
		f, ok := b.applyExactly(p)
		if !ok {
			return nil
		}
		files = append(files, f)
	}
	c, err := New(files)
	if err != nil || c.Empty() {
		return nil
	}
	return c
}

func (b *base) applyExactly(p *gitdiff.File) (fixedits.FileChange, bool) {
	name := p.NewName
	if p.IsDelete {
		name = p.OldName
	}
	if p.IsBinary || p.IsRename || p.IsCopy || p.IsNew && p.IsDelete || !regular(p.OldMode) || !regular(p.NewMode) {
		return fixedits.FileChange{}, false
	}
	found, err := b.file(name)
	if err != nil || (found == nil) != p.IsNew {
		return fixedits.FileChange{}, false
	}
	f := fixedits.FileChange{Path: name, Created: true}
	if found != nil {
		f = *found
	}
	for _, h := range p.TextFragments {
		// A line number alone is not enough of a place.
		if h.OldLines == 0 && len(f.Before) > 0 {
			return fixedits.FileChange{}, false
		}
	}
	var text bytes.Buffer
	if err := gitdiff.Apply(&text, bytes.NewReader(f.Before), p); err != nil {
		return fixedits.FileChange{}, false
	}
	f.After = there(text.Bytes())
	switch {
	case p.IsDelete && text.Len() > 0:
		return fixedits.FileChange{}, false
	case p.IsDelete:
		f.Deleted = true
	default:
		setMode(&f, p.NewMode)
	}
	return f, true
}

// setMode gives a file the mode of a diff, if that has one.
func setMode(f *fixedits.FileChange, mode fs.FileMode) {
	if executable := mode&0o111 != 0; mode != 0 && executable != f.Executable {
		f.Executable, f.ModeChanged = executable, !f.Created
	}
}

// regular reports whether a mode in a diff is a regular file's, or is missing.
// It has the bits of git, not the bits of package fs.
func regular(mode fs.FileMode) bool { return mode == 0 || mode == 0o100644 || mode == 0o100755 }
