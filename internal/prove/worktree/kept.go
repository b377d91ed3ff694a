package worktree

import (
	"archive/tar"
	"bufio"
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
	"strings"
)

// The bounds of what LoadKept takes from a file. No setup installs that much,
// but the file may be somebody else's.
const (
	maxKept      = 4 << 20 // files and folders
	maxKeptBytes = 64 << 30
)

// SaveKept writes what Keep kept to a file of ours, as a tar with the modes and
// times of files, and links as links. The file appears whole or not at all.
func (t *Tree) SaveKept(ctx context.Context, file string) error {
	partial := file + ".partial"
	err := t.saveKept(ctx, partial)
	if err == nil {
		err = os.Rename(partial, file)
	}
	if err != nil {
		_ = os.Remove(partial)
	}
	return step(err, "what the setup installed")
}

func (t *Tree) saveKept(ctx context.Context, name string) (err error) {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	buffer := bufio.NewWriterSize(file, 1<<20)
	out := tar.NewWriter(buffer)
	// A folder sorts before its files.
	for _, name := range slices.Sorted(maps.Keys(t.kept)) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := t.pack(out, name); err != nil {
			return err
		}
	}
	if err := errors.Join(out.Close(), buffer.Flush()); err != nil {
		return err
	}
	return file.Sync()
}

// pack writes a file, folder or link. Others, such as sockets, are left out.
func (t *Tree) pack(out *tar.Writer, name string) error {
	local := filepath.FromSlash(name)
	info, err := t.root.Lstat(local)
	if err != nil {
		return err
	}
	h := &tar.Header{Name: name, Mode: int64(info.Mode().Perm()), ModTime: info.ModTime(), Format: tar.FormatPAX}
	switch {
	case info.IsDir():
		h.Typeflag = tar.TypeDir
	case info.Mode()&fs.ModeSymlink != 0:
		h.Typeflag = tar.TypeSymlink
		if h.Linkname, err = t.root.Readlink(local); err != nil {
			return err
		}
	case info.Mode().IsRegular():
		h.Typeflag, h.Size = tar.TypeReg, info.Size()
	default:
		return nil
	}
	if err := out.WriteHeader(h); err != nil || h.Typeflag != tar.TypeReg {
		return err
	}
	from, err := t.root.Open(local)
	if err != nil {
		return err
	}
	defer from.Close()
	_, err = io.Copy(out, from)
	return err
}

// LoadKept puts the files of SaveKept into a tree that was just made or set,
// and keeps them. Files that Keep saw and that did not change stay, with their
// times. The rest is written again, which also undoes changes by commands.
// Nothing is written outside of the tree or over files of the base and its
// change, whatever the file contains.
func (t *Tree) LoadKept(ctx context.Context, file string) error {
	from, err := os.Open(file)
	if err != nil {
		return step(err, "what the setup installed")
	}
	defer from.Close()
	now, err := t.scan()
	if err == nil {
		u := &unpacking{tree: t, now: now, in: tar.NewReader(bufio.NewReaderSize(from, 1<<20)), folders: map[string]bool{}}
		err = u.all(ctx)
	}
	if err == nil {
		err = t.Keep()
	}
	return step(err, "what the setup installed: %s", file)
}

// An unpacking writes the entries of a tar.
type unpacking struct {
	tree    *Tree
	now     *scan // of the tree, before
	in      *tar.Reader
	folders map[string]bool // of the tar; not links
	last    string          // the name before
	bytes   int64
}

func (u *unpacking) all(ctx context.Context) error {
	for n := 0; ; n++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		h, err := u.in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		u.bytes += max(0, h.Size)
		if n >= maxKept || u.bytes > maxKeptBytes {
			return errors.New("more than any setup installs")
		}
		if err := u.entry(h); err != nil {
			return err
		}
	}
}

// entry writes one entry, unless it is there.
func (u *unpacking) entry(h *tar.Header) error {
	t := u.tree
	name := strings.TrimSuffix(h.Name, "/")
	local, err := filepath.Localize(name)
	if err != nil || name == "." || strings.EqualFold(strings.SplitN(name, "/", 2)[0], gitName) {
		return fmt.Errorf("%q is no path of a file of a tree", h.Name)
	}
	if name <= u.last {
		return fmt.Errorf("%q: it is twice in it, or not in order", h.Name)
	}
	u.last = name
	if dir := path.Dir(name); !t.folders[dir] && !u.folders[dir] {
		return fmt.Errorf("%q: no folder in it is around it", h.Name)
	}
	if t.want[name] != nil || t.folders[name] && h.Typeflag != tar.TypeDir {
		return nil // it gave way to a file of the tree
	}
	if h.Typeflag == tar.TypeDir {
		u.folders[name] = true
		return t.makeFolder(name)
	}
	is, found := u.now.files[name]
	if kept, known := t.kept[name]; found && known && kept.alike(is) {
		return nil
	}
	if err := removeAll(t.root, local); err != nil {
		return err
	}
	switch h.Typeflag {
	case tar.TypeSymlink:
		return t.root.Symlink(h.Linkname, local)
	case tar.TypeReg:
		return u.file(h, local)
	}
	return fmt.Errorf("%q: it is no file, folder or link", h.Name)
}

// file writes a regular file.
func (u *unpacking) file(h *tar.Header, local string) error {
	mode := fs.FileMode(h.Mode).Perm()
	file, err := u.tree.root.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode|0o200)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, u.in)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = u.tree.root.Chmod(local, mode) // the mask of this process may be narrower
	}
	if err == nil {
		// Otherwise tools that compare times would take their installed files
		// for new.
		err = u.tree.root.Chtimes(local, h.ModTime, h.ModTime)
	}
	return err
}
