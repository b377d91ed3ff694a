package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// An UnwritableFile is a file that cannot be replaced.
type UnwritableFile struct {
	Path string
	Err  error // starts with the path
}

// An UnwritableError lists the files that cannot be replaced, such as those on
// a read-only mount. Other files may be written without them.
type UnwritableError struct {
	Files []UnwritableFile // in byte order of their paths; at least one
}

// Error returns the error of the first file, with the number of others.
func (e *UnwritableError) Error() string { return e.Files[0].Err.Error() + others(len(e.Files)-1) }

// Unwrap returns the errors of all files.
func (e *UnwritableError) Unwrap() []error {
	errs := make([]error, len(e.Files))
	for i, file := range e.Files {
		errs[i] = file.Err
	}
	return errs
}

// others returns the number of files after the one that an error names, in
// words.
func others(count int) string {
	switch {
	case count == 1:
		return " (and 1 more file)"
	case count > 1:
		return fmt.Sprintf(" (and %d more files)", count)
	}
	return ""
}

// errKept is wrapped by the reasons of irreplaceable.
var errKept = errors.New("cannot replace it")

// ofOneFile reports whether an error of the system concerns one file or its
// folder, so that other files can still be written. A full disk does not.
func ofOneFile(err error) bool {
	for _, target := range []error{errKept, fs.ErrPermission, syscall.EROFS, syscall.EIO, syscall.EXDEV, syscall.EMLINK, syscall.ENAMETOOLONG} {
		if errors.Is(err, target) {
			return true
		}
	}
	return false
}

// An unwritableList collects files from several goroutines.
type unwritableList struct {
	mutex sync.Mutex
	files []UnwritableFile
}

// take records an error that concerns one file and returns nil. It returns any
// other error.
func (l *unwritableList) take(path string, err error) error {
	if err == nil || !ofOneFile(err) {
		return err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.files = append(l.files, UnwritableFile{Path: path, Err: err})
	return nil
}

// err returns the files as an error, or nil if there are none.
func (l *unwritableList) err() error {
	if len(l.files) == 0 {
		return nil
	}
	slices.SortFunc(l.files, func(a, b UnwritableFile) int { return strings.Compare(a.Path, b.Path) })
	return &UnwritableError{Files: l.files}
}

// besides returns the error for a new text that cannot be written next to a
// file.
func besides(path string, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return failure(path, "cannot write next to it: its folder must be writable", err)
	}
	return failure(path, "cannot write next to it", err)
}

// takesFiles returns why no file can be created in a folder, as far as can be
// determined without creating one.
func takesFiles(folder *os.Root) error {
	handle, err := folder.Open(".")
	if err != nil {
		return err
	}
	defer handle.Close()
	return mayWrite(handle)
}
