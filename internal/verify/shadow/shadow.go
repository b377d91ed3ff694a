// Package shadow keeps a second workspace: the files of the person's, with
// the changes of a plan. Builds and tests run there before
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
//
// The package itself never writes through a link: every folder that it writes
// to is opened by [os.Root], below the folder of the shadow. What runs in the
// shadow can, as it can in the workspace; see [Tree.Written].
package shadow

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A File is a file that differs from the person's. Path is relative to the
// workspace and slash separated, and no part of it is a symbolic link.
type File struct {
	Path       string
	Text       []byte
	Executable bool // of a file that the workspace does not have
	Deleted    bool
}

// A Tree is a shadow, locked by this process. It is for one run.
type Tree struct {
	// Root is the absolute path of the person's workspace, and Dir that of its
	// shadow.
	Root, Dir string
	// State is a folder for what belongs to the shadow, such as the output base
	// of its Bazel.
	State string

	ctx  context.Context // of the run: its end stops changes
	base string          // the folder of Dir, State and the lock
	lock *os.File
	dir  *os.Root // Dir
	copy bool     // of all files, instead of links

	found found // in the person's workspace

	changed map[string]*File             // by path
	folders map[string]bool              // real ones; it only grows, so that links stay as they are
	used    map[string]bool              // folders that had to be real since the shadow was opened
	entries map[string]map[string]string // what settle was asked for, by real folder of the workspace
	created map[string]bool              // files that something made in a real folder, by path
	copies  map[string][]string          // names of files to copy, by folder

	step func(point, name string) error // set only by tests: fails, or kills the process, before a change
}

// What Bazel itself writes in the workspace. Through a link to the file, or to
// its folder, it would write the person's.
const (
	written  = "MODULE.bazel.lock" // in the root
	inVendor = "bazel-external"    // a link to its output base, in the folder of --vendor_dir
)

// Open returns the shadow of the workspace at root, which is absolute. It makes
// the shadow if there is none. cache is the folder of all shadows, absolute. If
// copies is set, the shadow has copies of files instead of links. wait is
// called if another process uses the shadow, before Open waits for it; it may
// be nil. After the end of ctx, nothing in the shadow changes.
func Open(ctx context.Context, root, cache string, copies bool, wait func()) (*Tree, error) {
	return openWith(ctx, root, cache, copies, wait, nil)
}

func openWith(ctx context.Context, root, cache string, copies bool, wait func(), step func(point, name string) error) (*Tree, error) {
	root, err := filepath.EvalSymlinks(root)
	if err == nil {
		cache, err = cacheFor(root, cache)
	}
	if err != nil {
		return nil, fmt.Errorf("shadow workspace: %w", err)
	}
	t := &Tree{
		Root: root, copy: copies, ctx: ctx, base: filepath.Join(cache, nameOf(root, copies)), step: step,
		folders: map[string]bool{".": true}, used: map[string]bool{}, created: map[string]bool{},
	}
	if err := os.MkdirAll(t.base, 0o700); err != nil {
		return nil, fmt.Errorf("shadow workspace: %w; name another cache folder with XDG_CACHE_HOME", err)
	}
	if t.lock, err = lockFile(ctx, filepath.Join(t.base, "lock"), wait); err != nil {
		return nil, fmt.Errorf("shadow workspace %s: %w", t.base, err)
	}
	if err := t.open(); err != nil {
		t.lock.Close()
		return nil, fmt.Errorf("shadow workspace %s: %w", t.base, err)
	}
	return t, nil
}

// cacheFor returns the cache folder without links. It may not exist yet.
func cacheFor(root, cache string) (string, error) {
	if !filepath.IsAbs(cache) {
		return "", fmt.Errorf("the cache folder %s is not absolute; name one with XDG_CACHE_HOME", cache)
	}
	real, missing := cache, ""
	for {
		resolved, err := filepath.EvalSymlinks(real)
		if err == nil {
			real = filepath.Join(resolved, missing)
			break
		}
		if above := filepath.Dir(real); errors.Is(err, fs.ErrNotExist) && above != real {
			real, missing = above, filepath.Join(filepath.Base(real), missing)
			continue
		}
		return "", fmt.Errorf("the cache folder: %w; name another with XDG_CACHE_HOME", err)
	}
	if within(root, real) {
		return "", fmt.Errorf("the cache folder %s is inside the workspace; name another with XDG_CACHE_HOME", cache)
	}
	return real, nil
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

// open makes the shadow, or takes over the shadow of an earlier run.
func (t *Tree) open() error {
	at, err := os.OpenRoot(t.base)
	if err != nil {
		return err
	}
	defer at.Close()
	t.State = filepath.Join(t.base, "state")
	for _, name := range []string{"state", "tree"} {
		if err := t.makeFolder(at, name, name); err != nil {
			return err
		}
	}
	top, err := at.OpenRoot("tree")
	if err != nil {
		return err
	}
	volume := filepath.VolumeName(t.Root)
	inTop := strings.Trim(filepath.ToSlash(t.Root[len(volume):]), "/")
	t.Dir = filepath.Join(t.base, "tree", filepath.FromSlash(inTop))
	if t.dir, err = t.above(top, volume, inTop); err != nil {
		return err
	}
	if t.found, err = t.walk(); err == nil {
		t.adopt(".", t.dir)
		if err = t.set(nil); err == nil {
			err = t.ownLock()
		}
	}
	if err != nil {
		t.dir.Close()
	}
	return err
}

// above makes the folders above the workspace below top, with links to the
// entries beside it and them. It returns the shadow's folder, and closes top.
func (t *Tree) above(top *os.Root, volume, inTop string) (*os.Root, error) {
	if inTop == "" {
		return top, nil
	}
	parts := strings.Split(inTop, "/")
	for i, part := range parts {
		dir := path.Join(parts[:i]...)
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
		err = t.settle(top, dir, want)
		if err == nil {
			err = t.makeFolder(top, part, path.Join(dir, part))
		}
		var below *os.Root
		if err == nil {
			below, err = top.OpenRoot(part)
		}
		top.Close()
		if err != nil {
			return nil, err
		}
		top = below
	}
	return top, nil
}

// adopt takes over the real folders of an earlier run, so that nothing seems to
// have changed for a build tool that has seen them.
func (t *Tree) adopt(dir string, at *os.Root) {
	if t.copy {
		return
	}
	there, err := readDir(at)
	if err != nil {
		return // they are made again
	}
	for _, entry := range there {
		name := path.Join(dir, entry.Name())
		if !entry.IsDir() {
			continue
		}
		if info, err := os.Lstat(filepath.Join(t.Root, filepath.FromSlash(name))); err != nil || !info.IsDir() {
			continue
		}
		if below, err := at.OpenRoot(entry.Name()); err == nil {
			t.folders[name] = true
			t.adopt(name, below)
			below.Close()
		}
	}
}

// Set makes the shadow equal to the workspace, except for files. After an error
// it may be anything; the next Set or Open makes it good again.
func (t *Tree) Set(files []File) error {
	if err := t.set(files); err != nil {
		return fmt.Errorf("shadow workspace %s: %w", t.base, err)
	}
	return nil
}

func (t *Tree) set(files []File) error {
	lockChanged := t.changed[written] != nil
	t.changed, t.entries, t.copies = map[string]*File{}, map[string]map[string]string{}, map[string][]string{}
	for i := range files {
		t.changed[files[i].Path] = &files[i]
	}
	t.addTwins()
	for name := range t.changed {
		t.makeReal(path.Dir(name))
	}
	for _, dir := range t.found.vendor {
		t.makeReal(dir)
	}
	t.followLinks()
	err := t.sync(".", t.dir, t.layout())
	if err == nil {
		err = t.copyFiles()
	}
	if err == nil && lockChanged && t.changed[written] == nil {
		err = t.ownLock()
	}
	return err
}

// makeReal makes a folder real, and all above it.
func (t *Tree) makeReal(dir string) {
	for ; !t.used[dir]; dir = path.Dir(dir) {
		t.used[dir], t.folders[dir] = true, true
		if dir == "." {
			return
		}
	}
}

// ownLock gives the shadow a lockfile of its own, equal to the person's.
func (t *Tree) ownLock() error {
	name := filepath.Join(t.Root, written)
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil // Bazel reports the mistake
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return t.writeFile(t.dir, &File{Path: written, Text: text})
}

// With less space than this, something has probably failed for lack of it.
const (
	leastBytes = 16 << 20
	leastFiles = 100
)

// Full returns an error if the disk of the shadow is full, or nearly so: what
// failed there says nothing then.
func (t *Tree) Full() error {
	bytes, files, ok := space(t.State)
	if !ok || bytes >= leastBytes && files >= leastFiles {
		return nil
	}
	return fmt.Errorf("shadow workspace %s: its disk is full (%d KiB and %d files are left), so what fails there says nothing; free some space, or name another cache folder with XDG_CACHE_HOME", t.base, bytes>>10, files)
}

// Close releases the shadow, which stays for the next run. Folders that this
// run did not need are links again, so that shadows do not grow.
func (t *Tree) Close() error {
	unused := false
	for dir := range t.folders {
		if dir != "." && !t.used[dir] && !t.copy {
			delete(t.folders, dir)
			unused = true
		}
	}
	if unused {
		_ = t.sync(".", t.dir, t.layout()) // the next run makes it good
	}
	return errors.Join(t.dir.Close(), t.lock.Close())
}
