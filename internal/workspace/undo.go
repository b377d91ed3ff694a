package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"
)

// An Undo keeps the texts that a run replaces in several writes, so that all of
// them can be taken back. They are in a second journal, next to that of the
// writes. If the run is killed, the next Recover takes its writes back, after
// it has completed an interrupted one.
//
// Its methods are not safe for concurrent use.
type Undo struct {
	w     *Workspace
	file  *os.File
	known map[string]bool // paths whose first text is in the journal
	size  int64           // of the journal up to the end of the last batch
}

// Undo starts a run whose writes can be taken back. While another such run is
// active, it waits until ctx ends, and then fails with a *[LockedError]. The
// writes of a killed one are taken back first.
func (w *Workspace) Undo(ctx context.Context) (*Undo, error) {
	for {
		file, created, err := w.waitFor(ctx, undoName)
		if err != nil {
			return nil, err
		}
		if !created {
			file.Close()
			if _, err := w.Recover(ctx); err != nil {
				return nil, err
			}
			continue
		}
		header := undoHeader(os.Getpid(), time.Now(), w.tag())
		if _, err := file.WriteAt(header, 0); err != nil {
			w.root.Remove(undoName)
			file.Close()
			return nil, failure(undoName, "cannot write it", err)
		}
		return &Undo{w: w, file: file, known: map[string]bool{}, size: int64(len(header))}, nil
	}
}

// Write is [Workspace.Write] for changes with canonical paths. The texts that
// they replace are durable before it begins.
func (u *Undo) Write(ctx context.Context, changes []Change) error {
	records, err := u.records(changes)
	if err != nil {
		return &UnwrittenError{err}
	}
	batch := appendBatch(nil, records)
	if _, err = u.file.WriteAt(batch, u.size); err == nil {
		err = u.w.at("undo written", "")
	}
	if err == nil {
		err = u.file.Sync()
	}
	if err == nil {
		err = syncFolder(u.w.dir)
	}
	if err != nil {
		return &UnwrittenError{errors.Join(failure(undoName, "cannot write it", err), u.file.Truncate(u.size))}
	}
	u.size += int64(len(batch))
	for _, r := range records {
		u.known[r.path] = true
	}
	if err := u.w.at("undo durable", ""); err != nil {
		return &UnwrittenError{err}
	}
	return u.w.Write(ctx, changes)
}

// records returns the records that must be in the journal before changes are
// written. A file that a change was not made for is a *[StaleError], as in
// Write: the run must not restore its text.
func (u *Undo) records(changes []Change) ([]undoRecord, error) {
	var stale staleList
	records := make([]undoRecord, len(changes))
	for i := range changes {
		c := &changes[i]
		r := &records[i]
		r.path = c.Path
		if !c.Delete {
			r.after = digestOf(c.After)
		}
		var ok bool
		if r.before, ok = parseDigest(c.BeforeSHA256); !ok && !c.Create {
			return nil, fmt.Errorf("%s: cannot write it: %q is not a SHA-256 in hex", c.Path, c.BeforeSHA256)
		}
		if u.known[c.Path] {
			continue
		}
		text, err := u.w.ReadAny(c.Path)
		switch {
		case c.Create && errors.Is(err, fs.ErrNotExist):
		case c.Create && (err == nil || errors.Is(err, fs.ErrExist)):
			stale.add(c.Path, staleExists)
		case errors.Is(err, fs.ErrNotExist):
			stale.add(c.Path, staleGone)
		case err != nil:
			return nil, err
		case digestOf(text) != r.before:
			stale.add(c.Path, staleChanged)
		}
		r.text, r.first, r.program = text, true, u.w.Executable(c.Path)
	}
	return records, stale.err()
}

// Done ends the run and keeps its writes.
func (u *Undo) Done() error {
	err := u.w.at("undo done", "")
	if err == nil {
		err = u.w.root.Remove(undoName)
	}
	if err = errors.Join(err, u.file.Close()); err != nil {
		return failure(undoName, "cannot remove it", err)
	}
	return nil
}

// Close ends the run; Recover takes its writes back.
func (u *Undo) Close() { u.file.Close() }

// recoverUndo takes back the writes of a killed run. A file that was edited in
// the meantime is not changed, and is listed in Stale.
func (w *Workspace) recoverUndo(ctx context.Context) (Recovered, error) {
	if _, err := w.root.Lstat(undoName); errors.Is(err, fs.ErrNotExist) {
		return Recovered{}, nil
	}
	file, created, err := w.waitFor(ctx, undoName)
	if err != nil {
		return Recovered{}, err
	}
	u := &Undo{w: w, file: file}
	if created { // another process has done this meanwhile
		return Recovered{}, u.Done()
	}
	data, err := io.ReadAll(file)
	var records []undoRecord
	if err == nil {
		records, err = parseUndo(data, w.tag())
	}
	if err != nil {
		u.Close()
		return Recovered{Found: true}, fmt.Errorf("%s: cannot use the journal: %w", w.path, cause(err))
	}
	done, err := w.takeBack(ctx, records)
	if err != nil {
		u.Close()
		return done, err
	}
	return done, u.Done()
}

// takeBack restores the original texts of files, and deletes created files.
func (w *Workspace) takeBack(ctx context.Context, records []undoRecord) (Recovered, error) {
	done := Recovered{Found: true}
	first := map[string]*undoRecord{}
	written := map[string][]digest{} // the digests that the run may have left
	for i := range records {
		r := &records[i]
		if first[r.path] == nil {
			first[r.path] = r
		}
		written[r.path] = append(written[r.path], r.after)
	}
	var stale staleList
	var changes []Change
	for path, r := range first {
		now, err := w.ReadAny(path)
		at := digestOf(now)
		if errors.Is(err, fs.ErrNotExist) {
			at, err = absent, nil
		}
		switch {
		case err != nil:
			return done, err
		case at == r.before:
		case slices.Contains(written[path], at):
			changes = append(changes, r.back(at))
			done.TakenBack = append(done.TakenBack, path)
		case at == absent:
			stale.add(path, "no longer exists")
		default:
			stale.add(path, "edited since")
		}
	}
	slices.Sort(done.TakenBack)
	done.Stale = stale.sorted()
	if len(changes) == 0 {
		return done, nil
	}
	if err := w.Write(ctx, changes); err != nil {
		return Recovered{Found: true}, fmt.Errorf("undo the writes of a killed run: %w", err)
	}
	return done, nil
}

// back returns the change that restores the first state of a file from its
// current one.
func (r *undoRecord) back(now digest) Change {
	switch {
	case now == absent:
		return Change{Path: r.path, After: r.text, Create: true, Executable: r.program}
	case r.before == absent:
		return Change{Path: r.path, BeforeSHA256: now.String(), Delete: true}
	}
	return Change{Path: r.path, BeforeSHA256: now.String(), After: r.text}
}
