package workspace

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// newEntries turns changes into entries, with their paths checked and cleaned but not yet looked up.
func newEntries(changes []Change) ([]*entry, error) {
	entries := make([]*entry, len(changes))
	err := parallel(context.Background(), len(changes), func(i int) error {
		change := changes[i]
		clean, err := lexical(change.Path)
		if err != nil {
			return err
		}
		e := &entry{path: clean, after: sha256.Sum256(change.After), text: change.After}
		var ok bool
		if e.before, ok = parseDigest(change.BeforeSHA256); !ok {
			return fmt.Errorf("%s: cannot write it: %q is not the SHA-256 of what it was before: 64 lower-case hex "+
				"digits are wanted", clean, change.BeforeSHA256)
		}
		entries[i] = e
		return nil
	})
	return entries, err
}

// plan looks up new entries, and returns them in order of their canonical paths: one for every name that is going to
// be renamed. Entries that leave their file as it is are left out, and several entries of one file become one.
func (w *Workspace) plan(ctx context.Context, entries []*entry) ([]*entry, error) {
	if err := w.find(ctx, entries); err != nil {
		return nil, err
	}
	byPath, byID := map[string]*entry{}, map[fileID]*entry{}
	for _, e := range entries {
		same := byPath[e.path]
		id, ok := identify(e.seen)
		if same == nil && ok {
			same = byID[id] // a hard link, or the name in other letter case
		}
		if same != nil {
			if same.before != e.before || same.after != e.after {
				return nil, twoTexts(e, same)
			}
			continue
		}
		byPath[e.path] = e
		if ok {
			byID[id] = e
		}
		if linkCount(e.seen) > 1 && e.before != e.after {
			if err := w.planTwins(byPath, e); err != nil {
				return nil, err
			}
		}
	}
	planned := make([]*entry, 0, len(byPath))
	for _, e := range byPath {
		if e.before != e.after {
			planned = append(planned, e)
		}
	}
	slices.SortFunc(planned, func(a, b *entry) int { return strings.Compare(a.path, b.path) })
	return planned, nil
}

// twoTexts refuses a change of a file that another change gives another text.
func twoTexts(e, same *entry) error {
	if same.twin != nil {
		same = same.twin
	}
	also := ""
	if same.path != e.path {
		also = "it is the same file as " + same.path + ", and "
	}
	return fmt.Errorf("%s: cannot write it: %sthe changes give it two texts: apply them one after the other", e.path, also)
}

// find looks up the files of new entries: after it, their paths are canonical,
// and seen is set. Files that change in folders that take no new ones are
// refused before anything is staged.
func (w *Workspace) find(ctx context.Context, entries []*entry) error {
	clean := make([]string, len(entries))
	for i, e := range entries {
		clean[i] = e.path
	}
	groups := groupByFolder(clean)
	var stale staleList
	var unwritable unwritableList
	err := parallel(ctx, len(groups), func(g int) error {
		dir, folder, err := w.findFolder(groups[g].dir)
		if err != nil {
			for _, i := range groups[g].members {
				if unwritable.take(clean[i], err) != nil {
					return err
				}
			}
			return nil
		}
		refused := func() error { return nil }
		if folder != nil {
			defer folder.Close()
			refused = sync.OnceValue(func() error { return takesFiles(folder) })
		}
		for _, i := range groups[g].members {
			e := entries[i]
			e.path, e.seen, err = w.findFile(dir, folder, clean[i])
			switch {
			case err != nil:
				err = unwritable.take(clean[i], err)
			case e.seen == nil:
				stale.add(e.path, staleGone)
			case e.before != e.after && e.dir() == dir && refused() != nil:
				err = unwritable.take(e.path, besides(e.path, refused()))
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = stale.err()
	}
	if err == nil {
		err = unwritable.err()
	}
	return err
}

// findFolder opens the folder that a path leads to, and returns its canonical path. The folder is nil where it does not
// exist.
func (w *Workspace) findFolder(dir string) (string, *os.Root, error) {
	resolved, info, err := w.resolve(dir)
	if err != nil || info == nil {
		return resolved, nil, err
	}
	folder, err := w.openFolder(resolved)
	return resolved, folder, err
}

// findFile finds the file at a clean path, whose folder is dir: its canonical path, and what it is, or nil where it
// does not exist.
func (w *Workspace) findFile(dir string, folder *os.Root, clean string) (string, fs.FileInfo, error) {
	resolved := path.Join(dir, path.Base(clean))
	if folder == nil {
		return resolved, nil, refuseOwn(clean, resolved)
	}
	info, err := folder.Lstat(path.Base(clean))
	if clean == "." || err == nil && info.Mode()&fs.ModeSymlink != 0 {
		resolved, info, err = w.resolve(clean)
	}
	if errors.Is(err, fs.ErrNotExist) {
		info, err = nil, nil
	}
	if err == nil {
		err = refuseOwn(clean, resolved)
	}
	if err == nil && info != nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: cannot write it: it is a %s, %w", clean, kind(info.Mode()), ErrNotRegular)
	}
	return resolved, info, err
}

// planTwins adds the other names of a hard-linked file.
func (w *Workspace) planTwins(byPath map[string]*entry, e *entry) error {
	names, err := w.links.of(w, e.path, e.seen)
	if err != nil {
		return err
	}
	seen := []place{w.placeOf(e.path)}
	for _, name := range names {
		if name == e.path {
			continue
		}
		there, err := w.root.Lstat(filepath.FromSlash(name))
		if err != nil || !os.SameFile(there, e.seen) {
			continue // the name was taken from the file since the walk
		}
		at := w.placeOf(name)
		if slices.ContainsFunc(seen, at.same) {
			continue
		}
		seen = append(seen, at)
		byPath[name] = &entry{path: name, before: e.before, after: e.after, text: e.text, seen: there, twin: e}
	}
	return nil
}

// A place is a name in a folder. A folder that is mounted in two places has two
// paths for each of its places.
type place struct {
	folder fs.FileInfo // nil: not known
	name   string
}

func (w *Workspace) placeOf(name string) place {
	folder, err := w.root.Lstat(filepath.FromSlash(path.Dir(name)))
	if err != nil {
		folder = nil
	}
	return place{folder, path.Base(name)}
}

func (p place) same(q place) bool {
	return p.name == q.name && p.folder != nil && q.folder != nil && os.SameFile(p.folder, q.folder)
}
