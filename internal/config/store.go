package config

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A store has the files of one kind. It has either the files that it was given,
// or looks for files on request and caches the results. The store of a kind
// that is Named does both.
type store struct {
	mu      sync.Mutex
	reader  Reader // by which it looks; nil: it does not
	seen    map[string]lookup
	folders map[string][]string // of the listed folders, the names
}

type lookup struct {
	found ToolFile
	err   error
}

// keep adds a given file.
func (s *store) keep(file ToolFile) {
	if s.seen == nil {
		s.seen = make(map[string]lookup)
	}
	s.seen[file.Path] = lookup{found: file}
}

// lookBy makes the store look for files, unless it was given some and its kind
// is not Named.
func (s *store) lookBy(reader Reader, named bool) {
	if s.seen == nil || named {
		s.reader = reader
	}
	if s.seen == nil {
		s.seen = make(map[string]lookup)
	}
}

// looks reports whether the store looks for files.
func (s *store) looks() bool { return s.reader != nil }

// given returns the given files, sorted by path.
func (s *store) given() []ToolFile {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []ToolFile
	for _, name := range slices.Sorted(maps.Keys(s.seen)) {
		all = append(all, s.seen[name].found)
	}
	return all
}

// names returns the base names of the files of a kind in a folder, in order. A
// missing folder has none.
func (s *store) names(dir string, kind *FileKind) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.folders[dir]; ok {
		return known, nil
	}
	all, err := s.reader.Names(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &Error{Path: dir, Msg: strings.TrimPrefix(err.Error(), dir+": ") + ": make it a folder that can be read"}
	}
	var names []string
	for _, name := range all {
		if kind.match(name) >= 0 {
			names = append(names, name)
		}
	}
	if s.folders == nil {
		s.folders = make(map[string][]string)
	}
	s.folders[dir] = names
	return names, nil
}

// file returns the file with a clean name, or none. It returns the same error
// for a file each time.
func (s *store) file(name string) (ToolFile, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.seen[name]
	if ok || s.reader == nil {
		return known.found, known.err
	}
	content, err := read(s.reader, name)
	if content != nil {
		known.found = ToolFile{Path: name, Content: content}
	}
	known.err = err
	s.seen[name] = known
	return known.found, known.err
}
