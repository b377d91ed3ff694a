package pipeline

import (
	"bytes"
	"maps"
	"slices"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// texts are the files of a source as the rounds of a run have changed them so far. Its methods may be called from
// several goroutines.
type texts struct {
	Source

	mu      sync.RWMutex
	current map[string][]byte               // files that are kept: changed, or with findings
	changes map[string]*fixedits.FileChange // from the first state to the current one
}

func newTexts(source Source) *texts {
	return &texts{Source: source, current: map[string][]byte{}, changes: map[string]*fixedits.FileChange{}}
}

// Read returns the current text of a canonical path.
func (t *texts) Read(path string) ([]byte, error) {
	t.mu.RLock()
	text, ok := t.current[path]
	t.mu.RUnlock()
	if ok {
		return text, nil
	}
	return t.Source.Read(path)
}

// keep holds on to a text that is likely to be asked for again, so that a run sees one state of each file.
func (t *texts) keep(path string, text []byte) {
	t.mu.Lock()
	t.current[path] = text
	t.mu.Unlock()
}

// text returns a text that is kept, or nil.
func (t *texts) text(path string) []byte {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.current[path]
}

// apply makes the changes of a plan the current state.
func (t *texts) apply(files []fixedits.FileChange) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range files {
		file := files[i]
		t.current[file.Path] = file.After
		if before, ok := t.changes[file.Path]; ok {
			before.After = file.After
			before.Edits, before.Formatted = nil, true // no longer the edits of one merge
			continue
		}
		t.changes[file.Path] = &file
	}
}

// net returns the changes from the first state to the current one, by path, without files that are as they were.
func (t *texts) net() []fixedits.FileChange {
	t.mu.RLock()
	defer t.mu.RUnlock()
	var files []fixedits.FileChange
	for _, path := range slices.Sorted(maps.Keys(t.changes)) {
		if change := t.changes[path]; !bytes.Equal(change.Before, change.After) {
			files = append(files, *change)
		}
	}
	return files
}
