package worktree

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// Set makes the tree equal to the base with a change, whatever commands have
// done to it: it removes their files, except the ones that Keep kept, and
// restores the git repository. Correct files keep their times. Texts are as in
// git: the tree has the line endings that attributes ask for.
func (t *Tree) Set(ctx context.Context, c *change.Change) error {
	if c == nil {
		c = &change.Change{}
	}
	if c != t.indexed {
		if err := t.repository.check(t.base, c); err != nil {
			return err
		}
		if err := t.index(ctx, c); err != nil {
			return step(err, "tree")
		}
	}
	if err := t.restore(ctx, t.repository.indexOf(t.name)); err != nil {
		return step(err, "tree")
	}
	t.change = c
	return nil
}

// index writes the texts of a change to our repository, and an index with the
// base and the change. It sets the files that the tree is to have.
func (t *Tree) index(ctx context.Context, c *change.Change) error {
	t.indexed = nil
	_, changed, removed, err := t.repository.stage(ctx, t.base, t.name, c)
	if err != nil {
		return err
	}
	want := make(map[string]*wanted, len(t.want))
	for name, e := range t.base.entries {
		want[name] = t.wants(name, e)
	}
	for _, name := range removed {
		delete(want, name)
	}
	for name, e := range changed {
		want[name] = t.wants(name, e)
	}
	t.want, t.folders = want, map[string]bool{".": true}
	for name := range want {
		t.addFolders(name)
	}
	t.indexed = c
	return nil
}

// wants returns the wanted file of an entry, with its stamp if it is wanted
// already.
func (t *Tree) wants(name string, e entry) *wanted {
	if before := t.want[name]; before != nil && before.entry == e {
		return before
	}
	return &wanted{entry: e}
}

// restore leaves the tree with the wanted and the kept files, and nothing else.
func (t *Tree) restore(ctx context.Context, index string) error {
	now, err := t.scan()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(now.files)) {
		w, found := t.want[name]
		if _, kept := t.kept[name]; !found && !kept || found && !w.matches(now.files[name].mode) {
			if err := t.root.Remove(filepath.FromSlash(name)); err != nil {
				return err
			}
			delete(now.files, name)
		}
	}
	for _, name := range slices.Backward(now.folders) {
		w := t.want[name]
		if _, kept := t.kept[name]; kept || t.folders[name] || w != nil && w.mode == modeModule {
			continue
		}
		// Its files are neither wanted nor kept, and are gone.
		if err := t.root.Remove(filepath.FromSlash(name)); err != nil {
			return err
		}
	}
	var write []string
	for name, w := range t.want {
		switch is, found := now.files[name]; {
		case w.mode == modeModule:
			if err := t.makeFolder(name); err != nil {
				return err
			}
		case !found || !w.stamp.same(is):
			write = append(write, name)
		}
	}
	if err := t.write(ctx, index, write); err != nil {
		return err
	}
	return t.restoreGit(ctx)
}

// restoreGit makes a new repository for the tree if it was changed.
func (t *Tree) restoreGit(ctx context.Context) error {
	if t.gitIsSealed() {
		return nil
	}
	index, err := t.repository.stagedIndex(t.base, t.name+"-git")
	if err != nil {
		return err
	}
	if err := t.initialize(ctx, index); err != nil {
		return err
	}
	return t.settleGit()
}
