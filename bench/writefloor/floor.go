//go:build linux

package main

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// floor replaces all files of a tree by their own bytes. It returns the time of the writes, the sync, the renames, and
// of all.
func floor(tree string, paths []string, atOnce int) ([]time.Duration, error) {
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
		return nil, err
	}
	written := time.Now()
	folder, err := os.Open(tree)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	if err := unix.Syncfs(int(folder.Fd())); err != nil {
		return nil, err
	}
	synced := time.Now()
	err = each(paths, atOnce, func(path string) error {
		name := filepath.Join(tree, path)
		return os.Rename(name+".new", name)
	})
	if err != nil {
		return nil, err
	}
	end := time.Now()
	return []time.Duration{written.Sub(start), synced.Sub(written), end.Sub(synced), end.Sub(start)}, nil
}

// each calls do for every path, in order, or in atOnce parts at the same time.
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
