package workspace

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
)

// stageAll writes the new text of every entry to a file next to its own.
func (t *transaction) stageAll(ctx context.Context) error {
	var stale staleList
	var unwritable unwritableList
	err := t.each(ctx, func(folder *os.Root, e *entry) error {
		if folder == nil {
			stale.add(e.path, goneReason(e))
			return nil
		}
		if e.twin != nil {
			return nil
		}
		err := t.stage(folder, e)
		if errors.Is(err, errGone) {
			stale.add(e.path, staleGone)
			return nil
		}
		return unwritable.take(e.path, err)
	}, t.syncNames)
	if err == nil {
		err = stale.err()
	}
	if err == nil {
		err = unwritable.err()
	}
	if err != nil || !slices.ContainsFunc(t.entries, func(e *entry) bool { return e.twin != nil }) {
		return err
	}
	err = t.each(ctx, func(folder *os.Root, e *entry) error { return unwritable.take(e.path, t.link(folder, e)) }, t.syncNames)
	if err == nil {
		err = unwritable.err()
	}
	return err
}

// link creates the other names of the staged text of a hard-linked file, each
// next to the name that it will replace.
func (t *transaction) link(folder *os.Root, e *entry) error {
	if folder == nil || e.twin == nil {
		return nil // deleted: verify reports it
	}
	from, to := path.Join(e.twin.dir(), e.twin.staged), path.Join(e.dir(), e.staged)
	if err := t.w.root.Link(filepath.FromSlash(from), filepath.FromSlash(to)); err != nil {
		return failure(e.path, "cannot link its new text beside it", err)
	}
	return t.w.at("linked", e.path)
}

// goneReason returns why the entry of a deleted folder is stale.
func goneReason(e *entry) string {
	if e.kind == creates {
		return staleFolder
	}
	return staleGone
}

// errGone reports that the file of an entry does not exist, or that its name
// belongs to something else.
var errGone = errors.New(staleGone)

// stage writes the new text of one entry, with the metadata of the old file.
// For a file to delete, it only checks whether that is possible.
func (t *transaction) stage(folder *os.Root, e *entry) error {
	if e.kind == creates {
		return t.stageText(folder, e, e.mode, func(*os.File) error { return nil })
	}
	old, info, err := openFile(folder, e.name())
	if errors.Is(err, errGone) {
		return err
	}
	if err != nil {
		return failure(e.path, "cannot read it again before writing", err)
	}
	defer old.Close()
	if reason := irreplaceable(folder, old, info); reason != "" {
		return fmt.Errorf("%s: %w: %s", e.path, errKept, reason)
	}
	if e.kind == deletes {
		return t.w.at("staged", e.path)
	}
	return t.stageText(folder, e, info.Mode().Perm(), func(file *os.File) error { return keepMetadata(old, file, info) })
}

// stageText writes the new text of one entry, and calls finish with the file.
func (t *transaction) stageText(folder *os.Root, e *entry, mode os.FileMode, finish func(*os.File) error) error {
	file, err := folder.OpenFile(e.staged, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return besides(e.path, err)
	}
	err = t.w.at("created", e.path)
	if err == nil {
		_, err = file.Write(e.text)
	}
	if err == nil {
		err = finish(file)
	}
	if err == nil && len(t.filesystems) == 0 {
		err = syncText(file)
	}
	if closed := file.Close(); err == nil {
		err = closed // some file systems report a full disk here
	}
	if err != nil {
		return failure(e.path, "cannot write its new text", err)
	}
	return t.w.at("staged", e.path)
}

// openFile opens a file of a folder for reading. If there is no regular file
// with this name, the error is errGone.
func openFile(folder *os.Root, name string) (*os.File, fs.FileInfo, error) {
	file, err := folder.OpenFile(name, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		if !isRegular(folder, name) {
			err = errGone
		}
		return nil, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, info, nil
}

// isRegular reports whether a name in a folder is that of a regular file, not
// of a link.
func isRegular(folder *os.Root, name string) bool {
	info, err := folder.Lstat(name)
	return err == nil && info.Mode().IsRegular()
}

// openEntry opens a regular file of a folder for reading, without following
// links. If there is none, the error is errGone.
func openEntry(folder *os.Root, name string) (*os.File, fs.FileInfo, error) {
	there, err := folder.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !there.Mode().IsRegular() {
		return nil, nil, errGone
	}
	if err != nil {
		return nil, nil, err
	}
	file, info, err := openFile(folder, name)
	if err == nil && !os.SameFile(there, info) {
		file.Close()
		err = errGone // replaced between the two calls
	}
	return file, info, err
}

// buffers are for hashing files without keeping them.
var buffers = sync.Pool{New: func() any { return new([64 << 10]byte) }}

// hashEntry returns the digest of a regular file of a folder, and the
// information of that file.
func hashEntry(folder *os.Root, name string) (digest, fs.FileInfo, error) {
	if folder == nil {
		return digest{}, nil, errGone
	}
	file, info, err := openEntry(folder, name)
	if err != nil {
		return digest{}, nil, err
	}
	defer file.Close()
	buffer := buffers.Get().(*[64 << 10]byte)
	defer buffers.Put(buffer)
	hash := sha256.New()
	for {
		n, err := file.Read(buffer[:])
		hash.Write(buffer[:n])
		if err == io.EOF {
			return digest(hash.Sum(nil)), info, nil
		}
		if err != nil {
			return digest{}, nil, err
		}
	}
}

// isThere reports whether a name exists in a folder.
func isThere(folder *os.Root, name string) (bool, error) {
	_, err := folder.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// verify hashes all originals again, and records the files that had the
// digests. Files to create must still not exist.
func (t *transaction) verify(ctx context.Context) error {
	var stale staleList
	var unwritable unwritableList
	err := t.each(ctx, func(folder *os.Root, e *entry) error {
		if err := t.w.at("verify", e.path); err != nil {
			return unwritable.take(e.path, failure(e.path, "cannot read it again before writing", err))
		}
		if e.kind == creates && folder != nil {
			there, err := isThere(folder, e.name())
			switch {
			case err != nil:
				return unwritable.take(e.path, failure(e.path, "cannot look it up again before writing", err))
			case there:
				stale.add(e.path, staleExists)
			}
			return nil
		}
		now, info, err := hashEntry(folder, e.name())
		switch {
		case errors.Is(err, errGone):
			stale.add(e.path, goneReason(e))
		case err != nil:
			return unwritable.take(e.path, failure(e.path, "cannot read it again before writing", err))
		case now != e.before:
			stale.add(e.path, staleChanged)
		}
		e.seen = info
		return nil
	}, nil)
	if err == nil {
		err = stale.err()
	}
	if err == nil {
		err = unwritable.err()
	}
	return err
}

// removeAllStaged removes the staged texts of all entries, and the folders that
// were created for them.
func (t *transaction) removeAllStaged(ctx context.Context) error {
	if err := t.each(ctx, removeStaged, nil); err != nil {
		return err
	}
	if err := t.sweepMoved(); err != nil {
		return err
	}
	return t.removeMade()
}

// sweepMoved searches the whole tree for staged texts if a folder was missing,
// because it may have been moved with them.
func (t *transaction) sweepMoved() error {
	if !t.moved.Load() {
		return nil
	}
	return t.w.sweep()
}

// removeStaged removes the staged text of an entry, if there is one.
func removeStaged(folder *os.Root, e *entry) error {
	if folder == nil {
		return nil
	}
	err := folder.Remove(e.staged)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	// A read-only mount returns an error before it checks whether the file exists.
	there, lookErr := folder.Lstat(e.staged)
	if errors.Is(lookErr, fs.ErrNotExist) || lookErr == nil && !there.Mode().IsRegular() {
		return nil
	}
	return failure(path.Join(e.dir(), e.staged), "cannot remove it", err)
}
