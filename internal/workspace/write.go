package workspace

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
)

// A Change replaces the bytes of one file, creates it, or deletes it.
type Change struct {
	Path         string // canonical, or any path that Canonical accepts; not a link to a file to delete
	BeforeSHA256 string // 64 lower-case hex digits: of the bytes that the change was made for; "" to create a file
	After        []byte // empty to delete a file

	Create     bool // the path must not exist. Missing folders are created
	Executable bool // for Create: the mode is 0777 less the umask, instead of 0666
	Delete     bool // folders that become empty are removed too
}

// Write replaces, creates and deletes the files of changes in one transaction.
// It keeps their modes, owners, extended attributes and links: a link stays a
// link, and a hard-linked file stays one file under all its names in the
// workspace (names outside the root keep the old text). A change that leaves a
// file unchanged does not touch it. A read-only file is replaced and stays
// read-only, as with git and sed -i: only the permissions of its folder matter.
// A file is replaced by a rename, so that a reader sees either the whole old
// text or the whole new one.
//
// The sequence: wait for the lock of the workspace until ctx ends; complete the
// work of a killed run, as Recover does; create missing folders; write the new
// texts next to the files, and make them durable; hash all originals again;
// commit the journal; rename and delete all files, and make that durable; remove
// folders that became empty; remove the journal. Until the journal is committed,
// every error, and the end of ctx, leaves the tree unchanged. After that the
// transaction goes forward, whether or not ctx ends. If a rename fails, the
// others are still made, and the error says that Recover can make the rest.
//
// Errors: *[StaleError] for files that the changes were not made for,
// *[UnwritableError] for files that cannot be replaced, *[LockedError] if
// another run held the lock, [ErrOutside] for paths that Canonical refuses, and
// errors of the system, with the file. Until the journal is committed they are
// wrapped in an *[UnwrittenError].
func (w *Workspace) Write(ctx context.Context, changes []Change) error {
	t, err := w.begin(ctx, changes)
	if err != nil {
		return &UnwrittenError{err}
	}
	if t == nil {
		return nil
	}
	return t.run(ctx)
}

// begin returns the transaction for changes, with the lock of the workspace, or
// nil if they change nothing.
func (w *Workspace) begin(ctx context.Context, changes []Change) (*transaction, error) {
	entries, err := newEntries(changes)
	if err != nil || !slices.ContainsFunc(entries, func(e *entry) bool { return e.before != e.after }) { // a missing file has a digest that no text has
		return nil, err
	}
	lock, err := w.lock(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := lock.recover(ctx); err != nil {
		lock.keep()
		return nil, err
	}
	entries, folders, err := w.plan(ctx, entries)
	if err != nil {
		return nil, errors.Join(err, lock.done())
	}
	return newTransaction(lock, entries, folders), nil
}

// An UnwrittenError is the failure of a Write before it changed any file.
type UnwrittenError struct{ Err error }

func (e *UnwrittenError) Error() string { return e.Err.Error() }
func (e *UnwrittenError) Unwrap() error { return e.Err }

// A transaction writes either all of its entries or, until its journal is
// committed, none.
type transaction struct {
	w           *Workspace
	lock        *lock
	entries     []*entry // by path
	groups      []group
	filesystems []*os.File  // one folder of each, if syncfs makes the texts durable; otherwise empty
	folders     []string    // to create before anything is staged, parents first
	emptied     folderSet   // folders in which a file was deleted
	moved       atomic.Bool // a folder was missing: it may have been moved with staged texts
}

func newTransaction(lock *lock, entries []*entry, folders []string) *transaction {
	t := &transaction{w: lock.w, lock: lock, folders: folders}
	t.take(entries)
	return t
}

// take sets the entries of a transaction.
func (t *transaction) take(entries []*entry) {
	t.entries, t.groups = entries, groupByFolder(entries)
}

// run executes the transaction and releases the lock.
func (t *transaction) run(ctx context.Context) error {
	defer t.closeFilesystems()
	if t.syncsEach() {
		defer waitMore()()
	}
	nameStaged(t.w.newID(), t.entries)
	prepared := appendPrepared(nil, t.entries[0].staged[len(stagedPrefix):][:idSize], t.entries, t.folders)
	if err := t.prepare(ctx, prepared); err != nil {
		return &UnwrittenError{t.undo(err)}
	}
	if err := t.commit(prepared); err != nil {
		if errors.Is(err, errUndecided) {
			t.lock.keep()
			return err
		}
		return &UnwrittenError{t.undo(err)}
	}
	return t.finish()
}

// prepare does everything that can be undone. Afterwards, all texts are staged
// and durable, and the originals are the texts that the changes were made for.
func (t *transaction) prepare(ctx context.Context, prepared []byte) error {
	if err := t.w.at("lock", ""); err != nil {
		return err
	}
	if err := t.lock.write(prepared); err != nil {
		return failure(journalName, "cannot write the journal", err)
	}
	if err := t.w.at("prepared", ""); err != nil {
		return err
	}
	if err := t.makeFolders(); err != nil {
		return err
	}
	if err := t.openFilesystems(); err != nil {
		return err
	}
	if err := t.stageAll(ctx); err != nil {
		return err
	}
	if err := t.w.at("staged all", ""); err != nil {
		return err
	}
	if err := t.syncFilesystems(); err != nil {
		return err
	}
	if err := t.w.at("synced", ""); err != nil {
		return err
	}
	if err := t.verify(ctx); err != nil {
		return err
	}
	return t.w.at("verified", "")
}

// errUndecided is wrapped by a failure after which it is unknown whether the
// journal is committed.
var errUndecided = errors.New("run the recover command once that is fixed: it completes the files")

// commit makes the journal binding. If it fails, it removes the commit line
// again. If that also fails, it returns errUndecided: nothing staged may be
// removed then.
func (t *transaction) commit(prepared []byte) error {
	size := int64(headerSize + len(prepared))
	_, err := t.lock.file.WriteAt(commitLine(prepared), size)
	if err == nil {
		err = t.w.at("commit", "")
	}
	if err == nil {
		err = t.lock.file.Sync()
	}
	if err == nil && len(t.filesystems) == 0 { // else syncfs has made the journal's name durable
		err = syncFolder(t.w.dir)
	}
	if err == nil {
		return nil
	}
	err = failure(journalName, "cannot write the journal", err)
	if undo := t.lock.file.Truncate(size); undo != nil {
		return fmt.Errorf("%w, nor take it back: %w: %w", err, cause(undo), errUndecided)
	}
	return err
}

// undo removes the staged texts, then the journal, and releases the lock. It
// returns the given error, with anything that it could not remove.
func (t *transaction) undo(why error) error {
	err := t.removeAllStaged(context.Background())
	if err == nil {
		err = t.w.at("undone", "")
	}
	if err != nil {
		t.lock.keep()
		return fmt.Errorf("%w (and not all prepared files, called %s*, could be removed: %w: run the recover command)",
			why, stagedPrefix, err)
	}
	if err := t.lock.done(); err != nil {
		return fmt.Errorf("%w (and %s could not be removed: %w)", why, journalName, cause(err))
	}
	return why
}

// finish renames all files, makes that durable, removes the journal and
// releases the lock.
func (t *transaction) finish() error {
	if err := t.w.at("committed", ""); err != nil {
		t.lock.keep()
		return err
	}
	done, err := t.settle()
	if err != nil {
		t.lock.keep()
		return fmt.Errorf("%w; %d of %d files were written: %w", err, len(done.written), len(t.entries), errUndecided)
	}
	if err := t.lock.done(); err != nil {
		return failure(journalName, "all files were written, but the journal cannot be removed", err)
	}
	if len(done.stale) > 0 {
		return &StaleError{Files: done.stale, Written: len(done.written)}
	}
	return t.w.at("done", "")
}

// settle renames and deletes all files, makes that durable, and removes folders
// that become empty.
func (t *transaction) settle() (renamed, error) {
	done, err := t.renameAll()
	if err == nil {
		err = t.w.at("renamed all", "")
	}
	if err == nil {
		err = t.removeEmptied()
	}
	if err == nil {
		err = t.syncFilesystems()
	}
	if err == nil {
		err = t.w.at("folders synced", "")
	}
	if err == nil {
		err = t.sweepMoved()
	}
	return done, err
}

// at is a hook for tests, which fail or kill a transaction there. path is ""
// for a step that concerns all files.
func (w *Workspace) at(point, path string) error {
	if w.step == nil {
		return nil
	}
	return w.step(point, path)
}

// newID returns the id of a transaction: a part that identifies the root, so
// that its leftovers can be recognized, and a random part.
func (w *Workspace) newID() string {
	var random [4]byte
	rand.Read(random[:])
	return w.tag() + hex.EncodeToString(random[:])
}

func (w *Workspace) tag() string {
	sum := sha256.Sum256([]byte(w.real))
	return hex.EncodeToString(sum[:tagSize/2])
}
