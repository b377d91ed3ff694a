package external

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A tree is a private copy of files. Its paths are slash-separated and relative
// to its root.
type tree struct {
	root    string            // without links
	texts   map[string][]byte // of the files that were copied
	folders map[string]bool   // that were created for them

	rest  map[string]os.FileInfo // the files beside them that were copied
	links map[string]string      // by path: the targets, which are elsewhere
}

func newTree() (*tree, error) {
	root, err := os.MkdirTemp("", "autofix-copy-")
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot create the folder for its files: %w", err)
	}
	return &tree{root: root, texts: map[string][]byte{}, folders: map[string]bool{".": true}, rest: map[string]os.FileInfo{}, links: map[string]string{}}, nil
}

// remove deletes the copy, even if the program made folders in it read-only.
func (t *tree) remove() {
	_ = filepath.WalkDir(t.root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_ = os.Chmod(name, 0o700)
		}
		return nil
	})
	_ = os.RemoveAll(t.root)
}

func (t *tree) file(name string) string { return filepath.Join(t.root, filepath.FromSlash(name)) }

// add adds a file with a text. It is executable if the file in the folder dir
// is.
func (t *tree) add(dir, name string, text []byte) error {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err == nil && info.Mode()&0o111 != 0 {
		mode = 0o755
	}
	err := os.MkdirAll(filepath.Dir(t.file(name)), 0o755)
	if err == nil {
		err = os.WriteFile(t.file(name), text, mode)
	}
	if err != nil {
		return fmt.Errorf("cannot copy %s: %w", name, err)
	}
	t.texts[name] = text
	for folder := path.Dir(name); !t.folders[folder]; folder = path.Dir(folder) {
		t.folders[folder] = true
	}
	return nil
}

// write replaces the text of a copied file. It follows no link out of the copy,
// which the program may have left there.
func (t *tree) write(name string, text []byte) error {
	root, err := os.OpenRoot(t.root)
	if err != nil {
		return t.local(err)
	}
	defer root.Close()
	if err := root.WriteFile(filepath.FromSlash(name), text, 0o644); err != nil {
		return fmt.Errorf("cannot write its own result: %w", t.local(err))
	}
	return nil
}

// addData copies further files and folders, unless the copy has them.
func (t *tree) addData(dir string, names []string) error {
	for _, given := range names {
		if !filepath.IsLocal(filepath.FromSlash(given)) {
			return fmt.Errorf("its data %s cannot be copied: it is not below the folder that the checker runs in", given)
		}
		start := path.Clean(filepath.ToSlash(given))
		if err := t.addBelow(dir, start, nil); err != nil {
			return fmt.Errorf("cannot copy its data %s: %w", given, err)
		}
	}
	return nil
}

// addBelow copies a file, or a folder with its content. Links are
// replaced by their targets: a sandbox has its inputs as links. above are
// the folders above it.
func (t *tree) addBelow(dir, name string, above []os.FileInfo) error {
	if _, copied := t.texts[name]; copied {
		return nil
	}
	full := filepath.Join(dir, filepath.FromSlash(name))
	info, err := os.Stat(full)
	switch {
	case err != nil:
		return withoutPath(err)
	case slices.ContainsFunc(above, func(folder os.FileInfo) bool { return os.SameFile(folder, info) }):
		return fmt.Errorf("the link %s leads back to a folder above it", name)
	case info.Mode().IsRegular():
		text, err := os.ReadFile(full)
		if err != nil {
			return withoutPath(err)
		}
		return t.add(dir, name, text)
	case !info.IsDir():
		return fmt.Errorf("%s is not a regular file", name)
	}
	entries, err := os.ReadDir(full)
	if err != nil {
		return withoutPath(err)
	}
	for _, entry := range entries {
		if err := t.addBelow(dir, path.Join(name, entry.Name()), append(above, info)); err != nil {
			return err
		}
	}
	return nil
}

// A state compares a tree with the tree before a program ran. All lists are
// sorted.
type state struct {
	changed []string          // copied files with another text
	deleted []string          // copied files
	created []string          // other regular files, outside of folders of caches
	odd     []string          // links and other things that are not regular files
	texts   map[string][]byte // of changed and created files
	exec    map[string]bool   // by path: an executable file
}

// look returns the changes since the files were copied.
func (t *tree) look() (*state, error) {
	s := &state{texts: map[string][]byte{}, exec: map[string]bool{}}
	seen := map[string]bool{}
	err := filepath.WalkDir(t.root, func(full string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(t.root, full)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(relative)
		if d.IsDir() {
			if !t.folders[name] && isCache(full) {
				return fs.SkipDir
			}
			return nil
		}
		before, copied := t.texts[name]
		if t.isAsMade(full, name) {
			seen[name] = true
			return nil
		}
		if !d.Type().IsRegular() {
			seen[name] = true
			s.odd = append(s.odd, name)
			return nil
		}
		text, executable, err := readBounded(full, d)
		if err != nil {
			return err
		}
		seen[name] = true
		switch {
		case t.rest[name] != nil:
			s.changed = append(s.changed, name)
		case !copied:
			s.created = append(s.created, name)
		case !bytes.Equal(before, text):
			s.changed = append(s.changed, name)
		default:
			return nil
		}
		s.texts[name], s.exec[name] = text, executable
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("cannot read what it wrote: %w", t.local(err))
	}
	for _, names := range []iter.Seq[string]{maps.Keys(t.texts), maps.Keys(t.rest), maps.Keys(t.links)} {
		for name := range names {
			if !seen[name] {
				s.deleted = append(s.deleted, name)
			}
		}
	}
	for _, list := range [][]string{s.changed, s.deleted, s.created, s.odd} {
		slices.Sort(list)
	}
	return s, nil
}

// local removes the path of the copy from an error: it differs each time.
func (t *tree) local(err error) error {
	if failure, ok := errors.AsType[*os.PathError](err); ok {
		name := strings.TrimPrefix(failure.Path, t.root+string(filepath.Separator))
		return &os.PathError{Op: failure.Op, Path: filepath.ToSlash(name), Err: failure.Err}
	}
	return err
}

func readBounded(full string, d fs.DirEntry) (text []byte, executable bool, err error) {
	info, err := d.Info()
	if err != nil {
		return nil, false, err
	}
	if info.Size() > int64(maxOutput) {
		return nil, false, tooMuch()
	}
	text, err = os.ReadFile(full)
	return text, info.Mode()&0o111 != 0, err
}

// isCache reports whether a folder says that it is a cache, by the file of
// https://bford.info/cachedir.
func isCache(folder string) bool {
	text, err := os.ReadFile(filepath.Join(folder, "CACHEDIR.TAG"))
	return err == nil && bytes.HasPrefix(text, []byte("Signature: 8a477f597d28d172789f06886806bc55"))
}
