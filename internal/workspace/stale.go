package workspace

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// A StaleFile is a file whose content a change was not made for.
type StaleFile struct {
	Path   string
	Reason string // one line, such as "has changed since it was checked"
	Exists bool   // a change creates it, but the name exists
}

// A StaleError lists the files that changed or disappeared between the check
// and the write.
type StaleError struct {
	Files   []StaleFile // in byte order of their paths; at least one
	Written int         // the number of files that were written: 0 unless a file changed during the renames
}

// Error contains the first file, the number of others, the number of written
// files, and the remedy.
func (e *StaleError) Error() string {
	done := "nothing was written"
	if e.Written > 0 {
		done = fmt.Sprintf("this file was left unchanged, and %d others were written", e.Written)
	}
	return fmt.Sprintf("%s: stale: %s%s: %s; run the command again", e.Files[0].Path, e.Files[0].Reason, others(len(e.Files)-1), done)
}

const (
	staleChanged = "has changed since it was checked"
	staleGone    = "no longer exists"
	staleExists  = "to be created, but it already exists"
	staleFolder  = "to be created, but its folder no longer exists"
)

// A staleList collects stale files from several goroutines.
type staleList struct {
	mutex sync.Mutex
	files []StaleFile
}

func (l *staleList) add(path, reason string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.files = append(l.files, StaleFile{Path: path, Reason: reason, Exists: reason == staleExists})
}

// sorted returns the files in byte order of their paths.
func (l *staleList) sorted() []StaleFile {
	slices.SortFunc(l.files, func(a, b StaleFile) int { return strings.Compare(a.Path, b.Path) })
	return l.files
}

// err returns the files as an error, or nil if there are none.
func (l *staleList) err() error {
	if len(l.files) == 0 {
		return nil
	}
	return &StaleError{Files: l.sorted()}
}

// failure returns an error of the system as "path: what: why".
func failure(path, what string, err error) error {
	return fmt.Errorf("%s: %s: %w", path, what, cause(err))
}
