// Package shadow keeps a second workspace beside a person's: the same files,
// except for those that a plan changes. Builds and tests run there before
// anything is written for real.
//
// A shadow is a farm of symbolic links. Only the folders with a changed file
// are real; everything else is a link to the person's file or folder, so that a
// shadow takes no space and no time to copy, and has the edits that the person
// makes meanwhile. The folders above the workspace are there too, as links, at
// the same places relative to it: paths such as ../other_module work.
//
// A program that ignores linked folders, such as the go command with ./...,
// needs a shadow of copies.
package shadow

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A File is a file that differs from the person's. Path is relative to the
// workspace and slash separated.
type File struct {
	Path       string
	Text       []byte
	Executable bool // of a file that the workspace does not have
	Deleted    bool
}

// A Tree is a shadow, locked by this process.
type Tree struct {
	// Root is the absolute path of the person's workspace, and Dir that of its
	// shadow.
	Root, Dir string
	// State is a folder for what belongs to the shadow, such as the output base
	// of its Bazel.
	State string

	top   *os.Root // above Dir: the shadow of the file system's root
	inTop string   // Dir relative to top, slash separated
	lock  *os.File
	links []link
	copy  bool // of all files, instead of links

	before map[string]stamp // the person's files when the shadow was opened, by path

	changed map[string]*File             // by path
	folders map[string]bool              // real ones; it only grows, so that links stay as they are
	entries map[string]map[string]string // what settle was asked for, by real folder of the workspace
	created map[string]bool              // files that something made in a real folder, by path
}

// A link is a symbolic link of the workspace to a file or folder in it, as
// paths relative to the workspace.
type link struct{ path, target string }

// written is the name of the file in the workspace's root that Bazel itself
// writes. Through a link it would write the person's.
const written = "MODULE.bazel.lock"

// Open returns the shadow of the workspace at root, which is absolute. It makes
// the shadow if there is none. cache is the folder of all shadows, absolute. If
// copies is set, the shadow has copies of files instead of links. wait is
// called if another process uses the shadow, before Open waits for it; it may
// be nil.
func Open(ctx context.Context, root, cache string, copies bool, wait func()) (*Tree, error) {
	root, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, fmt.Errorf("shadow workspace: %w", err)
	}
	if within(root, cache) {
		return nil, fmt.Errorf("shadow workspace: the cache folder %s is inside the workspace; name another with XDG_CACHE_HOME", cache)
	}
	t := &Tree{Root: root, copy: copies, folders: map[string]bool{".": true}, created: map[string]bool{}}
	base := filepath.Join(cache, nameOf(root, copies))
	if err := os.MkdirAll(base, 0o700); err != nil {
		return nil, fmt.Errorf("shadow workspace: %w", err)
	}
	if t.lock, err = lockFile(ctx, filepath.Join(base, "lock"), wait); err != nil {
		return nil, fmt.Errorf("shadow workspace: %w", err)
	}
	if err := t.open(base); err != nil {
		t.Close()
		return nil, fmt.Errorf("shadow workspace: %w", err)
	}
	return t, nil
}

// nameOf returns the name of the folder of a workspace's shadow.
func nameOf(root string, copies bool) string {
	sum := sha256.Sum256([]byte(root))
	name := hex.EncodeToString(sum[:8])
	if copies {
		name += "-copy"
	}
	return name
}

// within reports whether a path is in a folder, or is the folder.
func within(folder, path string) bool {
	relative, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(relative)
}

func (t *Tree) open(base string) error {
	t.State = filepath.Join(base, "state")
	top := filepath.Join(base, "tree")
	for _, dir := range []string{t.State, top} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	var err error
	if t.top, err = os.OpenRoot(top); err != nil {
		return err
	}
	volume := filepath.VolumeName(t.Root)
	t.inTop = strings.Trim(filepath.ToSlash(t.Root[len(volume):]), "/")
	t.Dir = filepath.Join(top, filepath.FromSlash(t.inTop))
	if err := t.above(volume); err != nil {
		return err
	}
	if err := t.walk(); err != nil {
		return err
	}
	if err := t.Set(nil); err != nil {
		return err
	}
	return t.ownLock()
}

// above makes the folders above the workspace, with links to what is beside it
// and them.
func (t *Tree) above(volume string) error {
	parts := strings.Split(t.inTop, "/")
	for i, part := range parts {
		dir := strings.Join(parts[:i], "/")
		real := filepath.Join(volume+string(filepath.Separator), filepath.FromSlash(dir))
		entries, err := os.ReadDir(real)
		if err != nil {
			entries = nil // a folder may be passable but not readable
		}
		want := map[string]string{part: ""}
		for _, entry := range entries {
			if name := entry.Name(); name != part {
				want[name] = filepath.Join(real, name)
			}
		}
		if err := t.settle(cmpDot(dir), want); err != nil {
			return err
		}
	}
	return nil
}

// settle makes a folder of top real, with a link for each name that has a
// target. A name without one is left as it is; others are removed.
func (t *Tree) settle(dir string, want map[string]string) error {
	if err := t.makeFolder(dir); err != nil {
		return err
	}
	there, err := fs.ReadDir(t.top.FS(), dir)
	if err != nil {
		return err
	}
	have := map[string]bool{}
	for _, entry := range there {
		target, wanted := want[entry.Name()]
		name := path.Join(dir, entry.Name())
		switch {
		case wanted && target == "":
			have[entry.Name()] = true
			continue
		case wanted && entry.Type() == fs.ModeSymlink:
			if now, err := t.top.Readlink(name); err == nil && now == target {
				have[entry.Name()] = true
				continue
			}
		}
		if err := t.top.RemoveAll(name); err != nil {
			return err
		}
	}
	for name, target := range want {
		if target == "" || have[name] {
			continue
		}
		if err := t.top.Symlink(target, path.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// makeFolder makes a folder of top real. It replaces what else has its name.
func (t *Tree) makeFolder(dir string) error {
	if dir == "." {
		return nil
	}
	info, err := t.top.Lstat(dir)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		if err := t.top.RemoveAll(dir); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return t.top.Mkdir(dir, 0o777)
}

// outputs reports whether a path has the name of a link that Bazel makes to its
// outputs.
func outputs(path string) bool {
	return strings.HasPrefix(path, "bazel-") && !strings.Contains(path, "/")
}

// Set makes the shadow equal to the workspace, except for files.
func (t *Tree) Set(files []File) error {
	t.changed, t.entries = map[string]*File{}, map[string]map[string]string{}
	for i := range files {
		t.changed[files[i].Path] = &files[i]
	}
	for name := range t.changed {
		t.makeReal(path.Dir(name))
	}
	t.followLinks()
	if err := t.sync("."); err != nil {
		return fmt.Errorf("shadow workspace %s: %w", t.Dir, err)
	}
	return nil
}

// ownLock gives the shadow a lockfile of its own, equal to the person's.
func (t *Tree) ownLock() error {
	text, err := os.ReadFile(filepath.Join(t.Root, written))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return t.writeFile(&File{Path: written, Text: text})
}

// makeReal makes a folder real, and all above it.
func (t *Tree) makeReal(dir string) {
	for ; !t.folders[dir]; dir = path.Dir(dir) {
		t.folders[dir] = true
	}
}

// followLinks makes the folders real that have a link to something changed,
// since the link must lead to the changed file in the shadow.
func (t *Tree) followLinks() {
	affected := map[string]bool{} // changed files, and all folders with one below
	add := func(name string) {
		for ; !affected[name]; name = path.Dir(name) {
			affected[name] = true
		}
	}
	for name := range t.changed {
		add(name)
	}
	for grown := true; grown; {
		grown = false
		for _, l := range t.links {
			if affected[l.target] && !affected[l.path] {
				add(l.path)
				t.makeReal(path.Dir(l.path))
				grown = true
			}
		}
	}
}

// sync makes the entries of a real folder what they should be.
func (t *Tree) sync(dir string) error {
	real := filepath.Join(t.Root, filepath.FromSlash(dir))
	entries, err := os.ReadDir(real)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	want := map[string]string{}
	var below []string
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		switch {
		case outputs(name) && entry.Type() == fs.ModeSymlink:
		case t.changed[name] != nil, name == written:
		case entry.IsDir() && (t.folders[name] || t.copy && name != ".git"):
			want[entry.Name()] = ""
			below = append(below, name)
		case entry.Type() == fs.ModeSymlink:
			if want[entry.Name()], err = t.linkLike(name); err != nil {
				return err
			}
		case t.copy && entry.Type().IsRegular():
			want[entry.Name()] = ""
			if err := t.copyFile(name); err != nil {
				return err
			}
		default:
			want[entry.Name()] = filepath.Join(real, entry.Name())
		}
	}
	for folder := range t.folders { // those that the workspace does not have
		if _, known := want[path.Base(folder)]; path.Dir(folder) == dir && folder != "." && !known && t.holdsText(folder) {
			want[path.Base(folder)] = ""
			below = append(below, folder)
		}
	}
	var texts []*File
	for name, file := range t.changed {
		if path.Dir(name) == dir && !file.Deleted {
			want[path.Base(name)] = ""
			texts = append(texts, file)
		}
	}
	if dir == "." {
		want[written] = ""
	}
	t.entries[dir] = want
	if err := t.settle(path.Join(t.inTop, dir), want); err != nil {
		return err
	}
	for _, file := range texts {
		if err := t.writeFile(file); err != nil {
			return err
		}
	}
	slices.Sort(below)
	for _, name := range below {
		if err := t.sync(name); err != nil {
			return err
		}
	}
	return nil
}

// holdsText reports whether a file with a text is below a folder.
func (t *Tree) holdsText(folder string) bool {
	for name, file := range t.changed {
		if !file.Deleted && strings.HasPrefix(name, folder+"/") {
			return true
		}
	}
	return false
}

// linkLike returns the target in the shadow for a link of the workspace.
// Relative targets are the same in both.
func (t *Tree) linkLike(name string) (string, error) {
	target, err := os.Readlink(filepath.Join(t.Root, filepath.FromSlash(name)))
	if err != nil || !filepath.IsAbs(target) || !within(t.Root, target) {
		return target, err
	}
	inside, err := filepath.Rel(t.Root, target)
	return filepath.Join(t.Dir, inside), err
}

// writeFile writes a changed file. It never writes through a link, and leaves a
// file alone that has its bytes already.
func (t *Tree) writeFile(file *File) error {
	name := path.Join(t.inTop, file.Path)
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(filepath.Join(t.Root, filepath.FromSlash(file.Path))); err == nil {
		mode = info.Mode().Perm() | 0o600
	} else if file.Executable {
		mode = 0o755
	}
	if info, err := t.top.Lstat(name); err == nil && info.Mode() == mode {
		if now, err := t.top.ReadFile(name); err == nil && bytes.Equal(now, file.Text) {
			return nil
		}
	}
	return t.replace(name, mode, bytes.NewReader(file.Text))
}

// replace writes a file anew.
func (t *Tree) replace(name string, mode fs.FileMode, text io.Reader) error {
	if err := t.top.RemoveAll(name); err != nil {
		return err
	}
	out, err := t.top.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, text)
	return errors.Join(err, out.Chmod(mode), out.Close())
}

// Close releases the shadow, which stays for the next run.
func (t *Tree) Close() error {
	var err error
	if t.top != nil {
		err = t.top.Close()
	}
	return errors.Join(err, t.lock.Close())
}

// cmpDot returns the name of a folder for functions of io/fs.
func cmpDot(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}
