package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// A Holder is the run that holds the lock of a workspace.
type Holder struct {
	PID   int       // process id on its machine; 0 if unknown
	Since time.Time // in UTC, to the second; zero if unknown
}

// String describes the holder: "process 1234, since 2026-03-01 12:00:00 UTC".
func (h Holder) String() string {
	if h.PID == 0 {
		return "another process"
	}
	if h.Since.IsZero() {
		return fmt.Sprintf("process %d", h.PID)
	}
	return fmt.Sprintf("process %d, since %s", h.PID, h.Since.Format("2006-01-02 15:04:05 MST"))
}

// A LockedError reports that another run held the lock of the workspace until
// the context ended.
type LockedError struct {
	Root   string // absolute path of the workspace
	Holder Holder
	Err    error // the context's error
}

// Error includes the workspace, the holder, and the remedy.
func (e *LockedError) Error() string {
	return fmt.Sprintf("%s: locked by %s, which is writing to it: wait for it, or end it", e.Root, e.Holder)
}

// Unwrap returns the context's error.
func (e *LockedError) Unwrap() error { return e.Err }

// lockPoll is the interval at which a waiting run tries the lock. Blocking lock
// calls of the system cannot be canceled.
const lockPoll = 20 * time.Millisecond

// A lock is the journal, open, locked and in place. The system releases it if
// the process dies.
type lock struct {
	w     *Workspace
	file  *os.File
	found bool     // a killed run had left it
	left  leftover // its content from that run
}

// lock takes the lock of the workspace. It waits until the context ends.
func (w *Workspace) lock(ctx context.Context) (*lock, error) {
	file, created, err := w.waitFor(ctx, journalName)
	if err != nil {
		return nil, err
	}
	return w.locked(file, created)
}

// waitFor returns a journal, open and locked, and whether it is new. It waits
// for the lock until the context ends.
func (w *Workspace) waitFor(ctx context.Context, name string) (file *os.File, created bool, err error) {
	told := false
	for {
		file, created, holder, err := w.tryLock(name)
		if err != nil {
			return nil, false, fmt.Errorf("%s: cannot lock the workspace: %w", w.path, err)
		}
		if file != nil {
			return file, created, nil
		}
		if w.OnWait != nil && !told {
			told = true
			w.OnWait(holder)
		}
		select {
		case <-ctx.Done():
			return nil, false, &LockedError{Root: w.path, Holder: holder, Err: context.Cause(ctx)}
		case <-time.After(lockPoll):
		}
	}
}

// tryLock returns the locked file, or nil and the holder of the lock. The file
// is opened through the root handle. After it is locked, it must be a regular
// file, in place and with no other name: through a link, the journal would be
// written to another file, and a file that the last holder removed locks
// nothing.
func (w *Workspace) tryLock(name string) (file *os.File, created bool, holder Holder, err error) {
	for {
		file, created, err := w.openJournal(name)
		if err != nil {
			return nil, false, Holder{}, err
		}
		if file == nil {
			continue
		}
		free, err := flock(file)
		if err != nil {
			file.Close()
			return nil, false, Holder{}, fmt.Errorf("cannot lock %s: %w", name, err)
		}
		there, err := w.inPlace(file, name)
		switch {
		case err != nil:
			file.Close()
			return nil, false, Holder{}, err
		case free && there:
			return file, created, Holder{}, nil
		case !free:
			header := make([]byte, headerSize)
			n, _ := file.ReadAt(header, 0)
			file.Close()
			return nil, false, parseHolder(header[:n]), nil
		}
		file.Close()
	}
}

// openJournal opens a journal, creating it if needed. It returns nil if another
// run removed it concurrently.
func (w *Workspace) openJournal(name string) (file *os.File, created bool, err error) {
	file, err = w.root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err == nil {
		return file, true, nil
	}
	if errors.Is(err, fs.ErrExist) {
		file, err = w.root.OpenFile(name, os.O_RDWR|openNonblock, 0)
	}
	if err == nil {
		return file, false, nil
	}
	info, lookErr := w.root.Lstat(name)
	switch {
	case lookErr == nil && !info.Mode().IsRegular():
		return nil, false, notOurs(name)
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	}
	return nil, false, fmt.Errorf("cannot open %s in it: %w", name, cause(err))
}

// inPlace reports whether the name of the journal currently refers to the open
// file, without links.
func (w *Workspace) inPlace(file *os.File, name string) (bool, error) {
	mine, err := file.Stat()
	if err != nil {
		return false, cause(err)
	}
	there, err := w.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, cause(err)
	}
	if !there.Mode().IsRegular() {
		return false, notOurs(name)
	}
	if linkCount(there) > 1 {
		return false, linkedJournal(name)
	}
	return os.SameFile(mine, there), nil
}

// locked reads the contents of a newly locked journal, and writes its new
// holder.
func (w *Workspace) locked(file *os.File, created bool) (*lock, error) {
	var left leftover
	data, err := io.ReadAll(file)
	if err == nil {
		left, err = parseJournal(data)
	}
	if err == nil && left.complete && left.tag != w.tag() {
		err = errElsewhere
	}
	if err == nil {
		_, err = file.WriteAt(journalHeader(os.Getpid(), time.Now()), 0)
	}
	if err != nil {
		if created {
			w.root.Remove(journalName) // for example if the disk is full: an empty journal would be in the way
		}
		file.Close()
		return nil, fmt.Errorf("%s: cannot use the journal: %w", w.path, cause(err))
	}
	return &lock{w: w, file: file, found: !created, left: left}, nil
}

// write replaces the contents after the header with the prepared lines of a
// transaction.
func (l *lock) write(prepared []byte) error {
	if err := l.file.Truncate(int64(headerSize)); err != nil {
		return err
	}
	_, err := l.file.WriteAt(prepared, int64(headerSize))
	return err
}

// done removes the journal and releases the lock after the transaction.
func (l *lock) done() error {
	err := l.w.root.Remove(journalName)
	return errors.Join(err, l.file.Close())
}

// keep releases the lock and leaves the journal for Recover.
func (l *lock) keep() { l.file.Close() }
