package workspace

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync/atomic"
)

// Recovered is the result of Recover. The zero value means that there was
// nothing to do.
type Recovered struct {
	Found      bool        // a killed run had left its journal
	RolledBack bool        // its journal was incomplete, so its prepared files were removed
	Written    []string    // files that were updated or deleted now, in byte order
	TakenBack  []string    // files restored to their state before an all-or-nothing run, in byte order
	Stale      []StaleFile // files that were edited in the meantime and not changed, in byte order
}

// Recover completes the work of a killed run, if there is any. If that run had
// committed its journal, the files that still have their old text get the new
// one; a file with any other text was edited in the meantime: it is not
// changed, and is listed in Stale. Otherwise all files have their old text, and
// the staged texts are removed.
//
// Recover then takes back the writes of a killed run with an *[Undo].
//
// It waits for the lock until ctx ends, and then fails with a *[LockedError].
// After any failure it can be run again.
func (w *Workspace) Recover(ctx context.Context) (Recovered, error) {
	finished, err := w.finishJournal(ctx)
	if err != nil {
		return finished, err
	}
	undone, err := w.recoverUndo(ctx)
	if len(undone.TakenBack)+len(undone.Stale) > 0 && w.OnRecover != nil {
		w.OnRecover(undone)
	}
	undone.Found = undone.Found || finished.Found
	undone.RolledBack = finished.RolledBack
	undone.Written = finished.Written
	undone.Stale = append(finished.Stale, undone.Stale...)
	return undone, err
}

// finishJournal completes an interrupted write.
func (w *Workspace) finishJournal(ctx context.Context) (Recovered, error) {
	if _, err := w.root.Lstat(journalName); errors.Is(err, fs.ErrNotExist) {
		return Recovered{}, nil
	}
	lock, err := w.lock(ctx)
	if err != nil {
		return Recovered{}, err
	}
	done, err := lock.recover(ctx)
	if err != nil {
		lock.keep()
		return done, err
	}
	if err := lock.done(); err != nil {
		return done, failure(journalName, "the files are recovered, but the journal cannot be removed", err)
	}
	return done, nil
}

// recover completes the transaction found in a journal, and reports the result.
// The journal remains, with a transaction that has nothing to do.
func (l *lock) recover(ctx context.Context) (Recovered, error) {
	if !l.found {
		return Recovered{}, nil
	}
	done, err := l.complete(ctx)
	if err == nil && l.w.OnRecover != nil {
		l.w.OnRecover(done)
	}
	return done, err
}

func (l *lock) complete(ctx context.Context) (Recovered, error) {
	t := newTransaction(l, l.left.entries, l.left.folders)
	defer t.closeFilesystems()
	switch {
	case !l.left.complete:
		return Recovered{Found: true, RolledBack: true}, l.w.sweep()
	case !l.left.committed:
		return Recovered{Found: true, RolledBack: true}, t.removeAllStaged(ctx)
	}
	if err := t.openFilesystems(); err != nil {
		return Recovered{Found: true}, err
	}
	return t.rollForward(ctx)
}

// rollForward completes a committed transaction, given the current files and
// staged texts.
func (t *transaction) rollForward(ctx context.Context) (Recovered, error) {
	found, err := t.examine(ctx)
	if err != nil {
		return Recovered{Found: true}, err
	}
	if found.lost > 0 && !found.begun { // the set cannot be completed, but no file has changed yet
		return Recovered{Found: true, RolledBack: true, Stale: found.stale.sorted()}, t.removeAllStaged(ctx)
	}
	t.take(found.pending)
	done, err := t.settle()
	stale := staleList{files: append(found.stale.files, done.stale...)}
	return Recovered{Found: true, Written: done.written, Stale: stale.sorted()}, err
}

// findings is the state of a committed transaction of a killed run.
type findings struct {
	pending []*entry  // files with the old text and a staged new one, or to be deleted
	begun   bool      // a file already has its new text
	lost    int       // files with the old text whose staged text was removed or changed
	stale   staleList // files that are not changed, including the lost ones
}

// examine determines the state of every file of a committed transaction. It
// removes staged texts that are no longer needed.
func (t *transaction) examine(ctx context.Context) (*findings, error) {
	var (
		found findings
		begun atomic.Bool
		lost  atomic.Int64
		ready = make([]bool, len(t.entries))
		index = map[*entry]int{}
	)
	for i, e := range t.entries {
		index[e] = i
	}
	err := t.each(ctx, func(folder *os.Root, e *entry) error {
		now, info, err := hashEntry(folder, e.name())
		if err != nil && !errors.Is(err, errGone) {
			return failure(e.path, "cannot read it", err)
		}
		staged, _, stagedErr := hashEntry(folder, e.staged)
		if stagedErr != nil && !errors.Is(stagedErr, errGone) {
			return failure(path.Join(e.dir(), e.staged), "cannot read it", stagedErr)
		}
		switch {
		case err != nil && e.kind == deletes && !isEntry(folder, e.name()):
			begun.Store(true)
			t.deletedIn(e.dir())
		case err != nil && e.kind == creates && isEntry(folder, e.name()), err == nil && e.kind == creates && now != e.after:
			found.stale.add(e.path, staleExists)
		case err != nil && e.kind == creates && (stagedErr != nil || staged != e.after):
			lost.Add(1)
			found.stale.add(e.path, "to be created, but its prepared text is gone or has changed")
		case err != nil && e.kind == creates:
			ready[index[e]] = true
			return nil
		case err != nil:
			found.stale.add(e.path, "no longer exists")
		case now == e.after:
			begun.Store(true)
		case now != e.before:
			found.stale.add(e.path, "edited since: it has neither the old nor the new text")
		case e.kind != deletes && (stagedErr != nil || staged != e.after):
			lost.Add(1)
			found.stale.add(e.path, "has its old text, because the prepared new one is gone or has changed")
		default:
			e.seen = info
			ready[index[e]] = true
			return nil
		}
		return removeStaged(folder, e)
	}, t.syncNames)
	for i, e := range t.entries {
		if ready[i] {
			found.pending = append(found.pending, e)
		}
	}
	found.begun, found.lost = begun.Load(), int(lost.Load())
	return &found, err
}

// isEntry reports whether a name exists in a folder, which may be nil.
func isEntry(folder *os.Root, name string) bool {
	if folder == nil {
		return false
	}
	there, err := isThere(folder, name)
	return there || err != nil
}

// sweep removes all files that transactions of this root staged, even in a
// folder that was moved into .git. It is for a journal that does not contain
// their places.
func (w *Workspace) sweep() error {
	prefix := stagedPrefix + w.tag()
	var walk func(folder *os.Root, prefix string) error
	walk = func(folder *os.Root, at string) error {
		var staged []string
		err := eachEntry(folder, func(entry fs.DirEntry) error {
			name := path.Join(at, entry.Name())
			switch {
			case entry.IsDir():
				return enter(folder, entry.Name(), func(sub *os.Root) error { return walk(sub, name) })
			case entry.Type().IsRegular() && strings.HasPrefix(entry.Name(), prefix):
				staged = append(staged, entry.Name())
			}
			return nil
		})
		slices.Sort(staged)
		for _, name := range staged {
			if err == nil {
				err = folder.Remove(name)
			}
		}
		return err
	}
	if err := walk(w.root, "."); err != nil {
		return failure(w.path, "cannot remove the temporary files of a killed run", err)
	}
	return nil
}
