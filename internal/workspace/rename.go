package workspace

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
)

// renamed is the outcome for the entries of a committed journal.
type renamed struct {
	written []string // by path
	stale   []StaleFile
}

// renameAll renames the staged texts to their files, removes the files to
// delete, and makes that durable. An entry whose file is not the one that was
// hashed is skipped, and its staged text removed. If a rename fails, the others
// are still made, so that the set is as complete as possible, and the first
// failure is returned.
func (t *transaction) renameAll() (renamed, error) {
	var (
		stale  staleList
		mutex  sync.Mutex
		done   renamed
		failed []error
	)
	fail := func(err error) error { // the others are still renamed
		if err != nil {
			mutex.Lock()
			defer mutex.Unlock()
			failed = append(failed, err)
		}
		return nil
	}
	err := t.each(context.Background(), func(folder *os.Root, e *entry) error {
		reason, err := t.rename(folder, e)
		switch {
		case err != nil:
			return fail(err)
		case reason != "":
			stale.add(e.path, reason)
		default:
			mutex.Lock()
			defer mutex.Unlock()
			done.written = append(done.written, e.path)
		}
		return nil
	}, func(folder *os.Root, dir string) error { return fail(t.syncNames(folder, dir)) })
	slices.Sort(done.written)
	done.stale = stale.sorted()
	if err == nil && len(failed) > 0 {
		slices.SortFunc(failed, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
		err = failed[0]
	}
	return done, err
}

// rename renames one staged text, or removes one file. reason explains why it
// did not, if the file has changed since it was hashed.
func (t *transaction) rename(folder *os.Root, e *entry) (reason string, err error) {
	if err := t.w.at("rename", e.path); err != nil {
		return "", err
	}
	if folder == nil {
		return goneReason(e), nil
	}
	reason, err = changedSince(folder, e)
	if err != nil {
		return "", failure(e.path, "cannot look at it before it is replaced", err)
	}
	if reason != "" {
		return reason, removeStaged(folder, e)
	}
	if e.kind == deletes {
		if err := folder.Remove(e.name()); err != nil {
			return "", failure(e.path, "cannot delete it", err)
		}
		t.deletedIn(e.dir())
	} else if err := folder.Rename(e.staged, e.name()); err != nil {
		return "", failure(e.path, "cannot put its new text in place", err)
	}
	return "", t.w.at("renamed", e.path)
}

// changedSince returns why the file of an entry is not the one that was hashed,
// or "". It compares size and times, and hashes the file again only if these
// differ. They differ harmlessly after another name of a hard-linked file was
// renamed.
func changedSince(folder *os.Root, e *entry) (string, error) {
	if e.kind == creates {
		if there, err := isThere(folder, e.name()); err != nil || !there {
			return "", err
		}
		return staleExists, nil
	}
	there, err := folder.Lstat(e.name())
	if err == nil && unchanged(e.seen, there) {
		return "", nil
	}
	now, _, err := hashEntry(folder, e.name())
	switch {
	case errors.Is(err, errGone):
		return staleGone, nil
	case err != nil:
		return "", err
	case now != e.before:
		return staleChanged, nil
	}
	return "", nil
}

// unchanged reports whether a name referred to the same file both times,
// without a write or other change in between.
func unchanged(before, now os.FileInfo) bool {
	return os.SameFile(before, now) && before.Mode() == now.Mode() && before.Size() == now.Size() &&
		before.ModTime().Equal(now.ModTime()) && changeTime(before).Equal(changeTime(now))
}
