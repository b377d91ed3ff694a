package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"
)

// floor does the least that a durable write of all files can do: it reads each, writes the same bytes beside it,
// syncs once, and renames.
func floor(root string) error {
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := eachOf(files, func(path string) error { return copyLarge(path, path+".new") }); err != nil {
		return err
	}
	if err := syncDisk(root); err != nil {
		return err
	}
	return eachOf(files, func(path string) error { return os.Rename(path+".new", path) })
}

func eachOf(files []string, do func(path string) error) error {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, file := range files {
		group.Go(func() error { return do(file) })
	}
	return group.Wait()
}

// syncDisk waits until the file system of dir has everything that was written to it.
func syncDisk(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return unix.Syncfs(int(f.Fd()))
}
