package worktree

import (
	"context"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/patch"
	"github.com/rules-autofix/rules_autofix/prove/change"
)

// Set makes the tree equal to the base with a change, whatever commands have
// done to it: what they left behind is removed, except what Keep kept, and the
// git repository is as it was. Files that are right already keep their times.
// Texts are as in git: the tree has the ends of lines that attributes ask for.
func (t *Tree) Set(ctx context.Context, c *change.Change) error {
	if c == nil {
		c = &change.Change{}
	}
	if err := t.check(c); err != nil {
		return err
	}
	index, err := t.index(ctx, c)
	if err != nil {
		return step(err, "tree")
	}
	if err := t.restore(ctx, index); err != nil {
		return step(err, "tree")
	}
	t.change = c
	return nil
}

// check refuses a change that is not one of the base.
func (t *Tree) check(c *change.Change) error {
	for i := range c.Files {
		f := &c.Files[i]
		e, found := t.base.entries[f.Path]
		if f.Op == patch.OpCreate {
			if found {
				return fail(Stale, nil, "%s: the base has it already", f.Path)
			}
			if other, in := t.inTheWay(c, f.Path); in {
				return fail(Stale, nil, "%s: the base has %s", f.Path, other)
			}
			continue
		}
		switch {
		case !found:
			return fail(Stale, nil, "%s: the base does not have it", f.Path)
		case !e.regular():
			return fail(FileNotRegular, nil, "%s: it is no regular file in the base", f.Path)
		}
		same, err := t.repository.equal(e, f.Base)
		if err != nil {
			return err
		}
		if !same {
			return fail(Stale, nil, "%s: the change was made for another text of it", f.Path)
		}
	}
	return nil
}

// inTheWay returns a path of the base that cannot be in one tree with a new file.
func (t *Tree) inTheWay(c *change.Change, name string) (other string, in bool) {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if _, found := t.base.entries[dir]; found && !deletes(c, dir) {
			return dir, true
		}
	}
	for other := range t.base.entries {
		if strings.HasPrefix(other, name+"/") && !deletes(c, other) {
			return other, true
		}
	}
	return "", false
}

func deletes(c *change.Change, name string) bool {
	return slices.ContainsFunc(c.Files, func(f change.File) bool { return f.Path == name && f.Op == patch.OpDelete })
}

// index writes the texts of a change to our repository, and an index with the
// base and the change. It sets what the tree is to have.
func (t *Tree) index(ctx context.Context, c *change.Change) (string, error) {
	index, err := t.repository.stagedIndex(t.base, t.name)
	if err != nil {
		return "", err
	}
	changed := map[string]entry{}
	var info, removed []string
	for i := range c.Files {
		f := &c.Files[i]
		if f.Op == patch.OpDelete {
			removed = append(removed, f.Path)
			continue
		}
		out, err := t.repository.store.run(ctx, append([]byte{}, f.Text...), "hash-object", "-w", "--stdin", "--no-filters")
		if err != nil {
			return "", err
		}
		e := entry{modeRegular, line(out), int64(len(f.Text))}
		if f.Mode&0o111 != 0 || f.Mode == 0 && t.base.entries[f.Path].mode == modeExecutable {
			e.mode = modeExecutable
		}
		changed[f.Path] = e
		info = append(info, e.mode+" "+e.hash+"\t"+f.Path)
	}
	if len(c.Files) > 0 {
		// Files that make room for folders go first.
		info = append(removals(removed, t.repository.format), info...)
		g := t.repository.store.with("GIT_INDEX_FILE=" + index)
		if _, err := g.run(ctx, input(info), "update-index", "-z", "--index-info"); err != nil {
			return "", err
		}
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
	return index, nil
}

// wants returns the wanted file of an entry, with its stamp if it is wanted
// already.
func (t *Tree) wants(name string, e entry) *wanted {
	if before := t.want[name]; before != nil && before.entry == e {
		return before
	}
	return &wanted{entry: e}
}

// restore makes the tree have what is wanted, kept, and nothing else.
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
		// What is in it is neither wanted nor kept, and is gone.
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

// restoreGit makes the repository of the tree anew if it was changed.
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
