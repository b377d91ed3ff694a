package config

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A Suggestion is a text that may be written at a place of a configuration
// file.
type Suggestion struct {
	Text  string
	Type  string // of the value of a key; empty for headers and values
	Doc   string // Markdown
	Value bool   // it is a value, and not a key or a header
}

// Suggest returns the texts that may be written at an offset of a configuration
// file: headers of tables, keys that the table does not have yet, or values.
// They replace the bytes from start to end. It returns none where the text
// before the offset cannot be read.
func Suggest(sections []*Section, text []byte, offset int) (all []Suggestion, start, end int) {
	c, ok := cursorAt(text, offset)
	switch {
	case !ok:
		return nil, offset, offset
	case c.header:
		return headers(sections), c.start, c.end
	}
	level, ok := levelOf(sections, c.table)
	if !ok {
		return nil, offset, offset
	}
	if c.value {
		if o := optionOf(c.key, level.keys); o != nil {
			all = valuesOf(o)
		}
		return all, c.start, c.end
	}
	for _, o := range level.keys {
		switch {
		case o.Kind == TableMap:
			all = append(all, Suggestion{Text: o.Name + ".", Doc: docOf(&o)})
		case !slices.Contains(c.written, o.Name):
			all = append(all, Suggestion{Text: o.Name + c.equals, Type: o.Type(), Doc: docOf(&o)})
		}
	}
	if len(c.table) > 0 || c.dotted {
		for _, t := range level.tables {
			all = append(all, Suggestion{Text: dotted([]string{t.Name}) + ".", Doc: PlainDoc(t.Doc)})
		}
	}
	return all, c.start, c.end
}

// Describe returns the documentation of the key or header at an offset of a
// configuration file, in Markdown, and the range of its line that it is about.
func Describe(sections []*Section, text []byte, offset int) (doc string, start, end int) {
	line := lineAt(text, offset)
	trimmed := bytes.TrimLeft(text[line[0]:line[1]], " \t")
	start = line[1] - len(trimmed)
	if bytes.HasPrefix(trimmed, []byte("[")) {
		var p unstable.Parser
		p.Reset(trimmed)
		if !p.NextExpression() {
			return "", 0, 0
		}
		if level, ok := levelOf(sections, keyOf(p.Expression().Key())); ok {
			return PlainDoc(level.doc), start, line[1]
		}
		return "", 0, 0
	}
	key, _, found := bytes.Cut(trimmed, []byte("="))
	end = start + len(bytes.TrimRight(key, " \t"))
	if !found || offset < start || offset > end {
		return "", 0, 0
	}
	c, ok := cursorAt(text, end)
	if !ok || c.value {
		return "", 0, 0
	}
	level, ok := levelOf(sections, c.table)
	if !ok {
		return "", 0, 0
	}
	if o := optionOf(c.key, level.keys); o != nil {
		return fmt.Sprintf("%s (%s)", docOf(o), o.Type()), start, end
	}
	return "", 0, 0
}

func docOf(o *Option) string {
	doc := PlainDoc(o.Doc)
	if text := o.DefaultTOML(); text != "" {
		doc += fmt.Sprintf("; default `%s`", text)
	}
	return doc
}

var docLink = lazyregexp.New(`\[([^\]]*)\]\([^)]*\)`)

// PlainDoc returns Markdown without links, which do not work in an editor.
func PlainDoc(doc string) string { return docLink().ReplaceAllString(doc, "$1") }

func valuesOf(o *Option) (all []Suggestion) {
	add := func(text string) {
		if text != "" && !slices.ContainsFunc(all, func(s Suggestion) bool { return s.Text == text }) {
			all = append(all, Suggestion{Text: text, Value: true})
		}
	}
	for _, value := range o.Values {
		add(fmt.Sprintf("%q", value))
	}
	if o.Kind == Bool {
		add("true")
		add("false")
	}
	if o.Keep {
		add(fmt.Sprintf("%q", Keep))
	}
	add(o.DefaultTOML())
	return all
}

// headers returns the headers of all tables with a known name.
func headers(sections []*Section) (all []Suggestion) {
	var below func(path []string, l level)
	below = func(path []string, l level) {
		for _, t := range l.tables {
			all = append(all, Suggestion{Text: "[" + dotted(append(slices.Clone(path), t.Name)) + "]", Doc: PlainDoc(t.Doc)})
		}
		for _, o := range l.keys {
			if o.Kind == TableMap {
				path := append(slices.Clone(path), o.Name)
				next, _ := levelOf(sections, path)
				below(path, next)
			}
		}
	}
	for _, s := range sections {
		if s.Value != nil {
			continue
		}
		if len(s.Keys) > 0 {
			all = append(all, Suggestion{Text: s.Header(), Doc: PlainDoc(s.Doc)})
		}
		next, _ := levelOf(sections, []string{s.Name})
		below([]string{s.Name}, next)
	}
	return all
}

// A level has what a table may have.
type level struct {
	doc    string
	keys   []Option
	tables []Table
}

// levelOf returns the level of a table. It is false if there is no such table.
func levelOf(sections []*Section, path []string) (level, bool) {
	if len(path) == 0 {
		var top level
		for _, s := range sections {
			if s.Value != nil {
				top.keys = append(top.keys, *s.Value)
			} else {
				top.tables = append(top.tables, Table{Name: s.Name, Doc: s.Doc})
			}
		}
		return top, true
	}
	i := slices.IndexFunc(sections, func(s *Section) bool { return s.Name == path[0] && s.Value == nil })
	if i < 0 {
		return level{}, false
	}
	s := sections[i]
	at, tables := level{doc: s.Doc, keys: s.Keys}, s.Tables
	for _, name := range path[1:] {
		if o := optionOf(name, at.keys); o != nil && o.Kind == TableMap {
			at, tables = level{doc: o.Doc}, o.Tables
			continue
		}
		if tables == nil {
			return level{}, false
		}
		known := tables.known()
		named := Table{Doc: tables.Doc}
		if i := tables.find(name, known); i >= 0 {
			named = known[i]
			named.Doc = cmp.Or(named.Doc, tables.Doc)
		} else if tables.Known != nil && !tables.OtherNamespaces {
			return level{}, false
		}
		at, tables = level{doc: cmp.Or(named.Doc, at.doc), keys: slices.Concat(tables.Keys, named.Keys)}, nil
	}
	if tables != nil {
		at.tables = tables.known()
	}
	return at, true
}

func (t *Tables) known() []Table {
	if t.Known == nil {
		return nil
	}
	return t.Known()
}

// find returns the index of a known table with a name, which may be short.
func (t *Tables) find(name string, known []Table) int {
	names := make([]string, len(known))
	for i := range known {
		names[i] = known[i].Name
	}
	if t.Short != nil && !slices.Contains(names, name) {
		if meant := t.Short(name, names); len(meant) == 1 {
			name = meant[0]
		}
	}
	return slices.Index(names, name)
}

// A cursor is a place in a configuration file where somebody writes.
type cursor struct {
	header     bool     // in the header of a table
	value      bool     // in the value of a key
	table      []string // that the key is in
	key        string   // so far
	dotted     bool     // the key has its table before it
	written    []string // other keys of the table since its header
	equals     string   // the text to add after a key
	start, end int      // of the text to replace
}

// The start of a line with the header of a table, and the rest of a header.
var (
	headerLine = lazyregexp.New(`(?m)^[ \t]*\[`)
	headerRest = lazyregexp.New(`^[^\[\]#]*\]{1,2}`)
)

// cursorAt reads the text before an offset. The text after it, and tables
// before the last one, may have mistakes.
func cursorAt(text []byte, offset int) (c cursor, ok bool) {
	line := lineAt(text, offset)
	before := string(text[line[0]:offset])
	if indent := len(before) - len(strings.TrimLeft(before, " \t")); strings.HasPrefix(before[indent:], "[") {
		c.header, c.start, c.end = true, line[0]+indent, offset
		c.end += len(headerRest().Find(text[offset:line[1]]))
		return c, true
	}
	if c.table, c.written, ok = tableBefore(text[:line[0]]); !ok {
		return c, false
	}
	for {
		key, value, found := strings.Cut(before, "=")
		if !found {
			ok = c.readKey(text, offset, strings.TrimLeft(before, " \t"))
			return c, ok
		}
		path, ok := keyText(key)
		if !ok {
			return c, false
		}
		value = strings.TrimLeft(value, " \t")
		if !strings.HasPrefix(value, "{") {
			c.value, c.table, c.key = true, slices.Concat(c.table, path[:len(path)-1]), last(path)
			c.start, c.end = offset-len(value), wordEnd(text, offset, " \t,}#\r\n")
			return c, !strings.ContainsAny(value, "[#")
		}
		c.table, c.written = slices.Concat(c.table, path), nil
		before = value[strings.LastIndexAny(value, "{,")+1:]
	}
}

// readKey reads a key around an offset, in the table that the cursor is in. It
// reports false if the text of the key before the offset cannot be read.
func (c *cursor) readKey(text []byte, offset int, before string) bool {
	path, ok := keyText(before + "x") // the name after a last dot may be empty
	quote := 0
	if !ok {
		if path, ok = keyText(before + "x\""); !ok {
			return false
		}
		quote = 1
	}
	c.table, c.dotted = slices.Concat(c.table, path[:len(path)-1]), len(path) > 1
	c.key = strings.TrimSuffix(last(path), "x")
	c.start, c.end = offset-len(c.key)-quote, wordEnd(text, offset, " \t=.,}#\r\n")
	c.key += string(text[offset:c.end])
	if !bytes.HasPrefix(bytes.TrimLeft(text[c.end:], " \t"), []byte("=")) {
		c.equals = " = "
	}
	if c.dotted {
		c.written = nil
	}
	return true
}

// wordEnd returns the end of the word at an offset, before one of the characters
// in ends.
func wordEnd(text []byte, offset int, ends string) int {
	if n := bytes.IndexAny(text[offset:], ends); n >= 0 {
		return offset + n
	}
	return len(text)
}

// lineAt returns the range of the line at an offset, without its end.
func lineAt(text []byte, offset int) [2]int {
	return [2]int{bytes.LastIndexByte(text[:offset], '\n') + 1, wordEnd(text, offset, "\n")}
}

// tableBefore returns the table that a text ends in, and the names of its keys.
// It is false if the text ends within a value, or the table cannot be read.
func tableBefore(text []byte) (table, keys []string, ok bool) {
	if all := headerLine().FindAllIndex(text, -1); all != nil {
		text = text[all[len(all)-1][0]:]
	}
	var p unstable.Parser
	p.Reset(text)
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = keyOf(e.Key())
		case unstable.KeyValue:
			if path := keyOf(e.Key()); len(path) == 1 {
				keys = append(keys, path[0])
			}
		}
	}
	return table, keys, p.Error() == nil
}

// keyText reads a key, which may be dotted.
func keyText(text string) (path []string, ok bool) {
	var p unstable.Parser
	p.Reset([]byte(text + "=0"))
	if !p.NextExpression() || p.Expression().Kind != unstable.KeyValue {
		return nil, false
	}
	return keyOf(p.Expression().Key()), true
}

func keyOf(key unstable.Iterator) (path []string) {
	for key.Next() {
		path = append(path, string(key.Node().Data))
	}
	return path
}
