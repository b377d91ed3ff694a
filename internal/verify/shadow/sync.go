package shadow

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// A layout lists the entries of the real folders besides the person's files, by
// folder.
type layout struct {
	texts   map[string][]*File  // that are not deleted
	folders map[string][]string // with a text below
}

func (t *Tree) layout() *layout {
	l := &layout{texts: map[string][]*File{}, folders: map[string][]string{}}
	known := map[string]bool{".": true}
	for name, file := range t.changed {
		if file.Deleted {
			continue
		}
		l.texts[path.Dir(name)] = append(l.texts[path.Dir(name)], file)
		for dir := path.Dir(name); !known[dir]; dir = path.Dir(dir) {
			known[dir] = true
			l.folders[path.Dir(dir)] = append(l.folders[path.Dir(dir)], dir)
		}
	}
	return l
}

// sync brings the entries of a real folder up to date, and the entries of all
// real folders below. at is the folder.
func (t *Tree) sync(dir string, at *os.Root, l *layout) error {
	real := filepath.Join(t.Root, filepath.FromSlash(dir))
	entries, err := os.ReadDir(real)
	if err != nil {
		if info, statErr := os.Stat(real); statErr == nil && info.IsDir() {
			return err
		}
		entries = nil // the folder is to be made, perhaps in place of a file
	}
	want := map[string]string{}
	var below []string
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		switch {
		case t.changed[name] != nil, name == written:
		case entry.Name() == inVendor:
			want[inVendor] = "" // the shadow's own, if there is one
		case entry.IsDir() && t.isReal(name):
			want[entry.Name()] = ""
			below = append(below, name)
		case entry.Type() == fs.ModeSymlink:
			if target, ok := t.linkLike(name); ok {
				want[entry.Name()] = target
			}
		case t.copy && entry.Type().IsRegular():
			want[entry.Name()] = ""
			t.copies[dir] = append(t.copies[dir], entry.Name())
		default:
			want[entry.Name()] = filepath.Join(real, entry.Name())
		}
	}
	for _, folder := range l.folders[dir] {
		target, known := want[path.Base(folder)]
		if !known {
			want[path.Base(folder)] = ""
			below = append(below, folder)
		} else if target != "" {
			return fmt.Errorf("%s is no longer a folder in the workspace, although files in it are to be changed; run again", folder)
		}
	}
	for _, file := range l.texts[dir] {
		want[path.Base(file.Path)] = ""
	}
	if dir == "." {
		want[written] = ""
	}
	t.entries[dir] = want
	if err := t.settle(at, dir, want); err != nil {
		return err
	}
	for _, file := range l.texts[dir] {
		if err := t.writeFile(at, file); err != nil {
			return err
		}
	}
	slices.Sort(below)
	for _, name := range below {
		if err := t.syncBelow(name, at, l); err != nil {
			return err
		}
	}
	return nil
}

// syncBelow is sync for a folder of the folder above.
func (t *Tree) syncBelow(dir string, above *os.Root, l *layout) error {
	if err := t.makeFolder(above, path.Base(dir), dir); err != nil {
		return err
	}
	at, err := above.OpenRoot(path.Base(dir))
	if err != nil {
		return err
	}
	defer at.Close()
	return t.sync(dir, at, l)
}

// isReal reports whether a folder of the workspace is a folder in the shadow,
// not a link.
func (t *Tree) isReal(name string) bool {
	if t.copy {
		// Git's folder is the person's, and so is one that cannot be read.
		return name != ".git" && readable(filepath.Join(t.Root, filepath.FromSlash(name)))
	}
	return t.folders[name]
}

// readable reports whether a folder can be opened.
func readable(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	file.Close()
	return true
}

// settle gives a folder a link for each name that has a target. A name without
// one is left alone; others are removed. dir is the folder's name for
// errors.
func (t *Tree) settle(at *os.Root, dir string, want map[string]string) error {
	there, err := readDir(at)
	if err != nil {
		return err
	}
	have := map[string]bool{}
	for _, entry := range there {
		target, wanted := want[entry.Name()]
		switch {
		case wanted && target == "":
			have[entry.Name()] = true
			continue
		case wanted && entry.Type() == fs.ModeSymlink:
			if now, err := at.Readlink(entry.Name()); err == nil && now == target {
				have[entry.Name()] = true
				continue
			}
		}
		if err := t.remove(at, entry.Name(), path.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	for name, target := range want {
		if target == "" || have[name] {
			continue
		}
		if err := t.change("link", path.Join(dir, name), func() error { return at.Symlink(target, name) }); err != nil {
			return err
		}
	}
	return nil
}

// change makes one change of the shadow. The error says what could not be done
// to which file.
func (t *Tree) change(what, name string, do func() error) error {
	if t.ctx.Err() != nil {
		return context.Cause(t.ctx)
	}
	var err error
	if t.step != nil {
		err = t.step(what, name)
	}
	if err == nil {
		err = do()
	}
	if err == nil {
		return nil
	}
	var inPath *fs.PathError
	var inLink *os.LinkError
	switch {
	case errors.As(err, &inPath):
		err = inPath.Err
	case errors.As(err, &inLink):
		err = inLink.Err
	}
	err = fmt.Errorf("cannot %s %s: %w", what, name, err)
	if errors.Is(err, fs.ErrPermission) {
		err = fmt.Errorf("%w; remove %s, and the next run makes it anew", err, t.base)
	}
	return err
}

// remove removes a file, a link or a whole folder, even one that was made
// read-only. It does not follow links.
func (t *Tree) remove(at *os.Root, base, name string) error {
	return t.change("remove", name, func() error {
		err := at.RemoveAll(base)
		if errors.Is(err, fs.ErrPermission) {
			makeWritable(at, base)
			err = at.RemoveAll(base)
		}
		return err
	})
}

// makeWritable lets a folder and all below be removed.
func makeWritable(at *os.Root, name string) {
	if info, err := at.Lstat(name); err != nil || !info.IsDir() {
		return
	}
	_ = at.Chmod(name, 0o700) // if it fails, so does what follows
	below, err := at.OpenRoot(name)
	if err != nil {
		return
	}
	defer below.Close()
	entries, _ := readDir(below)
	for _, entry := range entries {
		if entry.IsDir() {
			makeWritable(below, entry.Name())
		}
	}
}

// readDir returns the entries of a folder. Unlike fs.ReadDir, it works with
// names of any bytes.
func readDir(at *os.Root) ([]fs.DirEntry, error) {
	dir, err := at.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return dir.ReadDir(-1)
}

// makeFolder makes a folder real, and replaces what else has its name.
func (t *Tree) makeFolder(at *os.Root, base, name string) error {
	info, err := at.Lstat(base)
	switch {
	case err == nil && info.IsDir():
		if info.Mode().Perm()&0o700 == 0o700 {
			return nil
		}
		return t.change("set the mode of", name, func() error { return at.Chmod(base, 0o700) })
	case err == nil:
		if err := t.remove(at, base, name); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return t.change("make the folder", name, func() error { return at.Mkdir(base, 0o777) })
}

// writeFile writes a changed file into its folder. It never writes through a
// link, and leaves a file alone that has its bytes already.
func (t *Tree) writeFile(at *os.Root, file *File) error {
	base := path.Base(file.Path)
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(filepath.Join(t.Root, filepath.FromSlash(file.Path))); err == nil && info.Mode().IsRegular() {
		mode = info.Mode().Perm() | 0o600
	} else if file.Executable {
		mode = 0o755
	}
	if info, err := at.Lstat(base); err == nil && info.Mode() == mode && info.Size() == int64(len(file.Text)) {
		if now, err := at.ReadFile(base); err == nil && bytes.Equal(now, file.Text) {
			return nil
		}
	}
	return t.replace(at, base, file.Path, mode, bytes.NewReader(file.Text))
}

// replace writes a new file in the place of another.
func (t *Tree) replace(at *os.Root, base, name string, mode fs.FileMode, text io.Reader) error {
	if _, err := at.Lstat(base); err == nil {
		if err := t.remove(at, base, name); err != nil {
			return err
		}
	}
	var out *os.File
	if err := t.change("create", name, func() (err error) {
		out, err = at.OpenFile(base, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		return err
	}); err != nil {
		return err
	}
	err := t.change("write", name, func() error {
		_, err := io.Copy(out, text)
		return err
	})
	if err == nil {
		err = t.change("set the mode of", name, func() error { return out.Chmod(mode) })
	}
	return errors.Join(err, out.Close())
}
