package workspace

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
)

// Read returns the bytes of the regular file at path, which Canonical would accept: links inside the root are
// followed. A missing file is an error that wraps fs.ErrNotExist; a folder, pipe, socket or device is an error.
func (w *Workspace) Read(path string) ([]byte, error) { return w.read(path, math.MaxInt) }

// Head returns the first bytes of the file that Read would read, at most limit of them. Its errors are Read's.
func (w *Workspace) Head(path string, limit int) ([]byte, error) { return w.read(path, limit) }

func (w *Workspace) read(path string, limit int) ([]byte, error) {
	clean, err := lexical(path)
	if err != nil {
		return nil, err
	}
	if content, ok := w.readLinkFree(clean, limit); ok {
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
	return readRegular(clean, file, limit)
}

// readRegular reads an open file up to limit bytes, and refuses anything but a regular file. It neither trusts the size
// that the system reports (some file systems say 0) nor reads twice where it holds.
func readRegular(name string, file *os.File, limit int) ([]byte, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read it: %w", name, cause(err))
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: cannot read it: it is a %s, %w", name, kind(info.Mode()), ErrNotRegular)
	}
	if info.Size() > int64(limit) && limit == math.MaxInt {
		return nil, fmt.Errorf("%s: cannot read it: %d bytes are too many for this system", name, info.Size())
	}
	content, err := readSized(io.LimitReader(file, int64(limit)), int(min(info.Size(), int64(limit))))
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read it: %w", name, cause(err))
	}
	return content, nil
}

// readSized reads to the end of r, in one buffer where size bytes are all there is.
func readSized(r io.Reader, size int) ([]byte, error) {
	// Room for the read that finds the end; and as much as this takes anyway, so that the memory can serve again.
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
