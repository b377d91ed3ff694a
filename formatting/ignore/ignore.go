// Package ignore reads the comments that silence findings, in all languages
// that have comments.
//
//	x = f() # autofix ignore=NS/NAME                 for its line
//	# autofix ignore=NS/NAME,NAME;reason=why         for the next line
//	# autofix global ignore=NS/*                     for the file
//	# autofix begin ignore=format/shell              for the lines up to the next end
//	# autofix end ignore=format/shell
//
// A name for a line silences one finding, so that a second one is not hidden.
package ignore

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A Scope is the range of a comment.
type Scope string

const (
	Line  Scope = ""       // its line, or if it stands alone the next one
	File  Scope = "global" // the file
	Begin Scope = "begin"  // the lines up to End
	End   Scope = "end"
)

// A Name is a name in a comment.
type Name struct {
	Text       string
	Start, End int  // in bytes of the file
	Used       bool // it silenced a finding
}

// A Comment is a comment that silences findings, or is meant to.
type Comment struct {
	Scope      Scope
	Names      []*Name
	Start, End int    // of the comment, from its marker; in bytes of the file
	Malformed  string // why it has no effect; empty if it has one

	// Certain says that this is a comment, not a part of a string.
	Certain bool

	from, to int // the bytes that it is for
}

// A Set has the comments of a file. The zero value has none.
type Set struct {
	Comments []*Comment
	content  []byte
}

var (
	directive = lazyregexp.New(`^autofix[ \t]+(?:(global|begin|end)[ \t]+)?ignore[ \t]*=[ \t]*([^;\r\n]*)`)
	// meant is what somebody may write who has not looked it up.
	meant = lazyregexp.New(`^autofix(?:[ \t]*[-:][ \t]*|[ \t]+)(?:(?:global|begin|end|file|line|next-line)[ \t-]+)?(?:ignore|disable|skip|off)(?:[ \t=:-]|$)`)
)

// Read returns the comments in a file, whose name decides the language.
func Read(name string, content []byte) *Set {
	s := &Set{content: content}
	if !bytes.Contains(content, []byte("autofix")) {
		return s
	}
	syntax := syntaxOf(name, content)
	if syntax == nil {
		return s
	}
	for _, c := range syntax.comments(content) {
		s.read(c, syntax)
	}
	s.scopes(syntax)
	return s
}

// read reads a comment of the file.
func (s *Set) read(c comment, syntax *syntax) {
	text := string(s.content[c.inner:c.innerEnd])
	if !c.block && (strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "    ")) {
		return // an example in documentation
	}
	at := 0 // of the directive in text
	for {
		trimmed := strings.TrimLeft(text[at:], " \t\r\n*!"+strings.Join(syntax.line, ""))
		at = len(text) - len(trimmed)
		if strings.HasPrefix(trimmed, "autofix") {
			break
		}
		// Another comment on the same line, such as # noqa # autofix ignore=...
		next := -1
		for _, marker := range syntax.line {
			if i := strings.Index(text[at:], " "+marker); i >= 0 && (next < 0 || i < next) {
				next = i
			}
		}
		if next < 0 || c.block {
			return
		}
		at += next + 1
		c.start = c.inner + at
	}
	said := text[at:]
	match := directive().FindStringSubmatchIndex(said)
	found := &Comment{Start: c.start, End: c.end, Certain: syntax.certain && !c.uncertain}
	if match == nil {
		if meant().MatchString(said) {
			found.Malformed = "silences nothing: write it as autofix ignore=NS/NAME"
			s.Comments = append(s.Comments, found)
		}
		return
	}
	if match[2] >= 0 {
		found.Scope = Scope(said[match[2]:match[3]])
	}
	list := said[match[4]:match[5]]
	for at, more := 0, true; more; {
		at += len(list[at:]) - len(strings.TrimLeft(list[at:], ", \t"))
		n := strings.IndexAny(list[at:], ", \t")
		if n < 0 {
			n = len(list) - at
		}
		if n > 0 {
			start := c.inner + len(text) - len(said) + match[4] + at
			found.Names = append(found.Names, &Name{Text: list[at : at+n], Start: start, End: start + n})
		}
		at += n
		more = strings.HasPrefix(strings.TrimLeft(list[at:], " \t"), ",") // what follows without a comma explains
	}
	if len(found.Names) == 0 && found.Scope != End {
		found.Malformed = "names no rule, and silences nothing"
	}
	s.Comments = append(s.Comments, found)
}

// scopes finds out which bytes each comment is for.
func (s *Set) scopes(syntax *syntax) {
	var open []*Comment
	for _, c := range s.Comments {
		c.from, c.to = c.End, c.End
		if c.Malformed != "" {
			continue
		}
		switch c.Scope {
		case File:
			c.from, c.to = 0, len(s.content)+1
		case Begin:
			c.to = len(s.content) + 1
			open = append(open, c)
		case End:
			i := -1
			for j, begin := range open {
				if slices.Equal(c.texts(), begin.texts()) || len(c.Names) == 0 {
					i = j
				}
			}
			if i < 0 {
				c.Malformed = "ends nothing: no begin above has the same rules"
				continue
			}
			open[i].to = s.lineStart(c.Start)
			for _, name := range c.Names {
				name.Used = true
			}
			open = slices.Delete(open, i, i+1)
		default:
			c.from, c.to = s.lineOf(c, syntax)
		}
	}
	for _, c := range open {
		c.Malformed = "has no end: write autofix end ignore=" + strings.Join(c.texts(), ",") + " below"
	}
}

func (c *Comment) texts() []string {
	var all []string
	for _, name := range c.Names {
		all = append(all, name.Text)
	}
	slices.Sort(all)
	return all
}

// lineOf returns the line that a comment is for: its own, or if nothing else is
// on it the next one that is not empty and has not only a comment.
func (s *Set) lineOf(c *Comment, syntax *syntax) (from, to int) {
	start, end := s.lineStart(c.Start), s.lineEnd(c.End)
	if !s.Alone(c) {
		return start, end
	}
	for end < len(s.content) {
		start, end = end, s.lineEnd(end+1)
		line := bytes.TrimSpace(s.content[start:end])
		if len(line) == 0 || slices.ContainsFunc(syntax.line, func(marker string) bool { return bytes.HasPrefix(line, []byte(marker)) }) {
			continue
		}
		if slices.ContainsFunc(syntax.block, func(pair [2]string) bool {
			return bytes.HasPrefix(line, []byte(pair[0])) && bytes.HasSuffix(line, []byte(pair[1]))
		}) {
			continue
		}
		for syntax.continued && bytes.HasSuffix(bytes.TrimRight(s.content[start:end], " \t\r\n"), []byte(`\`)) && end < len(s.content) {
			end = s.lineEnd(end + 1)
		}
		return start, end
	}
	return end, end
}

// Alone reports whether nothing but a comment is on its lines.
func (s *Set) Alone(c *Comment) bool {
	before, after := s.content[s.lineStart(c.Start):c.Start], s.content[c.End:s.lineEnd(c.End)]
	return len(bytes.TrimSpace(before)) == 0 && len(bytes.TrimSpace(after)) == 0
}

// lineStart returns the start of the line of an offset.
func (s *Set) lineStart(at int) int { return bytes.LastIndexByte(s.content[:at], '\n') + 1 }

// lineEnd returns the end of the line of an offset, after its line end.
func (s *Set) lineEnd(at int) int {
	if at > len(s.content) {
		return len(s.content)
	}
	if n := bytes.IndexByte(s.content[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(s.content)
}

// Silences reports whether a comment silences a finding of a rule at an offset,
// and marks the name that does. A comment for one line does so for one finding
// of each name in it, so findings must be asked for in their order. Same is the
// name of an equivalent rule; it may be empty.
func (s *Set) Silences(rule, same string, offset int) bool {
	silenced := false
	for _, c := range s.Comments {
		if c.Malformed != "" || c.Scope == End || offset < c.from || offset >= c.to && (offset != len(s.content) || c.to != offset) {
			continue
		}
		for _, name := range c.Names {
			one := c.Scope == Line && !name.many()
			if !name.Matches(rule) && (same == "" || name.many() || !name.Matches(same)) || one && (name.Used || silenced) {
				continue
			}
			name.Used, silenced = true, true
		}
	}
	return silenced
}

// many reports whether a name stands for many rules.
func (n *Name) many() bool { return strings.HasSuffix(n.Text, "*") }

// Matches reports whether a name is a rule, the last part of its name, or the
// rules of its namespace as NS/*, or all as *.
func (n *Name) Matches(rule string) bool {
	if n.Text == "*" || n.Text == rule || path.Base(rule) == n.Text {
		return true
	}
	namespace, all := strings.CutSuffix(n.Text, "/*")
	return all && strings.HasPrefix(rule, namespace+"/")
}

// Whole reports whether a comment silences a rule in the whole file.
func (s *Set) Whole(rule string) bool {
	return slices.ContainsFunc(s.Comments, func(c *Comment) bool { return c.Malformed == "" && c.Scope == File && c.names(rule) })
}

// Kept returns the ranges of bytes that a formatter must leave as they are, by
// the name of its rule, in order. Each range is of whole lines.
func (s *Set) Kept(rule string) [][2]int {
	var all [][2]int
	for _, c := range s.Comments {
		if c.Malformed != "" || c.Scope == File || c.Scope == End || c.from >= c.to || !c.names(rule) {
			continue
		}
		all = append(all, [2]int{s.lineStart(min(c.Start, c.from)), min(c.to, len(s.content))})
	}
	return all
}

// Idle returns the names in comments that keep nothing of a formatter's rule:
// changes reports whether the formatter changes something in a range of bytes.
// Names that stand for several rules are left out.
func (s *Set) Idle(rule string, changes func(from, to int) bool) []*Name {
	var idle []*Name
	for _, c := range s.Comments {
		from, to := s.lineStart(min(c.Start, c.from)), min(c.to, len(s.content))
		if c.Scope == File {
			from, to = 0, len(s.content)
		}
		if c.Malformed != "" || c.Scope == End || from < to && changes(from, to) {
			continue
		}
		for _, n := range c.Names {
			if n.Text == rule || n.Text == path.Base(rule) {
				idle = append(idle, n)
			}
		}
	}
	return idle
}

// names reports whether a comment names a rule, but not by * alone, which is
// for findings.
func (c *Comment) names(rule string) bool {
	return slices.ContainsFunc(c.Names, func(n *Name) bool { return n.Matches(rule) })
}

// Without returns the bytes to delete from the file so that a comment no longer
// has one of its names: with the last name the comment, and with it a line of
// which nothing is left. A nil name stands for all.
func (s *Set) Without(c *Comment, name *Name) (start, end int) {
	if i := slices.Index(c.Names, name); i >= 0 && len(c.Names) > 1 {
		if i+1 < len(c.Names) {
			return name.Start, c.Names[i+1].Start
		}
		return c.Names[i-1].End, name.End
	}
	if s.Alone(c) {
		return s.lineStart(c.Start), s.lineEnd(c.End)
	}
	before := s.content[s.lineStart(c.Start):c.Start]
	if len(bytes.TrimSpace(s.content[c.End:s.lineEnd(c.End)])) > 0 {
		return c.Start, c.End // code follows
	}
	return c.Start - (len(before) - len(bytes.TrimRight(before, " \t"))), c.End
}
