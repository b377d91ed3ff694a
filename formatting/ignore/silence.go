package ignore

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A Want is a finding that a comment should silence.
type Want struct {
	Rule   string
	Offset int   // of the finding
	Scope  Scope // Line, Begin (its line alone, as a region) or File
	Form   Form

	// Formatter marks the finding of a formatter, which is for the whole file.
	Formatter bool
}

// A Form is the comment of another tool that silences a rule. The zero Form is
// the comment of autofix.
type Form struct {
	// Line and File are the words before the name of a rule, for a place and
	// for the file. Where one is empty, the comment is autofix's.
	Line, File string
	// List means that the names of all rules are in one comment, which is the
	// last before the place. Otherwise each has its own.
	List bool
	// At returns where a comment for the finding at an offset belongs: the start
	// of a line, or a negative number for nowhere. A nil At means the line of
	// the finding, or the first of the lines that it continues.
	At func(offset int) int
}

// For returns the comment that silences a rule in a file, for a line of its own.
// It is "" for a file that may have no comments: JSON counts as one.
func For(name string, content []byte, scope Scope, rule string, form Form) string {
	before, after, ok := syntaxOf(name, content).around(name)
	if !ok {
		return ""
	}
	words := "autofix ignore="
	switch {
	case scope == Line && form.Line != "":
		words, rule = form.Line, path.Base(rule)
	case scope == File && form.File != "":
		words, rule = form.File, path.Base(rule)
	case scope != Line:
		words = "autofix " + string(scope) + " ignore="
	}
	return before + words + rule + after
}

// around returns the texts before and after the words of a comment on a line of
// its own. It reports false for a file that may have no comments.
func (s *syntax) around(name string) (before, after string, ok bool) {
	switch {
	case s == nil || strings.EqualFold(path.Ext(name), ".json"):
		return "", "", false
	case len(s.line) > 0:
		return s.line[0] + " ", "", true
	}
	return s.block[0][0] + " ", " " + s.block[0][1], true
}

// Silence returns the insertions of the comments that silence the wanted
// findings, in the order of the file, and the indexes of the findings that no
// such comment can silence, as in a file without comments or within a string.
// Comments are on lines of their own: above the line of a finding, and for the
// file at its top.
func Silence(name string, content []byte, wants []Want) (insertions []fixedits.Edit, failed []int) {
	w := writer{name: name, content: content, syntax: syntaxOf(name, content), of: map[place]*written{}}
	silenced := make([]bool, len(wants))
	var ok bool
	if w.before, w.after, ok = w.syntax.around(name); ok {
		w.top = w.syntax.top(content)
		placed := make([]bool, len(wants))
		for i := range wants {
			placed[i] = w.want(i, &wants[i])
		}
		slices.SortStableFunc(w.all, func(a, b *written) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.rank, b.rank)) })
		silenced = w.silence(wants)
		for i := range wants {
			silenced[i] = silenced[i] && placed[i]
		}
	}
	for _, c := range w.all {
		if !slices.ContainsFunc(c.wants, func(i int) bool { return !silenced[i] }) {
			insertions = append(insertions, w.insertion(c))
			continue
		}
		for _, i := range c.wants {
			silenced[i] = false
		}
	}
	for i, ok := range silenced {
		if !ok {
			failed = append(failed, i)
		}
	}
	return insertions, failed
}

// A place is where a comment goes, and the words before its names.
type place struct {
	at    int
	words string
}

// A written is a comment to insert.
type written struct {
	place
	rank          int // of comments at one offset: the least is first
	names         []string
	before, after string // and after the names
	wants         []int
}

func (c *written) text() string {
	return c.before + strings.Join(slices.Sorted(slices.Values(c.names)), ",") + c.after
}

// insertion returns the edit that writes a comment.
func (w *writer) insertion(c *written) fixedits.Edit {
	return fixedits.Edit{Path: w.name, Start: c.at, End: c.at, New: []byte(c.text())}
}

// The order of comments at one offset.
const (
	rankEnd = iota
	rankFile
	rankLine
	rankOther // of another tool
)

// A writer collects the comments for one file.
type writer struct {
	name    string
	content []byte
	syntax  *syntax
	top     int    // where a comment for the file may be
	before  string // in a comment, the text before its words
	after   string
	whole   [][2]int // ranges that no comment may split; nil: not known yet
	all     []*written
	of      map[place]*written
}

// want adds the comments for a finding. It reports false if there is no place
// for them.
func (w *writer) want(i int, want *Want) bool {
	s := &Set{content: w.content}
	form := want.Form
	switch {
	case want.Offset > len(w.content) || want.Formatter && want.Scope != File:
		return false
	case want.Scope == File && form.File != "":
		w.add(i, w.top, rankFile, form.File, path.Base(want.Rule), "")
		return true
	case want.Scope == File:
		c := w.add(i, w.top, rankFile, "autofix global ignore=", want.Rule, "")
		if w.syntax == goLike && len(c.wants) == 1 {
			c.after += lineEndOf(w.content) // so that it is not the comment of the package
		}
		return true
	}
	at := w.lineOf(want)
	end := s.lineEnd(want.Offset)
	if at < w.top || !w.apart(at) || want.Scope == Begin && !w.apart(end) {
		return false // also for the interpreter of a script
	}
	line := w.content[at:]
	indent := string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
	if w.syntax == makefile {
		indent = "" // after a tab, it would be a command
	}
	switch {
	case want.Scope == Begin:
		w.add(i, at, rankLine, "autofix begin ignore=", want.Rule, indent)
		w.add(i, end, rankEnd, "autofix end ignore=", want.Rule, indent)
	case form.Line != "" && form.List && w.join(i, at, form.Line, path.Base(want.Rule)):
	case form.Line != "":
		words, base := form.Line, path.Base(want.Rule)
		if !form.List {
			words, base = form.Line+base, ""
		}
		w.add(i, at, rankOther, words, base, indent)
	default:
		w.add(i, at, rankLine, "autofix ignore=", want.Rule, indent)
	}
	return true
}

// lineOf returns the start of the line above which the comment for a finding
// belongs, or a negative number.
func (w *writer) lineOf(want *Want) int {
	s := &Set{content: w.content}
	at := s.lineStart(want.Offset)
	if want.Form.At != nil && want.Scope == Line {
		at = want.Form.At(want.Offset)
	}
	for want.Form.At == nil && want.Scope == Line && w.syntax.continued && at > 0 && bytes.HasSuffix(bytes.TrimRight(w.content[:at], "\r\n"), []byte(`\`)) {
		at = s.lineStart(at - 1)
	}
	if at == 0 && w.top == len(mark) && bytes.HasPrefix(w.content, []byte(mark)) {
		at = w.top
	}
	return at
}

// add adds a name to the comment at a place. A comment of autofix for a line
// names a rule once for each finding.
func (w *writer) add(i, at, rank int, words, name, indent string) *written {
	c := w.of[place{at, words}]
	if c == nil {
		c = &written{place: place{at, words}, rank: rank, before: indent + w.before + words, after: w.after + lineEndOf(w.content)}
		if at == len(w.content) && at > 0 && w.content[at-1] != '\n' {
			c.before = lineEndOf(w.content) + c.before
		}
		w.of[c.place], w.all = c, append(w.all, c)
	}
	c.wants = append(c.wants, i)
	if name != "" && (words == "autofix ignore=" || !slices.Contains(c.names, name)) {
		c.names = append(c.names, name)
	}
	return c
}

// join adds a name to the comment of another tool that is on the line above an
// offset. It reports false if there is none.
func (w *writer) join(i, at int, words, name string) bool {
	s := &Set{content: w.content}
	if at == 0 {
		return false
	}
	start := s.lineStart(at - 1)
	said, _, found := bytes.Cut(w.content[start:at], []byte("="))
	if !found || strings.Join(strings.Fields(string(said)), " ")+"=" != w.syntax.line[0]+" "+words {
		return false
	}
	key := place{start + len(said) + 1, words}
	c := w.of[key]
	if c == nil {
		c = &written{place: key, after: ","}
		w.of[key], w.all = c, append(w.all, c)
	}
	c.wants = append(c.wants, i)
	if !slices.Contains(c.names, name) {
		c.names = append(c.names, name)
	}
	return true
}

// silence reads the file with the comments, and returns, for each finding,
// whether they silence it. Comments of other tools are not read.
func (w *writer) silence(wants []Want) []bool {
	order := make([]int, len(wants))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(wants[i].Offset, wants[j].Offset) })
	var insertions []fixedits.Edit
	for _, c := range w.all {
		insertions = append(insertions, w.insertion(c))
	}
	silenced := make([]bool, len(wants))
	text, err := fixedits.Apply(w.content, insertions)
	if err != nil {
		return silenced
	}
	said := Read(w.name, text)
	for _, i := range order {
		switch want := &wants[i]; {
		case !w.reads(want):
			silenced[i] = true
		case want.Formatter:
			silenced[i] = said.Whole(want.Rule)
		default:
			silenced[i] = said.Silences(want.Rule, "", Shifted(insertions, want.Offset))
		}
	}
	return silenced
}

// reads reports whether Read reads the comment for a finding.
func (w *writer) reads(want *Want) bool {
	if want.Scope == File {
		return want.Form.File == ""
	}
	return want.Scope == Begin || want.Form.At == nil
}

// first matches lines that have to be first in a file: the interpreter of a
// script, the encoding of a Python file, the declaration of an XML file, the tag
// of PHP and the directives of a Dockerfile.
var first = lazyregexp.New(`(?i)^(?:\x{feff})?(?:#!|<\?|#.*coding[:=]|#[ \t]*(?:syntax|escape|check)[ \t]*=|%)`)

const mark = "\ufeff" // the byte order mark

// lineEndOf returns the line ending of the first line of a text.
func lineEndOf(content []byte) string {
	if line, _, found := bytes.Cut(content, []byte("\n")); found && strings.HasSuffix(string(line), "\r") {
		return "\r\n"
	}
	return "\n"
}

// Shifted returns the offset of a place in the text with insertions.
func Shifted(insertions []fixedits.Edit, offset int) int {
	shifted := offset
	for _, in := range insertions {
		if in.Start <= offset {
			shifted += len(in.New)
		}
	}
	return shifted
}
