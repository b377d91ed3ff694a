//go:build linux

// Package floor does the minimum work to replace many files durably, each by a
// rename. Durable writes of any kind are compared with it.
package floor

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Times are the durations of the parts of a Replace, and of the whole.
type Times struct{ Write, Sync, Rename, All time.Duration }

// Replace replaces the files at paths, relative to tree, with the same bytes:
// it reads each file and writes it to a temporary file next to it, syncs the
// file system once, and renames all. atOnce is the number of files processed
// concurrently.
func Replace(tree string, paths []string, atOnce int) (Times, error) {
	start := time.Now()
	err := each(paths, atOnce, func(path string) error {
		name := filepath.Join(tree, path)
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(name+".new", text, 0o644)
	})
	if err != nil {
		return Times{}, err
	}
	written := time.Now()
	if err := Sync(tree); err != nil {
		return Times{}, err
	}
	synced := time.Now()
	err = each(paths, atOnce, func(path string) error {
		name := filepath.Join(tree, path)
		return os.Rename(name+".new", name)
	})
	if err != nil {
		return Times{}, err
	}
	end := time.Now()
	return Times{Write: written.Sub(start), Sync: synced.Sub(written), Rename: end.Sub(synced), All: end.Sub(start)}, nil
}

// Sync waits until all writes to the file system of a folder are durable.
func Sync(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	return unix.Syncfs(int(folder.Fd()))
}

// each calls do for every path, in order, or in atOnce concurrent parts.
func each(paths []string, atOnce int, do func(path string) error) error {
	errs := make([]error, atOnce)
	part := (len(paths) + atOnce - 1) / atOnce
	var wait sync.WaitGroup
	for i := range atOnce {
		wait.Go(func() {
			for _, path := range paths[min(i*part, len(paths)):min((i+1)*part, len(paths))] {
				if errs[i] = do(path); errs[i] != nil {
					return
				}
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
