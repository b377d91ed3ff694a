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

// newEntries converts changes to entries. Their paths are validated and
// cleaned, but not yet looked up.
func newEntries(changes []Change) ([]*entry, error) {
	entries := make([]*entry, len(changes))
	err := parallel(context.Background(), len(changes), func(i int) error {
		change := changes[i]
		clean, err := lexical(change.Path)
		if err != nil {
			return err
		}
		entries[i], err = newEntry(clean, &change)
		return err
	})
	return entries, err
}

func newEntry(clean string, change *Change) (*entry, error) {
	e := &entry{path: clean, text: change.After}
	var known bool
	e.before, known = parseDigest(change.BeforeSHA256)
	switch {
	case change.Create && (change.Delete || change.BeforeSHA256 != ""):
		return nil, fmt.Errorf("%s: cannot create it: the change says that it already exists", clean)
	case change.Delete && len(change.After) > 0:
		return nil, fmt.Errorf("%s: cannot delete it: the change has new content for it", clean)
	case !change.Create && !known:
		return nil, fmt.Errorf("%s: cannot write it: %q is not the SHA-256 of its text before, which has "+
			"64 lower-case hex digits", clean, change.BeforeSHA256)
	}
	switch {
	case change.Delete:
		e.kind = deletes
		return e, nil
	case change.Create:
		e.kind, e.mode = creates, 0o666
		if change.Executable {
			e.mode = 0o777
		}
	}
	e.after = sha256.Sum256(change.After)
	return e, nil
}

// plan looks up new entries, and returns them in the order of their canonical
// paths: one for every name that will be renamed, created or removed. Entries
// that do not change their file are left out, and several entries of one file
// are merged. folders are the folders to create, parents first.
func (w *Workspace) plan(ctx context.Context, entries []*entry) (planned []*entry, folders []string, err error) {
	if err := w.find(ctx, entries); err != nil {
		return nil, nil, err
	}
	byPath, byID := map[string]*entry{}, map[fileID]*entry{}
	for _, e := range entries {
		same := byPath[e.path]
		var id fileID
		ok := e.kind == replaces // other kinds are about the name alone
		if ok {
			id, ok = identify(e.seen)
		}
		if same == nil && ok {
			same = byID[id] // a hard link, or the name in other letter case
		}
		if same != nil {
			if same.kind != e.kind || same.mode != e.mode || same.before != e.before || same.after != e.after {
				return nil, nil, twoTexts(e, same)
			}
			continue
		}
		byPath[e.path] = e
		if ok {
			byID[id] = e
		}
		if e.kind == replaces && linkCount(e.seen) > 1 && e.before != e.after {
			if err := w.planTwins(byPath, e); err != nil {
				return nil, nil, err
			}
		}
	}
	planned = make([]*entry, 0, len(byPath))
	for _, e := range byPath {
		if e.before != e.after {
			planned = append(planned, e)
		}
	}
	slices.SortFunc(planned, func(a, b *entry) int { return strings.Compare(a.path, b.path) })
	folders, err = w.missingFolders(planned)
	return planned, folders, err
}

// twoTexts returns the error for two changes that give one file different
// contents.
func twoTexts(e, same *entry) error {
	if same.twin != nil {
		same = same.twin
	}
	also := ""
	if same.path != e.path {
		also = "it is the same file as " + same.path + ", and "
	}
	what := "give it two texts"
	if e.kind != replaces || same.kind != replaces {
		what = "create, delete or edit it twice"
	}
	return fmt.Errorf("%s: cannot write it: %sthe changes %s: apply them one after the other", e.path, also, what)
}

// find looks up the files of new entries. Afterwards, their paths are
// canonical, and seen is set. Files in folders that accept no new files are
// rejected before anything is staged.
func (w *Workspace) find(ctx context.Context, entries []*entry) error {
	groups := groupByFolder(entries)
	var stale staleList
	var unwritable unwritableList
	err := parallel(ctx, len(groups), func(g int) error {
		dir, folder, err := w.findFolder(groups[g].dir)
		if err != nil {
			for _, e := range groups[g].entries {
				if unwritable.take(e.path, err) != nil {
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
		for _, e := range groups[g].entries {
			clean := e.path
			e.path, e.seen, err = w.findFile(dir, folder, clean)
			switch {
			case err != nil:
				err = unwritable.take(clean, err)
			case e.kind == creates && e.seen != nil:
				stale.add(e.path, staleExists)
			case e.kind != creates && e.seen == nil:
				stale.add(e.path, staleGone)
			case e.kind == deletes && e.path != path.Join(dir, path.Base(clean)):
				err = fmt.Errorf("%s: cannot delete it: it is a link to %s: name that file", clean, e.path)
			case folder == nil: // a file to create in a folder to create
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

// findFolder opens the folder at a path, and returns its canonical path. The
// folder is nil if it does not exist.
func (w *Workspace) findFolder(dir string) (string, *os.Root, error) {
	resolved, info, err := w.resolve(dir)
	if err != nil || info == nil {
		return resolved, nil, err
	}
	folder, err := w.openFolder(resolved)
	return resolved, folder, err
}

// findFile looks up the file at a clean path in the folder dir. It returns its
// canonical path, and its information, or nil if it does not exist.
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
	if _, raw := errors.AsType[*fs.PathError](err); raw {
		err = failure(clean, "cannot look it up", err)
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
		if other := byPath[name]; other != nil && other.kind != replaces {
			return twoTexts(e, other)
		}
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
