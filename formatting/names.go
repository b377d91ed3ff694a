package formatting

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Hidden is the glob of hidden files.
const Hidden = ".*"

// Names is a set of files, given by their names. It is data, so that programs
// that cannot call a Language, such as the Gazelle extension, can read it from
// a file.
type Names struct {
	Globs   []string // doublestar globs of base names
	Except  []string // globs of base names that are excluded
	AnyCase bool     // letters match in either case; all globs are in lower case
	Head    string   // a regular expression for the first bytes; "" matches any

	globs, except matcher
}

// NewNames returns the names that one of globs matches.
func NewNames(globs ...string) *Names {
	return &Names{Globs: globs, globs: compile(globs)}
}

// Without returns the names that none of globs matches.
func (n *Names) Without(globs ...string) *Names {
	m := *n
	m.Except = slices.Concat(n.Except, globs)
	m.except = compile(m.Except)
	return &m
}

// InAnyCase returns the names, matched without regard to case.
func (n *Names) InAnyCase() *Names {
	m := *n
	m.AnyCase = true
	return &m
}

// WithHead returns the names with a regular expression for the first bytes of
// the files. Match ignores it.
func (n *Names) WithHead(expression string) *Names {
	m := *n
	m.Head = expression
	return &m
}

// Match reports whether the file of a slash-separated path has one of the
// names.
func (n *Names) Match(file string) bool {
	base := path.Base(file)
	if n.AnyCase {
		base = strings.ToLower(base)
	}
	return n.globs.match(base) && !n.except.match(base)
}

// A matcher is a set of globs, grouped by the way in which they match.
type matcher struct {
	names    []string // globs that match only themselves
	suffixes []string // of "*SUFFIX"
	globs    []glob   // all others
}

// A glob is a doublestar glob that has more than a leading star.
type glob struct{ whole, prefix, suffix string }

// match reports whether a base name matches. Most names have other ends, which
// is seen at once.
func (g glob) match(base string) bool {
	return strings.HasPrefix(base, g.prefix) && strings.HasSuffix(base, g.suffix) && doublestar.MatchUnvalidated(g.whole, base)
}

// meta has the characters that are special in a glob.
const meta = `*?[]{}\`

func compile(globs []string) matcher {
	var m matcher
	for _, text := range globs {
		suffix, isSuffix := strings.CutPrefix(text, "*")
		switch {
		case strings.ContainsAny(suffix, meta):
			m.globs = append(m.globs, glob{text, text[:strings.IndexAny(text, meta)], text[strings.LastIndexAny(text, meta)+1:]})
		case isSuffix:
			m.suffixes = append(m.suffixes, suffix)
		default:
			m.names = append(m.names, text)
		}
	}
	return m
}

func (m matcher) match(base string) bool {
	return slices.Contains(m.names, base) ||
		slices.ContainsFunc(m.suffixes, func(suffix string) bool { return strings.HasSuffix(base, suffix) }) ||
		slices.ContainsFunc(m.globs, func(g glob) bool { return g.match(base) })
}
