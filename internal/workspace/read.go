package workspace

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// MaxSize is the maximum size in bytes of a file that is read as a source.
const MaxSize = 16 << 20

// A SizeError reports a file larger than MaxSize, which was not read.
type SizeError struct{ Path string }

func (e *SizeError) Error() string { return e.Path + ": cannot read it: " + e.Reason() }

// Reason returns the message without the name of the file.
func (e *SizeError) Reason() string { return fmt.Sprintf("larger than %d MiB", MaxSize>>20) }

// Read returns the bytes of the regular file at path, which Canonical would
// accept: links inside the root are followed. A missing file is an error that
// wraps fs.ErrNotExist; a folder, pipe, socket or device is an error, and a
// file larger than MaxSize a *[SizeError].
func (w *Workspace) Read(path string) ([]byte, error) { return w.read(path, whole(MaxSize)) }

// ReadAny is Read without a limit on the size.
func (w *Workspace) ReadAny(path string) ([]byte, error) { return w.read(path, whole(math.MaxInt)) }

// Head returns the first bytes of the file that Read would read, at most limit.
// Its errors are the errors of Read.
func (w *Workspace) Head(path string, limit int) ([]byte, error) {
	return w.read(path, amount{limit: limit})
}

// ModTime returns when the file that Read would read was last modified.
func (w *Workspace) ModTime(path string) (time.Time, error) {
	clean, err := lexical(path)
	if err != nil {
		return time.Time{}, err
	}
	_, info, err := w.resolve(clean)
	switch {
	case err != nil:
		return time.Time{}, err
	case info == nil:
		return time.Time{}, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
	return info.ModTime(), nil
}

// Executable reports whether the file at path, which Canonical would accept,
// has the executable bit of its owner; false if that cannot be looked up.
func (w *Workspace) Executable(path string) bool {
	clean, err := lexical(path)
	if err != nil {
		return false
	}
	_, info, err := w.resolve(clean)
	return err == nil && info != nil && info.Mode().IsRegular() && info.Mode()&0o100 != 0
}

// An amount is the amount of a file to read: at most limit bytes.
type amount struct {
	limit int
	whole bool // a larger file is an error
}

func whole(limit int) amount { return amount{limit: limit, whole: true} }

// room returns the number of bytes to request, which shows whether there are
// too many.
func (a amount) room() int64 {
	if a.whole && a.limit < math.MaxInt {
		return int64(a.limit) + 1
	}
	return int64(a.limit)
}

// exceeds reports whether a file of the given size is an error.
func (a amount) exceeds(size int64) bool { return a.whole && size > int64(a.limit) }

func (w *Workspace) read(path string, much amount) ([]byte, error) {
	clean, err := lexical(path)
	if err != nil {
		return nil, err
	}
	if content, known, err := w.readLinkFree(clean, much); known {
		if err != nil {
			return nil, fmt.Errorf("%s: cannot read it: %w", clean, err)
		}
		return content, nil
	}
	resolved, info, err := w.resolve(clean)
	if err != nil {
		return nil, err
	}
	if info == nil {
		return nil, fmt.Errorf("%s: cannot read it: %w", clean, fs.ErrNotExist)
	}
	if !info.Mode().IsRegular() { // before it is opened: opening a device may do something
		return nil, fmt.Errorf("%s: cannot read it: it is a %s, %w", clean, kind(info.Mode()), ErrNotRegular)
	}
	file, err := w.root.OpenFile(filepath.FromSlash(resolved), os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read it: %w", clean, cause(err))
	}
	defer file.Close()
	return readRegular(clean, file, much)
}

// readRegular reads that much of an open file, and refuses anything but a
// regular file. It neither trusts the size that the system reports (some file
// systems say 0) nor reads twice if it is right.
func readRegular(name string, file *os.File, much amount) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read it: %w", name, cause(err))
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: cannot read it: it is a %s, %w", name, kind(info.Mode()), ErrNotRegular)
	}
	if much.exceeds(info.Size()) {
		return nil, &SizeError{Path: name}
	}
	content, err := readSized(io.LimitReader(file, much.room()), int(min(info.Size(), int64(much.limit))))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: cannot read it: %w", name, cause(err))
	case much.exceeds(int64(len(content))):
		return nil, &SizeError{Path: name}
	}
	return content, nil
}

// readSized reads r to its end, in a single buffer if it has size bytes.
func readSized(r io.Reader, size int) ([]byte, error) {
	// The extra byte is for the read that finds the end.
	content := slices.Grow([]byte(nil), size+1)
	for {
		if len(content) == cap(content) {
			content = append(content, 0)[:len(content)]
		}
		n, err := r.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		if err == io.EOF {
			return content, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
