package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// texts are the files of a source with the changes of all rounds so far. Its
// methods are safe for concurrent use.
type texts struct {
	Source

	mu      sync.RWMutex
	current map[string][]byte // files that are kept: created, changed, or with findings
	deleted map[string]bool   // files that a round has deleted
	changed map[string]bool   // files that a round has changed, created or deleted
	digests map[string]string // SHA-256, in hex, of files with findings that there was no room to keep
	room    int               // how many bytes of files with findings may still be kept

	// unread has the errors of files that could not be read, by path. A run
	// that sets it treats these files as missing and continues.
	unread map[string]error

	settled formatting.Settled
}

// newTexts returns texts that keep all files with findings.
func newTexts(source Source) *texts { return newTextsOf(source, math.MaxInt) }

// newTextsOf returns texts that keep at most room bytes of files with findings
// and read the others again.
func newTextsOf(source Source, room int) *texts {
	return &texts{
		Source:  source,
		current: map[string][]byte{},
		deleted: map[string]bool{},
		changed: map[string]bool{},
		digests: map[string]string{},
		room:    room,
	}
}

// Read returns the current text of a canonical path. It is an error if a file
// that has to be read again has changed. A file that a round has deleted does
// not exist.
func (t *texts) Read(path string) ([]byte, error) {
	t.mu.RLock()
	text, ok := t.current[path]
	digest, checked := t.digests[path]
	deleted := t.deleted[path]
	t.mu.RUnlock()
	switch {
	case ok:
		return text, nil
	case deleted:
		return nil, fmt.Errorf("%s: deleted in this run: %w", path, fs.ErrNotExist)
	}
	text, err := t.Source.Read(path)
	if t.unread != nil && isFailure(err) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.unread[path] = err
		return nil, fmt.Errorf("%w: %w", err, fs.ErrNotExist)
	}
	if checked && (err != nil || fixedits.Digest(text) != digest) {
		return nil, fmt.Errorf("%s changed since it was checked; check it again", path)
	}
	return text, err
}

// Head returns the first bytes of the current text of a canonical path.
func (t *texts) Head(path string, limit int) ([]byte, error) {
	t.mu.RLock()
	text, ok := t.current[path]
	deleted := t.deleted[path]
	t.mu.RUnlock()
	switch {
	case ok:
		return text[:min(limit, len(text))], nil
	case deleted:
		return nil, fmt.Errorf("%s: deleted in this run: %w", path, fs.ErrNotExist)
	}
	return t.Source.Head(path, limit)
}

// Executable is like Source.Executable.
func (t *texts) Executable(path string) bool { return executable(t.Source, path) }

// executable reports whether a file has the executable bit. It is false if the
// source does not know: build actions see bits that are not the file's.
func executable(source Source, path string) bool {
	modes, ok := source.(interface{ Executable(path string) bool })
	return ok && modes.Executable(path)
}

// isFailure reports whether a file exists but cannot be read.
func isFailure(err error) bool {
	_, tooLarge := errors.AsType[*workspace.SizeError](err)
	return err != nil && !tooLarge && !errors.Is(err, fs.ErrNotExist)
}

// failures returns the files that could not be read.
func (t *texts) failures() []*fixedits.FileError {
	t.mu.RLock()
	defer t.mu.RUnlock()
	var failed []*fixedits.FileError
	for path, err := range t.unread {
		failed = append(failed, &fixedits.FileError{Path: path, Err: err})
	}
	return failed
}

// keep remembers the text of a snapshot, which is likely to be needed again.
func (t *texts) keep(snapshot fixedits.Snapshot, text []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(text) > t.room {
		t.digests[snapshot.Path] = snapshot.SHA256
		return
	}
	t.room -= len(text)
	t.current[snapshot.Path] = text
}

// text returns a text with findings, or nil.
func (t *texts) text(path string) []byte {
	t.mu.RLock()
	text, kept := t.current[path]
	_, checked := t.digests[path]
	t.mu.RUnlock()
	if !kept && checked {
		text, _ = t.Read(path)
	}
	return text
}

// apply makes the changes of a plan part of the current state.
func (t *texts) apply(files []fixedits.FileChange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range files {
		file := &files[i]
		t.deleted[file.Path], t.changed[file.Path] = file.Deleted, true
		if file.Deleted {
			delete(t.current, file.Path)
		} else {
			t.current[file.Path] = file.After
		}
	}
}
