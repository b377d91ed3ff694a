package pipeline

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/workspace"
)

// texts are the files of a source as the rounds of a run have changed them so far. Its methods may be called from
// several goroutines.
type texts struct {
	Source

	mu      sync.RWMutex
	current map[string][]byte // files that are kept: changed, or with findings
	digests map[string]string // SHA-256, in hex, of files with findings that there was no room to keep
	room    int               // how many bytes of files with findings may still be kept

	// unread has the errors of files that could not be read, by path, in a run that
	// goes on without them: to it, they do not exist. Nil: no run does.
	unread map[string]error
}

// newTexts returns the texts of a run that needs them all to the end.
func newTexts(source Source) *texts { return newTextsOf(source, math.MaxInt) }

// newTextsOf returns texts that keep room bytes of files with findings at most, and read the others again.
func newTextsOf(source Source, room int) *texts {
	return &texts{
		Source:  source,
		current: map[string][]byte{},
		digests: map[string]string{},
		room:    room,
	}
}

// Read returns the current text of a canonical path. A file that is to be read again must be what it was.
func (t *texts) Read(path string) ([]byte, error) {
	t.mu.RLock()
	text, ok := t.current[path]
	digest, checked := t.digests[path]
	t.mu.RUnlock()
	if ok {
		return text, nil
	}
	text, err := t.Source.Read(path)
	if t.unread != nil && isFailure(err) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.unread[path] = err
		return nil, fmt.Errorf("%w: %w", err, fs.ErrNotExist)
	}
	if checked && (err != nil || fixedits.Digest(text) != digest) {
		return nil, fmt.Errorf("%s changed while it was checked; check it again", path)
	}
	return text, err
}

// isFailure reports whether a file is there and cannot be read.
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

// keep remembers the text that a snapshot is of, which is likely to be asked for again: a run sees one state of each
// file.
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

// apply makes the changes of a plan the current state.
func (t *texts) apply(files []fixedits.FileChange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range files {
		t.current[files[i].Path] = files[i].After
	}
}
