package workspace

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// syncEach is the maximum number of entries that a transaction syncs file by
// file, even if one call could sync the whole file system: that call waits for
// the writes of all programs, such as the preceding build. On ext4 with half a
// gigabyte of such writes, 64 files took 45 ms one by one and 290 ms with
// syncfs; without them, 41 ms and 21 ms.
const syncEach = 64

// syncsEach reports whether each file and folder is made durable by a call of
// its own.
func (t *transaction) syncsEach() bool { return !hasSyncfs || len(t.entries) <= syncEach }

// openFilesystems opens one folder of every file system with entries, if syncfs
// is used to make the texts durable. It does so before anything is written: the
// call reports errors of writes since its folder was opened.
func (t *transaction) openFilesystems() error {
	if t.syncsEach() {
		return nil
	}
	seen := map[uint64]bool{}
	dirs := append([]string{"."}, t.parents()...) // the journal is in the root itself
	for _, g := range t.groups {
		dirs = append(dirs, g.dir)
	}
	for _, dir := range dirs {
		_, info, err := t.w.resolve(dir)
		if err != nil || info == nil {
			continue // deleted: stage reports it
		}
		id, _ := identify(info)
		if seen[id.device] {
			continue
		}
		seen[id.device] = true
		handle, err := t.w.root.Open(filepath.FromSlash(dir))
		if err != nil {
			return failure(dir, "cannot open the folder", err)
		}
		t.filesystems = append(t.filesystems, handle)
	}
	return nil
}

// parents returns the parents of created folders, in byte order.
func (t *transaction) parents() []string {
	var parents []string
	for _, folder := range t.folders {
		parents = append(parents, path.Dir(folder))
	}
	slices.Sort(parents)
	return slices.Compact(parents)
}

func (t *transaction) closeFilesystems() {
	for _, handle := range t.filesystems {
		handle.Close()
	}
}

// syncFilesystems makes all texts and names durable, unless each file and folder
// is synced by itself.
func (t *transaction) syncFilesystems() error {
	for _, handle := range t.filesystems {
		if err := syncFilesystem(handle); err != nil {
			return failure(handle.Name(), "cannot make the new texts durable", err)
		}
	}
	return nil
}

// syncParents makes the names of created folders durable, unless
// syncFilesystems will.
func (t *transaction) syncParents() error {
	if !t.syncsEach() {
		return nil
	}
	dirs := t.parents()
	return parallel(context.Background(), len(dirs), func(i int) error {
		folder, err := t.w.openFolder(dirs[i])
		if err != nil || folder == nil { // gone: stage reports it
			return err
		}
		defer folder.Close()
		return t.syncNames(folder, dirs[i])
	})
}

// syncNames makes the names in a folder durable, unless syncFilesystems does.
func (t *transaction) syncNames(folder *os.Root, dir string) error {
	if len(t.filesystems) > 0 {
		return nil
	}
	handle, err := folder.Open(".")
	if err == nil {
		err = syncFolder(handle)
		handle.Close()
	}
	if err != nil {
		return failure(dir, "cannot make the names in the folder durable", err)
	}
	return nil
}
