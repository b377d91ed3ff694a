package workspace

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// A Listed is a workspace that lists a folder once, and finds in the list which
// files do not exist. It is for the search for configuration, which asks for a
// dozen files in each folder, nearly all of them missing. What the list has is
// looked up as always.
type Listed struct {
	*Workspace

	mu      sync.Mutex
	folders map[string]listing
}

// A listing has the names in a folder, if they are known.
type listing struct {
	names []string
	known bool
}

// Listed returns the workspace for one search. It does not see files that are
// created later.
func (w *Workspace) Listed() *Listed {
	return &Listed{Workspace: w, folders: make(map[string]listing)}
}

// Read is Workspace.Read.
func (l *Listed) Read(name string) ([]byte, error) {
	if l.lacks(name) {
		return nil, fmt.Errorf("%s: cannot read it: %w", path.Clean(name), fs.ErrNotExist)
	}
	return l.Workspace.Read(name)
}

// Exists is Workspace.Exists.
func (l *Listed) Exists(name string) bool { return !l.lacks(name) && l.Workspace.Exists(name) }

// lacks reports whether a file is not in the list of its folder. Letter case does
// not count: file systems may ignore it.
func (l *Listed) lacks(name string) bool {
	clean, err := lexical(name)
	if err != nil || clean == "." {
		return false
	}
	folder, base := path.Dir(clean), path.Base(clean)
	l.mu.Lock()
	defer l.mu.Unlock()
	in, ok := l.folders[folder]
	if !ok {
		in.names, in.known = l.namesLinkFree(folder)
		l.folders[folder] = in
	}
	return in.known && !slices.ContainsFunc(in.names, func(there string) bool { return strings.EqualFold(there, base) })
}
