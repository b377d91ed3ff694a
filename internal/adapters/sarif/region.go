package sarif

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// others are the conventions of tools that do not say how they count, or say it
// wrongly, by name.
var others = map[string]adapters.Convention{
	"oxlint":      adapters.InBytes, // says that it counts characters
	"ruff":        adapters.Ruff,
	"Staticcheck": adapters.GoColumns,
}

// conventions returns the ways in which the run may count characters: one, or
// two if it does not say.
func (r *run) conventions() []adapters.Convention {
	if by, ok := others[r.driver.Name]; ok && (r.columnKind == "" || r.driver.Name == "oxlint") {
		return []adapters.Convention{by}
	}
	ends := position.LF
	switch { // CR LF and LF are the default: LF finds both
	case slices.Contains(r.newlines, "\u2028") || slices.Contains(r.newlines, "\u2029"):
		ends = position.JavaScriptEnd
	case slices.Contains(r.newlines, "\r"):
		ends = position.AnyEnd
	}
	by := func(unit position.Unit) adapters.Convention {
		return adapters.Convention{Ends: ends, Columns: position.Columns{Unit: unit, NoMark: true}}
	}
	switch r.columnKind {
	case "utf16CodeUnits":
		return []adapters.Convention{by(position.UTF16)}
	case "unicodeCodePoints":
		return []adapters.Convention{by(position.Runes)}
	}
	return []adapters.Convention{by(position.UTF16), by(position.Runes)}
}

var (
	errNoRegion  = errors.New("its region is neither of lines nor of characters nor of bytes")
	errAmbiguous = errors.New("its place depends on what a column is, and the run has no columnKind")
)

// bytes returns the range of a region. All forms that it has must agree; in a
// file that is not UTF-8, only bytes can be counted.
func (g *region) bytes(r *run, files *adapters.Files, path string) (start, end int, err error) {
	found := false
	add := func(from, to int, by string) error {
		if found && (from != start || to != end) {
			return fmt.Errorf("its region is [%d, %d) by %s, and [%d, %d) otherwise", from, to, by, start, end)
		}
		start, end, found = from, to, true
		return nil
	}
	if at := offset(g.ByteOffset); at >= 0 {
		text, err := files.Text(path)
		if err != nil {
			return 0, 0, err
		}
		to := at + max(offset(g.ByteLength), 0)
		if to > len(text) || to < at {
			return 0, 0, fmt.Errorf("has %d bytes, and the region is [%d, %d)", len(text), at, to)
		}
		if err := add(at, to, "bytes"); err != nil {
			return 0, 0, err
		}
		if valid, err := files.UTF8(path); err != nil || !valid {
			return start, end, err
		}
	}
	if at := offset(g.CharOffset); at >= 0 {
		from, to, err := agreed(r, func(by adapters.Convention) (int, int, error) {
			return files.Span(path, by, at, at+max(offset(g.CharLength), 0))
		})
		if err == nil {
			err = add(from, to, "characters")
		}
		if err != nil {
			return 0, 0, err
		}
	}
	if g.StartLine != nil {
		from, to, err := agreed(r, func(by adapters.Convention) (int, int, error) { return g.lines(files, path, by) })
		if err == nil {
			err = add(from, to, "lines")
		}
		if err != nil {
			return 0, 0, err
		}
	}
	if !found {
		return 0, 0, errNoRegion
	}
	return start, end, nil
}

// offset returns an optional offset or length, which is -1 if it is missing.
func offset(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

// agreed returns the range that all conventions of a run give.
func agreed(r *run, of func(adapters.Convention) (int, int, error)) (start, end int, err error) {
	for i, by := range r.conventions() {
		from, to, wrong := of(by)
		switch {
		case i == 0:
			start, end, err = from, to, wrong
		case wrong != nil && err != nil: // there is no such place
		case from != start || to != end || (wrong == nil) != (err == nil):
			return 0, 0, errAmbiguous
		}
	}
	return start, end, err
}

// lines returns the range of a region of lines. Its end is that of the last
// line unless it says otherwise; a line does not have its line end.
func (g *region) lines(files *adapters.Files, path string, by adapters.Convention) (start, end int, err error) {
	from := position.Position{Line: *g.StartLine, Column: orOne(g.StartColumn)}
	last := from.Line
	if g.EndLine != nil {
		last = *g.EndLine
	}
	if g.EndColumn != nil {
		return files.Range(path, by, from, position.Position{Line: last, Column: *g.EndColumn})
	}
	if start, _, err = files.Range(path, by, from, from); err != nil {
		return 0, 0, err
	}
	if _, end, err = files.WholeLines(path, by, from.Line, last); err != nil {
		return 0, 0, err
	}
	return start, max(start, end), nil // a column may be after the CR, which is not in the line
}

// compare records the text of the place of a finding if the file has it. Some
// tools have whole lines there, or a part of one, so that another text says
// nothing.
func (g *region) compare(files *adapters.Files, d *fixedits.Diagnostic) {
	snippet, err := g.Snippet.bytes()
	if err != nil || snippet == nil {
		return
	}
	text, err := files.Text(d.Path)
	if err != nil {
		return
	}
	lines, err := files.Lines(d.Path, position.LF)
	if err != nil {
		return
	}
	for _, within := range [][2]int{{d.Start, d.End}, {lines.Start(lines.Line(d.Start)), lines.End(lines.Line(d.End))}} {
		if bytes.Equal(bytes.TrimRight(snippet, "\r\n"), bytes.TrimRight(text[within[0]:within[1]], "\r\n")) {
			files.Holds(d.Path, within[0], within[1], text[within[0]:within[1]])
			return
		}
	}
}

func orOne(n *int) int {
	if n == nil {
		return 1
	}
	return *n
}

// bytes returns the bytes of a content. Text and binary must agree.
func (c *content) bytes() ([]byte, error) {
	switch {
	case c == nil || c.Text == nil && c.Binary == nil:
		return nil, nil
	case c.Binary == nil:
		return []byte(*c.Text), nil
	}
	binary, err := base64.StdEncoding.DecodeString(*c.Binary)
	if err != nil {
		return nil, fmt.Errorf("the binary of its content is not base64: %w", err)
	}
	if c.Text != nil && *c.Text != string(binary) {
		return nil, errors.New("its content has a text and a binary that differ")
	}
	return binary, nil
}
