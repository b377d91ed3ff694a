package worktree

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// write writes wanted files, unless they are there already.
func (t *Tree) write(ctx context.Context, index string, names []string) error {
	slices.Sort(names)
	return t.staged(ctx, index, names, func(name, from string) error {
		w := t.want[name]
		same, err := t.isAs(name, w, from)
		if err != nil {
			return err
		}
		if !same {
			if err := t.place(name, from); err != nil {
				return err
			}
		}
		info, err := t.root.Lstat(filepath.FromSlash(name))
		if err == nil {
			w.stamp = stampOf(info)
		}
		return err
	})
}

// staged has git write wanted files to a folder of ours, and calls a function
// with each and its absolute path there. So git never writes where commands have
// run, and never sees attributes that they have written.
func (t *Tree) staged(ctx context.Context, index string, names []string, use func(name, from string) error) error {
	if len(names) == 0 {
		return nil
	}
	dir, err := os.MkdirTemp(t.repository.path(stagingName), "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	g := t.repository.store.with("GIT_INDEX_FILE=" + index)
	if _, err := g.run(ctx, input(names), "checkout-index", "-q", "-z", "--stdin", "--prefix="+filepath.ToSlash(dir)+"/"); err != nil {
		return err
	}
	for _, name := range names {
		if err := use(name, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	return nil
}

// isAs reports whether a file of the tree is as the one that was staged for it.
func (t *Tree) isAs(name string, w *wanted, from string) (bool, error) {
	local := filepath.FromSlash(name)
	info, err := t.root.Lstat(local)
	if err != nil || !w.matches(info.Mode()) {
		return false, nil
	}
	if w.mode == modeLink {
		want, err := os.Readlink(from)
		if err != nil {
			return false, err
		}
		is, err := t.root.Readlink(local)
		return err == nil && is == want, nil
	}
	staged, err := os.Lstat(from)
	if err != nil {
		return false, err
	}
	if staged.Size() != info.Size() {
		return false, nil
	}
	is, err := t.root.Open(local)
	if err != nil {
		return false, nil
	}
	defer is.Close()
	want, err := os.Open(from)
	if err != nil {
		return false, err
	}
	defer want.Close()
	return equalStreams(is, want)
}

// makeFolder makes a folder, and the folders around it. It removes a kept link
// or file in its place.
func (t *Tree) makeFolder(name string) error {
	if name == "." {
		return nil
	}
	if err := t.makeFolder(path.Dir(name)); err != nil {
		return err
	}
	local := filepath.FromSlash(name)
	info, err := t.root.Lstat(local)
	if err == nil && info.IsDir() {
		return nil
	}
	if err == nil {
		delete(t.kept, name)
		err = t.root.Remove(local)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return t.root.Mkdir(local, 0o755)
}

// place puts a staged file or link in the place of whatever is at its path.
func (t *Tree) place(name, from string) error {
	local := filepath.FromSlash(name)
	if err := removeAll(t.root, local); err != nil {
		return err
	}
	if err := t.makeFolder(path.Dir(name)); err != nil {
		return err
	}
	// From now on, it does not count as made by a setup.
	delete(t.kept, name)
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		to, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return t.root.Symlink(to, local)
	}
	return t.copyIn(from, local, info.Mode().Perm())
}
