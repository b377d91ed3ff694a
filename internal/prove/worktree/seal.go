package worktree

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// A Tree is a folder with the files of a base and a change on top of them, in
// which commands run. Its git repository has one commit, the snapshot of the
// base, and nothing of the history around it. Its methods are for one goroutine,
// while no command runs in it.
type Tree struct {
	repository *Repository
	base       *Base
	name, dir  string
	root       *os.Root
	// want has the files that the tree is to have, by path, in addition to kept
	// and folders.
	want    map[string]*wanted
	folders map[string]bool // of wanted files
	kept    map[string]stamp
	change  *change.Change
	indexed *change.Change   // of the index and of want
	sealed  map[string]stamp // of the files of .git
}

// A wanted is a file, link or submodule of a tree.
type wanted struct {
	entry
	stamp stamp // of the file when it was last seen to be right, or the zero stamp
}

// Seal makes a fresh tree of a base, by a name that a folder can have. If there
// was one of that name, it is gone.
func (r *Repository) Seal(ctx context.Context, b *Base, name string) (*Tree, error) {
	if !filepath.IsLocal(name) || filepath.Base(name) != name {
		return nil, fmt.Errorf("tree: %q is no name of a folder", name)
	}
	trees, err := os.OpenRoot(r.path(treesName))
	if err != nil {
		return nil, step(err, "tree")
	}
	defer trees.Close()
	if err := removeAll(trees, name); err != nil {
		return nil, step(err, "tree")
	}
	if err := trees.Mkdir(name, 0o755); err != nil {
		return nil, step(err, "tree")
	}
	t := &Tree{repository: r, base: b, name: name, dir: r.path(treesName, name), change: &change.Change{}, kept: map[string]stamp{}}
	if t.root, err = trees.OpenRoot(name); err != nil {
		return nil, step(err, "tree")
	}
	if err := t.fill(ctx); err != nil {
		_ = t.Close()
		return nil, step(err, "tree")
	}
	return t, nil
}

// fill writes the files and the repository.
func (t *Tree) fill(ctx context.Context) error {
	index, err := t.repository.stagedIndex(t.base, t.name)
	if err != nil {
		return err
	}
	// Nothing has run in the folder yet, so git may write to it. It works with our
	// configuration, which has no programs.
	g := t.repository.store.with("GIT_WORK_TREE="+t.dir, "GIT_INDEX_FILE="+index)
	g.dir = t.dir
	if _, err := g.run(ctx, nil, "checkout-index", "-q", "-a", "-u"); err != nil {
		return err
	}
	if err := t.initialize(ctx, index); err != nil {
		return err
	}
	t.want, t.folders = map[string]*wanted{}, map[string]bool{".": true}
	for name, e := range t.base.entries {
		t.want[name] = &wanted{entry: e}
		t.addFolders(name)
	}
	if err := t.settleGit(); err != nil {
		return err
	}
	for name, w := range t.want {
		if info, err := t.root.Lstat(filepath.FromSlash(name)); err == nil {
			w.stamp = stampOf(info)
		}
	}
	return nil
}

// settleGit notes the state of the tree's repository, once no change can have
// the time of the changes that made it.
func (t *Tree) settleGit() (err error) {
	time.Sleep(clockTick)
	t.sealed, err = t.gitStamps()
	return err
}

// initialize makes the git repository of the tree. Its index is the given one.
func (t *Tree) initialize(ctx context.Context, index string) error {
	if err := removeAll(t.root, gitName); err != nil {
		return err
	}
	outside := &git{program: t.repository.git.program, dir: t.dir, env: environment()}
	if _, err := outside.run(ctx, nil, "init", "-q", "--template=", "--object-format="+t.repository.format, "-b", "main", t.dir); err != nil {
		return err
	}
	packs := t.repository.path(storeName, "objects", "pack")
	files, err := os.ReadDir(packs)
	if err != nil {
		return err
	}
	for _, file := range files {
		if strings.HasPrefix(file.Name(), "pack-"+t.base.packed+".") {
			if err := t.copyIn(filepath.Join(packs, file.Name()), gitName+"/objects/pack/"+file.Name(), 0o444); err != nil {
				return err
			}
		}
	}
	if err := t.copyIn(index, gitName+"/index", 0o644); err != nil {
		return err
	}
	for name, text := range map[string]string{
		gitName + "/refs/heads/main": t.base.Snapshot + "\n",
		gitName + "/info/exclude":    "",
	} {
		if err := t.root.MkdirAll(path.Dir(name), 0o755); err != nil {
			return err
		}
		if err := t.root.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// gitName is the folder of the repository in a tree.
const gitName = ".git"

// copyIn copies a file of ours to a file of the tree that does not exist.
func (t *Tree) copyIn(from, to string, mode os.FileMode) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	file, err := t.root.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, source)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// Dir returns the absolute path of the folder of the tree.
func (t *Tree) Dir() string { return t.dir }

// Change returns the change of the last Set.
func (t *Tree) Change() *change.Change { return t.change }

// Close removes the tree.
func (t *Tree) Close() error {
	_ = t.root.Close()
	trees, err := os.OpenRoot(t.repository.path(treesName))
	if err != nil {
		return step(err, "tree")
	}
	defer trees.Close()
	return step(removeAll(trees, t.name), "tree")
}
