package agents

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

// A FileReader serves files to agents.
type FileReader interface {
	// Session returns a reader for one session, with its own quotas. folder is
	// the agent's working folder.
	Session(folder string) SessionReader
}

// A SessionReader serves files in a session. It is called concurrently.
type SessionReader interface {
	// Read returns the text of a file, from a line, which counts from 1, and at
	// most limit lines; 0 sets no limit. The agent gets the text of an error.
	Read(ctx context.Context, path string, line, limit int) (string, error)
}

// A ReadRoot serves the text files of a folder. A file that NeverRead reports
// is never among them, and neither is one that a link in the folder leads to
// outside of it.
type ReadRoot struct {
	Root string // an absolute path
	// Allow and Deny are globs of paths below the root, with slashes, such as
	// `src/**`. If Allow is empty, all is allowed; Deny wins.
	Allow, Deny []string
	// Reads, FileBytes and Bytes are the quotas of a session: of reads, of the
	// size of a file, and of the total size of the files served. 0 is 200, 256
	// KiB and 2 MiB.
	Reads, FileBytes, Bytes int
	// Redact, if not nil, returns a text without its secrets. If it fails, the
	// file is not served.
	Redact func(name, text string) (string, error)
}

// Session implements FileReader. A path is below the root, or below the folder,
// which then stands for the root, or relative to it.
func (r *ReadRoot) Session(folder string) SessionReader {
	session := &readSession{ReadRoot: *r, folder: folder}
	for quota, usual := range map[*int]int{
		&session.Reads: 200, &session.FileBytes: 256 << 10, &session.ReadRoot.Bytes: 2 << 20,
	} {
		if *quota <= 0 {
			*quota = usual
		}
	}
	return session
}

type readSession struct {
	ReadRoot
	folder string

	mu    sync.Mutex
	reads int
	bytes int
}

// Read implements SessionReader.
func (s *readSession) Read(ctx context.Context, path string, line, limit int) (string, error) {
	s.mu.Lock()
	s.reads++
	used := s.reads
	s.mu.Unlock()
	if used > s.Reads {
		return "", fmt.Errorf("no more than %d files can be read", s.Reads)
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	name, err := s.nameOf(path)
	if err != nil {
		return "", err
	}
	text, err := s.text(name)
	if err != nil {
		return "", err
	}
	text = lines(text, line, limit)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes+len(text) > s.ReadRoot.Bytes {
		return "", fmt.Errorf("no more than %d bytes can be read in all", s.ReadRoot.Bytes)
	}
	s.bytes += len(text)
	return text, nil
}

var errOutside = errors.New("outside of the files that can be read")

// nameOf returns the path below the root, with slashes, of a path as the agent
// gives it.
func (s *readSession) nameOf(path string) (string, error) {
	if strings.ContainsRune(path, 0) || path == "" {
		return "", errors.New("not a path")
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.Root, path)
	}
	for _, base := range []string{s.folder, s.Root} {
		relative, err := filepath.Rel(base, path)
		if base != "" && err == nil && filepath.IsLocal(relative) {
			return filepath.ToSlash(relative), nil
		}
	}
	return "", errOutside
}

// text returns the text of a file that may be read.
func (s *readSession) text(name string) (string, error) {
	if err := s.allowed(name); err != nil {
		return "", err
	}
	root, err := os.OpenRoot(s.Root)
	if err != nil {
		return "", errors.New("the files cannot be read")
	}
	defer root.Close()
	name, err = s.resolve(name)
	if err != nil {
		return "", err
	}
	data, err := s.readAll(root, name)
	if err != nil {
		return "", err
	}
	text := string(data)
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return "", errors.New("not a text file")
	}
	if s.Redact != nil {
		if text, err = s.Redact(name, text); err != nil {
			// The error may have the secret in it.
			return "", errors.New("its secrets could not be removed")
		}
	}
	return text, nil
}

// resolve follows the links of a path, and checks the file that they lead to.
func (s *readSession) resolve(name string) (string, error) {
	top, err := filepath.EvalSymlinks(s.Root)
	if err != nil {
		return "", errors.New("the files cannot be read")
	}
	target, err := filepath.EvalSymlinks(filepath.Join(top, filepath.FromSlash(name)))
	if err != nil {
		return "", errors.New("no such file")
	}
	relative, err := filepath.Rel(top, target)
	if err != nil || !filepath.IsLocal(relative) {
		return "", errOutside
	}
	name = filepath.ToSlash(relative)
	return name, s.allowed(name)
}

func (s *readSession) readAll(root *os.Root, name string) ([]byte, error) {
	before, err := root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("no such file")
	case err != nil:
		return nil, errOutside
	case before.IsDir():
		return nil, errors.New("a folder")
	case !before.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, errors.New("the file cannot be opened")
	}
	defer file.Close()
	// A link may have come in between.
	if after, err := file.Stat(); err != nil || !os.SameFile(before, after) {
		return nil, errors.New("the file was changed meanwhile")
	}
	data, err := io.ReadAll(io.LimitReader(file, int64(s.FileBytes)+1))
	switch {
	case err != nil:
		return nil, errors.New("the file cannot be read")
	case len(data) > s.FileBytes:
		return nil, fmt.Errorf("larger than %d bytes", s.FileBytes)
	}
	return data, nil
}

// allowed checks the path against the lists.
func (s *readSession) allowed(name string) error {
	if NeverRead(name) {
		return errors.New("may hold secrets")
	}
	for _, pattern := range s.Deny {
		if doublestar.MatchUnvalidated(pattern, name) {
			return errors.New("denied")
		}
	}
	for _, pattern := range s.Allow {
		if doublestar.MatchUnvalidated(pattern, name) {
			return nil
		}
	}
	if len(s.Allow) > 0 {
		return errors.New("not allowed")
	}
	return nil
}

// lines returns at most limit lines from a line on, which counts from 1. 0 is
// no bound.
func lines(text string, line, limit int) string {
	for range max(line-1, 0) {
		_, rest, found := strings.Cut(text, "\n")
		if !found {
			return ""
		}
		text = rest
	}
	end := 0
	for range limit {
		next := strings.IndexByte(text[end:], '\n')
		if next < 0 {
			return text
		}
		end += next + 1
	}
	if limit > 0 {
		return text[:end]
	}
	return text
}
