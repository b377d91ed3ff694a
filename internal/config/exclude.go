package config

import (
	"path"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"
)

// Excludes reports whether a glob of [files] exclude matches a file, by its
// workspace-relative path, or a folder above it.
func (c *Config) Excludes(file string) bool {
	if c == nil || c.made == nil {
		return false
	}
	excluded := Once(c, excludedKey{}, func() *globSet {
		exclude, _ := c.Said(FilesSection)["exclude"].([]string)
		return newGlobSet(exclude)
	})
	return excluded != nil && excluded.has(file)
}

type excludedKey struct{}

// GlobLiteral returns the glob that matches a path and nothing else.
func GlobLiteral(path string) string { return globLiteral.Replace(path) }

var globLiteral = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`)

// A globSet is a set of globs that are matched against many paths.
type globSet struct {
	globs   []glob
	folders sync.Map // string -> bool: whether a folder, or one above it, matches
}

// A glob is a pattern with the prefix and suffix of every path that it matches.
type glob struct{ pattern, prefix, suffix string }

// newGlobSet returns the set of valid globs, which are clean and relative to
// the root of the workspace, or nil if there are none.
func newGlobSet(globs []string) *globSet {
	if len(globs) == 0 {
		return nil
	}
	s := new(globSet)
	for _, text := range globs {
		s.globs = append(s.globs, newGlob(text))
	}
	return s
}

const globMeta = `*?[]{}\`

func newGlob(pattern string) glob {
	first, last := strings.IndexAny(pattern, globMeta), strings.LastIndexAny(pattern, globMeta)
	if first < 0 {
		return glob{pattern, pattern, pattern}
	}
	// "a/**" matches "a" as well, and "**/a" does.
	return glob{pattern, strings.TrimSuffix(pattern[:first], "/"), strings.TrimPrefix(pattern[last+1:], "/")}
}

func (g *glob) matches(name string) bool {
	return strings.HasPrefix(name, g.prefix) && strings.HasSuffix(name, g.suffix) && doublestar.MatchUnvalidated(g.pattern, name)
}

// has reports whether a glob matches a path or one above it.
func (s *globSet) has(name string) bool { return s.matches(name) || s.hasFolder(path.Dir(name)) }

func (s *globSet) hasFolder(folder string) bool {
	if folder == "." || folder == "/" {
		return false
	}
	if known, ok := s.folders.Load(folder); ok {
		return known.(bool)
	}
	has := s.has(folder)
	s.folders.Store(folder, has)
	return has
}

func (s *globSet) matches(name string) bool {
	for i := range s.globs {
		if s.globs[i].matches(name) {
			return true
		}
	}
	return false
}
