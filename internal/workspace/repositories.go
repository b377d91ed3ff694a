package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"sync"
	"syscall"
)

// repositories determines which folders below the root are separate
// repositories: submodules, work trees and clones, which have a .git. Changes
// in them are committed elsewhere.
type repositories struct {
	mutex   sync.Mutex
	folders map[string]string // by folder: the nearest repository that is or contains it; "" for that of the workspace
}

// Repository returns the innermost folder below the root that is or contains a
// canonical path and is a separate repository; "" if there is none. It returns
// an error if a folder cannot be examined.
func (w *Workspace) Repository(name string) (string, error) {
	if name == "." {
		return "", nil
	}
	if own, err := w.isRepository(name); err != nil {
		return "", err
	} else if own {
		return name, nil
	}
	return w.repositoryOf(path.Dir(name))
}

// repositoryOf is Repository for a folder, with a cache for many files.
func (w *Workspace) repositoryOf(folder string) (string, error) {
	if folder == "." {
		return "", nil
	}
	w.nested.mutex.Lock()
	found, known := w.nested.folders[folder]
	w.nested.mutex.Unlock()
	if known {
		return found, nil
	}
	own, err := w.isRepository(folder)
	switch {
	case err != nil:
		return "", err
	case own:
		found = folder
	default:
		if found, err = w.repositoryOf(path.Dir(folder)); err != nil {
			return "", err
		}
	}
	w.nested.mutex.Lock()
	defer w.nested.mutex.Unlock()
	if w.nested.folders == nil {
		w.nested.folders = map[string]string{}
	}
	w.nested.folders[folder] = found
	return found, nil
}

// isRepository reports whether a folder has a .git, which is a folder or, in a
// submodule, a file.
func (w *Workspace) isRepository(folder string) (bool, error) {
	marker := path.Join(folder, ".git")
	if there, known := w.existsLinkFree(marker); known {
		return there, nil
	}
	_, err := w.root.Lstat(filepath.FromSlash(marker))
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return false, nil
	}
	return false, fmt.Errorf("%s: cannot look it up: %w", marker, cause(err))
}
