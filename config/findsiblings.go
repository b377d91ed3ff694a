package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/config/editorconfig"
	"github.com/rules-autofix/rules_autofix/config/gitattributes"
)

// ReadSiblings reads configuration files of other tools, each known by its base name. Names are relative to root and slash
// separated: where a file lies in the workspace says for what it holds.
func ReadSiblings(root string, names []string) (*Siblings, error) {
	s := new(Siblings)
	for _, name := range fromTheTop(names) {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return nil, fmt.Errorf("%s: not in the workspace: it would hold for none of its files", name)
		}
		name = path.Clean(name)
		content, err := readSibling(root, name)
		if err == nil {
			err = s.add(name, content)
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// fromTheTop returns names with those of the root first: its .gitattributes may
// have macros that others use.
func fromTheTop(names []string) []string {
	return slices.SortedFunc(slices.Values(names), func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(path.Clean(a), "/"), strings.Count(path.Clean(b), "/")), strings.Compare(a, b))
	})
}

// Find has s look for those kinds of files of which it has none, in the folders
// of files, whose paths are relative to root and slash separated, and upward,
// no further than root. The .editorconfig and .gitattributes files are read
// here; the others are when somebody asks for them, since most files have
// nothing to do with them.
func (s *Siblings) Find(root string, files []string) error {
	s.hadolint.lookIn(root)
	s.dockerignore.lookIn(root)
	s.builds.lookIn(root)
	s.gomod.lookIn(root)
	s.bazel.lookIn(root)
	s.others.lookIn(root)
	var wanted []string
	if s.editor == nil {
		s.editor = new(editorconfig.Set)
		wanted = append(wanted, editorconfig.Name)
	}
	if s.attributes == nil {
		s.attributes = new(gitattributes.Files)
		wanted = append(wanted, gitattributes.Name)
	}
	found := make(map[string][]byte)
	seen := make(map[string]bool)
	for _, file := range files {
		for dir := path.Dir(file); !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			for _, base := range wanted {
				name := path.Join(dir, base)
				content, err := readSibling(root, name)
				if err == nil {
					found[name] = content
				} else if !errors.Is(err, fs.ErrNotExist) {
					return err
				}
			}
		}
	}
	for _, name := range fromTheTop(slices.Collect(maps.Keys(found))) {
		if err := s.add(name, found[name]); err != nil {
			return err
		}
	}
	return nil
}

// maxSibling is the size in bytes up to which a file is read.
const maxSibling = 16 << 20

var (
	errNotRegular = errors.New("not a regular file")
	errTooLarge   = fmt.Errorf("larger than %d MiB", maxSibling>>20)
)

func readSibling(root, name string) ([]byte, error) {
	file := filepath.Join(root, filepath.FromSlash(name))
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, errors.Unwrap(err))
	case !info.Mode().IsRegular() && !info.IsDir(): // such as a pipe, on which reading may wait forever
		return nil, fmt.Errorf("%s: %w", name, errNotRegular)
	case info.Size() > maxSibling:
		return nil, fmt.Errorf("%s: %w", name, errTooLarge)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Unwrap(err))
	}
	return content, nil
}

// A store has the siblings of a kind. Those that it was given are all there are, or it looks for them when it is asked,
// and remembers what it saw.
type store struct {
	mu      sync.Mutex
	root    string // where it looks; empty: nowhere
	seen    map[string]lookup
	folders map[string][]string // of those that were listed, the names
}

type lookup struct {
	found Sibling
	err   error
}

// keep adds a file that is given.
func (s *store) keep(file Sibling) {
	if s.seen == nil {
		s.seen = make(map[string]lookup)
	}
	s.seen[file.Path] = lookup{found: file}
}

// lookIn has the store look for files, unless it was given some.
func (s *store) lookIn(root string) {
	if s.seen == nil {
		s.root, s.seen = root, make(map[string]lookup)
	}
}

// looks reports whether the store looks for files, as it was given none.
func (s *store) looks() bool { return s.root != "" }

// given returns all files that the store was given, sorted by path.
func (s *store) given() []Sibling {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Sibling
	for _, name := range slices.Sorted(maps.Keys(s.seen)) {
		all = append(all, s.seen[name].found)
	}
	return all
}

// names returns the base names of a folder's files that match, in order. A
// folder that is not there has none.
func (s *store) names(dir string, matches func(base string) bool) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.folders[dir]; ok {
		return known, nil
	}
	entries, err := os.ReadDir(filepath.Join(s.root, filepath.FromSlash(dir)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &Error{Path: dir, Msg: errors.Unwrap(err).Error() + ": make it a folder that can be read"}
	}
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() && matches(entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	if s.folders == nil {
		s.folders = make(map[string][]string)
	}
	s.folders[dir] = names
	return names, nil
}

// file returns the sibling of a clean name, or none. Every call for a file that can't be read returns the same error.
func (s *store) file(name string) (Sibling, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.seen[name]
	if ok || s.root == "" {
		return known.found, known.err
	}
	switch content, err := readSibling(s.root, name); {
	case err == nil:
		known.found = Sibling{Path: name, Content: content}
	case !errors.Is(err, fs.ErrNotExist):
		known.err = &Error{Path: name, Msg: errors.Unwrap(err).Error() + ": make it a file that can be read, or remove it"}
	}
	s.seen[name] = known
	return known.found, known.err
}

// above returns the nearest sibling of one of some names, in the folder of a
// file or upward. In a folder that has several, the first name holds.
func (s *store) above(file string, names ...string) (Sibling, error) {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		for _, name := range names {
			if found, err := s.file(path.Join(dir, name)); err != nil || found.Path != "" {
				return found, err
			}
		}
		if dir == "." || dir == "/" {
			return Sibling{}, nil
		}
	}
}
