package fixedits

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// readFiles reads each file that a fix may still change, and determines the
// properties that the rules need.
func (m *merger) readFiles() {
	parallel(len(m.files), func(i int) {
		if f := &m.files[i]; f.live {
			m.readFile(f)
		}
	})
}

// failures returns the files that could not be looked up or read, by path, each
// once.
func (m *merger) failures() []*FileError {
	for i := range m.files {
		if f := &m.files[i]; f.readErr != nil && !new(candidate).isForeign(f.readErr) {
			m.failed = append(m.failed, &FileError{Path: f.path, Err: f.readErr})
		}
	}
	slices.SortFunc(m.failed, func(a, b *FileError) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(m.failed, func(a, b *FileError) bool { return a.Path == b.Path })
}

func (m *merger) readFile(f *file) {
	err := guard(func() (err error) {
		f.content, err = m.read(f.path)
		return err
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.missing = true
		return
	case err != nil:
		f.readErr = err
		return
	}
	f.generated = !m.opts.mayBeGenerated(f.path) && Generated(f.content)
	if f.generated {
		return
	}
	f.sha256 = Digest(f.content)
	f.utf8 = utf8.Valid(f.content)
	f.bom = bytes.HasPrefix(f.content, byteOrderMark)
}

func (o *Options) mayBeGenerated(path string) bool { return o.Generated != nil && o.Generated(path) }

// has reports whether the file matches a snapshot.
func (f *file) has(s *Snapshot) bool {
	return f.sha256 == s.SHA256 && len(f.content) == s.Size
}

// ofBazel reports whether a path that does not exist in the workspace looks
// like a Bazel path of an external repository or of an output. A fix for it is
// not stale: it is for a file that was never in the workspace.
func ofBazel(path string) bool {
	first, _, below := strings.Cut(path, "/")
	return below && (first == "external" || strings.HasPrefix(first, "bazel-"))
}

// startsLine reports whether a line starts at an offset. Lines end with LF,
// which includes CRLF. A byte order mark is not text: the first line starts
// both before and after it.
func (f *file) startsLine(at int) bool {
	return at == 0 || f.content[at-1] == '\n' || f.bom && at == len(byteOrderMark)
}
