package external

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// A Mirror says that the program runs in a copy of Dir, so that it changes none
// of its files, and sees texts that are not on disk.
//
// The copy has the files that the program is given, and the other files in
// their folders and above. Other folders, and large files, are links. Writes
// through these are real, as of any program of the person.
type Mirror struct {
	// Read returns the text of a file, by its path below Dir.
	Read func(path string) ([]byte, error)
	// Changed are all files whose texts are not those on disk.
	Changed []Change
}

// A Change is a file of a mirror that differs from the file on disk.
type Change struct {
	Path    string
	Text    []byte
	Deleted bool
}

// findInMirror runs a program that reports findings in a mirror.
func (c *Checker) findInMirror(ctx context.Context, given []fixedits.Snapshot, said *tail) (*adapters.Result, error) {
	copied, err := newTree()
	if err != nil {
		return nil, err
	}
	defer copied.remove()
	for _, file := range given {
		text, err := c.Mirror.Read(file.Path)
		if err != nil {
			return nil, err
		}
		if err := copied.add(c.Dir, file.Path, text); err != nil {
			return nil, err
		}
	}
	if err := copied.addRest(c.Dir, c.Mirror.Changed); err != nil {
		return nil, err
	}
	result, err := c.findIn(ctx, copied.root, given, said)
	if written := copied.firstWritten(given); written != "" && ctx.Err() == nil {
		// Whatever it reports is about other texts than it was given.
		return nil, fmt.Errorf("changed %s, but it is declared as a checker that reports: leave out the argument that has it fix, or declare it with in_place; no file of yours was changed", written)
	}
	return result, err
}

// firstWritten returns the first of the given files that has another text, or
// is gone, or "".
func (t *tree) firstWritten(given []fixedits.Snapshot) string {
	for _, file := range given {
		text, err := os.ReadFile(t.file(file.Path))
		if err != nil || string(text) != string(t.texts[file.Path]) {
			return file.Path
		}
	}
	return ""
}

// The files of a mirror that are copied in addition to the program's arguments
// are at most this large each, and together. Others are links. Tests lower the
// numbers.
var (
	maxCopied    int64 = 1 << 20
	maxCopiedAll int64 = 256 << 20
)

// histories are the folders of version control. No program has them in a mirror:
// it would change the history or the index for other files than they are for.
var histories = []string{".git", ".hg", ".jj", ".sl", ".svn"}

// addRest adds the other files in the folders of the copy, and in the folders
// above them, from the folder dir, with the changes that are not on disk.
func (t *tree) addRest(dir string, changed []Change) error {
	gone := map[string]bool{}
	for _, change := range changed {
		if _, given := t.texts[change.Path]; given {
			continue
		}
		if !change.Deleted {
			if err := t.add(dir, change.Path, change.Text); err != nil {
				return err
			}
			continue
		}
		gone[change.Path] = true
		for folder := path.Dir(change.Path); !t.folders[folder]; folder = path.Dir(folder) {
			t.folders[folder] = true
		}
	}
	room := maxCopiedAll
	for _, folder := range slices.Sorted(maps.Keys(t.folders)) {
		if err := os.MkdirAll(t.file(folder), 0o755); err != nil {
			return fmt.Errorf("cannot copy %s: %w", folder, t.local(err))
		}
		entries, err := os.ReadDir(filepath.Join(dir, filepath.FromSlash(folder)))
		if errors.Is(err, fs.ErrNotExist) {
			continue // a fix has made it
		}
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", folder, withoutPath(err))
		}
		for _, entry := range entries {
			name := path.Join(folder, entry.Name())
			if _, copied := t.texts[name]; copied || t.folders[name] || gone[name] || slices.Contains(histories, entry.Name()) {
				continue
			}
			if err := t.addBeside(dir, name, &room); err != nil {
				return fmt.Errorf("cannot copy %s: %w", name, t.local(err))
			}
		}
	}
	return nil
}

// addBeside adds a file as a copy, if there is room, and all else as a link.
func (t *tree) addBeside(dir, name string, room *int64) error {
	from := filepath.Join(dir, filepath.FromSlash(name))
	info, err := os.Lstat(from)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // it was there a moment ago
	case err != nil:
		return err
	case info.Mode()&(os.ModeNamedPipe|os.ModeSocket|os.ModeDevice) != 0:
		return nil // nothing that a checker reads
	case info.Mode().IsRegular() && info.Size() <= min(maxCopied, *room):
		copied, err := copyFile(from, t.file(name), info)
		if err == nil {
			*room -= info.Size()
			t.rest[name] = copied
			return nil
		}
		if !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	t.links[name] = from
	return os.Symlink(from, t.file(name))
}

// copyFile copies a file with its mode and time, and returns what the copy is.
func copyFile(from, to string, info os.FileInfo) (os.FileInfo, error) {
	in, err := os.Open(from)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o600)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(out, in)
	if err := errors.Join(err, out.Close()); err != nil {
		return nil, err
	}
	if err := os.Chtimes(to, info.ModTime(), info.ModTime()); err != nil {
		return nil, err
	}
	return os.Lstat(to)
}

// isAsMade reports whether a path of a mirror is a copy or a link that nobody
// has changed.
func (t *tree) isAsMade(full, name string) bool {
	if target, ok := t.links[name]; ok {
		now, err := os.Readlink(full)
		return err == nil && now == target
	}
	was, ok := t.rest[name]
	if !ok {
		return false
	}
	now, err := os.Lstat(full)
	return err == nil && now.Mode() == was.Mode() && now.Size() == was.Size() && now.ModTime().Equal(was.ModTime())
}
