package adapters

import (
	"fmt"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// A Convention is how a tool counts lines and columns, both from 1, and offsets
// from 0.
type Convention struct {
	Ends    position.Ends
	Columns position.Columns
}

// The conventions of formats, read off the output of the tools.
var (
	// InBytes is for formats with byte offsets.
	InBytes Convention
	// Biome counts characters, a byte order mark among them.
	Biome = Convention{position.LF, position.Columns{Unit: position.Runes}}
	// ESLint leaves the byte order mark out of the text, and ends lines as
	// JavaScript does.
	ESLint = Convention{position.JavaScriptEnd, position.Columns{Unit: position.UTF16, NoMark: true}}
	// GoColumns are the columns of go/token, in bytes.
	GoColumns = Convention{position.LF, position.Columns{Unit: position.Bytes}}
	// LSP is the Language Server Protocol with its default encoding. Whether a
	// byte order mark counts is not said.
	LSP = Convention{position.AnyEnd, position.Columns{Unit: position.UTF16, NoMark: true}}
	// Rdjson is the Reviewdog Diagnostic Format, whose columns are bytes.
	Rdjson = Convention{position.LF, position.Columns{Unit: position.Bytes}}
	// Ruff ends lines as Python does, and leaves the byte order mark out of the
	// first column.
	Ruff = Convention{position.AnyEnd, position.Columns{Unit: position.Runes, NoMark: true}}
	// ShellCheck counts a tab as 1 column with --format=json1, and a CR as a
	// character.
	ShellCheck = Convention{position.LF, position.Columns{Unit: position.Runes}}
	// Stylelint is as ESLint, with the line ends of CSS.
	Stylelint = Convention{position.LF, position.Columns{Unit: position.UTF16, NoMark: true}}
	// Yamllint ends lines at LF, and leaves the byte order mark out of the first
	// column.
	Yamllint = Convention{position.LF, position.Columns{Unit: position.Runes, NoMark: true}}
)

// Range returns the byte range between two positions in a given file. The error
// is a *position.Error if there is no such position, else a *Refusal.
func (f *Files) Range(path string, by Convention, from, to position.Position) (start, end int, err error) {
	if err := f.countable(path, by); err != nil {
		return 0, 0, err
	}
	text, err := f.Lines(path, by.Ends)
	if err != nil {
		return 0, 0, err
	}
	if start, err = text.Offset(from, by.Columns); err != nil {
		return 0, 0, err
	}
	if end, err = text.Offset(to, by.Columns); err == nil && end < start {
		err = &position.Error{At: to, Why: "before the start, which is " + from.String()}
	}
	if err != nil {
		return 0, 0, err
	}
	return start, end, nil
}

// Near returns the byte offset of a position in a given file, or of the nearest
// one before it in its line. It is for findings without fixes of tools that may
// count columns in other ways. It fails as Range does; there must be such a
// line.
func (f *Files) Near(path string, by Convention, at position.Position) (int, error) {
	text, err := f.Lines(path, by.Ends)
	if err != nil {
		return 0, err
	}
	if _, err := text.Offset(position.Position{Line: at.Line, Column: 1}, by.Columns); err != nil {
		return 0, err
	}
	return text.Nearest(at, by.Columns), nil
}

// Sure returns the byte offset of a position in a given file, by a tool whose
// columns may be bytes, characters or UTF-16 code units: these agree after
// ASCII. With wide, a tab may be several columns. Errors are as for Range.
func (f *Files) Sure(path string, at position.Position, wide bool) (int, error) {
	content, err := f.Text(path)
	if err != nil {
		return 0, err
	}
	text, err := f.Lines(path, position.LF)
	if err != nil {
		return 0, err
	}
	offset, err := text.Offset(at, InBytes.Columns)
	if err != nil {
		return 0, err
	}
	for _, b := range content[text.Start(at.Line):offset] {
		if b >= utf8.RuneSelf || wide && b == '\t' {
			return 0, &position.Error{At: at, Why: "the column is after characters that tools count differently"}
		}
	}
	return offset, nil
}

// Span returns the byte range between two offsets in units of the convention,
// from the start of a given file. The error is a *Refusal.
func (f *Files) Span(path string, by Convention, from, to int) (start, end int, err error) {
	if err := f.countable(path, by); err != nil {
		return 0, 0, err
	}
	units, err := f.units(path, by.Columns)
	if err != nil {
		return 0, 0, err
	}
	if start, err = units.Offset(from); err == nil {
		end, err = units.Offset(to)
	}
	if err == nil && end < start {
		err = fmt.Errorf("%d is before the start, which is %d", to, from)
	}
	if err != nil {
		return 0, 0, &Refusal{Index: -1, Path: path, Code: CodePlace, Why: "no such place: offset " + err.Error()}
	}
	return start, end, nil
}

// countable refuses to count the characters of a file that is not UTF-8: tools
// differ in what an odd byte counts for.
func (f *Files) countable(path string, by Convention) error {
	if by.Columns.Unit == position.Bytes {
		return nil
	}
	valid, err := f.UTF8(path)
	if err != nil {
		return err
	}
	if !valid {
		return &Refusal{Index: -1, Path: path, Code: CodePlace, Why: "not UTF-8, so the characters before a place cannot be counted"}
	}
	return nil
}

// UTF8 reports whether a given file is UTF-8. It fails as Text does.
func (f *Files) UTF8(path string) (bool, error) {
	text, err := f.Text(path)
	if err != nil {
		return false, err
	}
	valid, known := f.valid[path]
	if !known {
		valid = utf8.Valid(text)
		f.valid[path] = valid
	}
	return valid, nil
}

// units returns the offsets of a given file. It fails as Text does.
func (f *Files) units(path string, columns position.Columns) (*position.Units, error) {
	key := counted{path, columns}
	if units, ok := f.counts[key]; ok {
		return units, nil
	}
	text, err := f.Text(path)
	if err != nil {
		return nil, err
	}
	f.counts[key] = position.NewUnits(text, columns)
	return f.counts[key], nil
}

// WholeLines returns the byte range of some lines of a given file, without the
// last line ending. Errors are as for Range.
func (f *Files) WholeLines(path string, by Convention, first, last int) (start, end int, err error) {
	content, err := f.Text(path)
	if err != nil {
		return 0, 0, err
	}
	text, err := f.Lines(path, by.Ends)
	if err != nil {
		return 0, 0, err
	}
	for _, line := range []int{first, last} {
		if _, err := text.Offset(position.Position{Line: line, Column: 1}, position.Columns{}); err != nil {
			return 0, 0, err
		}
	}
	if start, end = text.Start(first), text.End(last); last < first {
		return 0, 0, &position.Error{At: position.Position{Line: last, Column: 1}, Why: fmt.Sprintf("before the start, which is line %d", first)}
	}
	if end > start && end < len(content) && content[end-1] == '\r' { // of CR LF, for tools that count it as a character
		end--
	}
	return start, end, nil
}
