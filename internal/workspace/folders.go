package workspace

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// missingFolders returns the folders that entries need and that do not exist,
// parents first. If a file is in place of one, the entries are stale; if a
// folder accepts no new ones, they are unwritable.
func (w *Workspace) missingFolders(entries []*entry) ([]string, error) {
	var missing []string
	var stale staleList
	var unwritable unwritableList
	for _, e := range entries {
		if e.kind != creates {
			continue
		}
		for dir := e.dir(); ; dir = path.Dir(dir) {
			info, err := w.root.Lstat(filepath.FromSlash(dir))
			if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
				missing = append(missing, dir)
				continue
			}
			switch {
			case err != nil:
				err = unwritable.take(e.path, failure(e.path, "cannot look up its folder", err))
			case !info.IsDir():
				stale.add(e.path, staleExists)
			case dir != e.dir(): // otherwise find has checked it
				err = unwritable.take(e.path, w.takesNames(e.path, dir))
			}
			if err != nil {
				return nil, err
			}
			break
		}
	}
	err := stale.err()
	if err == nil {
		err = unwritable.err()
	}
	slices.Sort(missing)
	return slices.Compact(missing), err
}

// takesNames returns why a file and its folders cannot be created in dir: it
// accepts no entries, or not one of their names.
func (w *Workspace) takesNames(file, dir string) error {
	folder, err := w.openFolder(dir)
	if err != nil || folder == nil {
		return err // nil for a missing folder: makeFolders fails
	}
	defer folder.Close()
	if err := takesFiles(folder); err != nil {
		return failure(file, "cannot create its folder in "+dir, err)
	}
	below := file
	if dir != "." {
		below = strings.TrimPrefix(file, dir+"/")
	}
	for name := range strings.SplitSeq(below, "/") {
		if _, err := isThere(folder, name); err != nil {
			return failure(file, "cannot create it", err)
		}
	}
	return nil
}

// makeFolders creates the folders that entries need, and makes their names
// durable. The journal, which names them, must be durable before they are.
func (t *transaction) makeFolders() error {
	if len(t.folders) == 0 {
		return nil
	}
	if err := t.lock.file.Sync(); err != nil {
		return failure(journalName, "cannot write the journal", err)
	}
	for _, dir := range t.folders {
		err := t.w.root.Mkdir(filepath.FromSlash(dir), 0o777)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			file := t.entries[slices.IndexFunc(t.entries, func(e *entry) bool { return strings.HasPrefix(e.path, dir+"/") })].path
			err = failure(file, "cannot create its folder "+dir, err)
			var unwritable unwritableList
			if err := unwritable.take(file, err); err != nil {
				return err
			}
			return unwritable.err()
		}
		if err := t.w.at("folder made", dir); err != nil {
			return err
		}
	}
	return t.syncParents()
}

// removeMade removes the created folders, except for folders that are not
// empty.
func (t *transaction) removeMade() error {
	for _, dir := range slices.Backward(t.folders) {
		if _, err := t.w.removeFolder(dir); err != nil {
			return err
		}
	}
	return nil
}

// A folderSet collects folders from several goroutines.
type folderSet struct {
	mutex sync.Mutex
	dirs  map[string]bool
}

// deletedIn records that a file was deleted in a folder.
func (t *transaction) deletedIn(dir string) {
	t.emptied.mutex.Lock()
	defer t.emptied.mutex.Unlock()
	if t.emptied.dirs == nil {
		t.emptied.dirs = map[string]bool{}
	}
	t.emptied.dirs[dir] = true
}

// removeEmptied removes the folders whose last file was deleted, and their
// parents if they become empty, like git, and the folders that were created
// needlessly. A folder that cannot be removed stays, because it contains no
// files of the transaction.
func (t *transaction) removeEmptied() error {
	dirs := slices.Clone(t.folders)
	for dir := range t.emptied.dirs {
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	for _, dir := range slices.Backward(dirs) {
		for ; dir != "."; dir = path.Dir(dir) {
			gone, err := t.w.removeFolder(dir)
			if err != nil || !gone {
				break
			}
			if err := t.w.at("folder removed", dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeFolder removes a folder if it is empty, and reports whether it no
// longer exists.
func (w *Workspace) removeFolder(dir string) (gone bool, err error) {
	parent, err := w.openFolder(path.Dir(dir))
	if err != nil || parent == nil {
		return err == nil, err
	}
	defer parent.Close()
	info, err := parent.Lstat(path.Base(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil || !info.IsDir() {
		return false, err
	}
	err = parent.Remove(path.Base(dir))
	if err == nil {
		return true, nil
	}
	if ignoring(err, fs.ErrNotExist, fs.ErrExist, syscall.EBUSY) == nil { // fs.ErrExist: it is not empty
		return false, nil
	}
	return false, failure(dir, "cannot remove the folder", err)
}

// ignoring returns err, or nil if it is one of the given errors.
func ignoring(err error, some ...error) error {
	if slices.ContainsFunc(some, func(one error) bool { return errors.Is(err, one) }) {
		return nil
	}
	return err
}
