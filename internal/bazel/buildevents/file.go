package buildevents

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
)

// A File is File. If Contents is set instead of URI, the event itself has the
// file.
type File struct {
	Name     string `json:"name"`
	URI      string `json:"uri"`
	Contents []byte `json:"contents"` // base64 in JSON
}

// Path returns the path of a file that has a URI. It is an error if the file is
// not on this machine: Bazel did not fetch it from the remote cache.
func (f *File) Path() (string, error) {
	at, err := url.Parse(f.URI)
	if err != nil {
		return "", fmt.Errorf("file %s: %w", f.Name, err)
	}
	if at.Scheme != "file" {
		return "", fmt.Errorf("file %s is not on this machine but at %s", f.Name, f.URI)
	}
	path := at.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // file:///C:/...
		path = path[1:]
	}
	return filepath.FromSlash(path), nil
}

// Open opens a file for reading. It returns the size in bytes, too.
func (f *File) Open() (io.ReadSeekCloser, int64, error) {
	if f.URI == "" {
		return inline{bytes.NewReader(f.Contents)}, int64(len(f.Contents)), nil
	}
	path, err := f.Path()
	if err != nil {
		return nil, 0, err
	}
	// Opening a pipe or a device may wait forever.
	info, err := os.Stat(path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("file %s: %s is not a regular file", f.Name, path)
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	return in, info.Size(), nil
}

// An inline is an opened file that came in an event.
type inline struct{ *bytes.Reader }

func (inline) Close() error { return nil }
