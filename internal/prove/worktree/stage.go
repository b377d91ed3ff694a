package worktree

import (
	"context"
	"crypto/sha256"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

// check refuses a change that is not one of the base.
func (r *Repository) check(b *Base, c *change.Change) error {
	for i := range c.Files {
		f := &c.Files[i]
		e, found := b.entries[f.Path]
		if f.Created {
			if found {
				return fail(Stale, nil, "%s: the base has it already", f.Path)
			}
			if other, in := b.inTheWay(c, f.Path); in {
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
		same, err := r.equal(e, f.Before)
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
func (b *Base) inTheWay(c *change.Change, name string) (other string, in bool) {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if _, found := b.entries[dir]; found && !deletes(c, dir) {
			return dir, true
		}
	}
	for other := range b.entries {
		if strings.HasPrefix(other, name+"/") && !deletes(c, other) {
			return other, true
		}
	}
	return "", false
}

func deletes(c *change.Change, name string) bool {
	return slices.ContainsFunc(c.Files, func(f fixedits.FileChange) bool { return f.Path == name && f.Deleted })
}

// writeBlob writes a text to our repository once, and returns its hash.
func (r *Repository) writeBlob(ctx context.Context, text []byte) (string, error) {
	key := sha256.Sum256(text)
	if hash := r.written[key]; hash != "" {
		return hash, nil
	}
	out, err := r.store.run(ctx, append([]byte{}, text...), "hash-object", "-w", "--stdin", "--no-filters")
	if err != nil {
		return "", err
	}
	r.written[key] = line(out)
	return line(out), nil
}

// stage writes the texts of a change to our repository, and an index file of ours
// with the base and the change. It returns the files that the base lacks or has
// otherwise, and the paths that are gone.
func (r *Repository) stage(ctx context.Context, b *Base, name string, c *change.Change) (index string, changed map[string]entry, removed []string, err error) {
	if index, err = r.stagedIndex(b, name); err != nil {
		return "", nil, nil, err
	}
	changed = map[string]entry{}
	var info []string
	for i := range c.Files {
		f := &c.Files[i]
		if f.Deleted {
			removed = append(removed, f.Path)
			continue
		}
		hash, err := r.writeBlob(ctx, f.After)
		if err != nil {
			return "", nil, nil, err
		}
		e := entry{modeRegular, hash, int64(len(f.After))}
		executable := f.Executable
		if !f.Created && !f.ModeChanged {
			executable = b.entries[f.Path].mode == modeExecutable
		}
		if executable {
			e.mode = modeExecutable
		}
		changed[f.Path] = e
		info = append(info, e.mode+" "+e.hash+"\t"+f.Path)
	}
	if len(c.Files) > 0 {
		// Files that make room for folders go first.
		info = append(removals(removed, r.format), info...)
		g := r.store.with("GIT_INDEX_FILE=" + index)
		if _, err := g.run(ctx, input(info), "update-index", "-z", "--index-info"); err != nil {
			return "", nil, nil, err
		}
	}
	return index, changed, removed, nil
}
