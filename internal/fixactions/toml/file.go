// Package toml lowers structured operations on TOML to edits of the text.
//
// A new key goes after the last key-value of its table, before the headers of
// its subtables. A table that only dotted keys define gets another dotted key,
// and one that only the headers of its subtables define gets its own header
// before them.
//
// An object that is added to the root, to a table without a header, or beside
// other tables with headers becomes a table with a header; an array of objects
// likewise where there are arrays of tables. Any other becomes an inline table
// if that has room on the line.
//
// Comments above a key or header without an empty line between, and on its
// line, are removed with it; a comment that looks like a key-value or header
// itself stays. The whole of a table goes with its header.
//
// TOML has no null, no integer beyond 64 bits, and no document other than a
// table: operations that need one are rejected. An item of an array of tables
// that is not an object is rejected too.
package toml

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/splice"
)

const bom = "\ufeff"

// A File is a parsed text with the operations so far.
type File struct {
	text  string // without the byte order mark
	shift int    // the length of the byte order mark
	items []*item
	root  *table
	style *style // nil until it is needed

	touched map[int]bool          // by index, the items that operations may have changed, or placed others at
	undo    []func()              // takes back the changes, the last one first
	scanned map[*item]inlineValue // large values of Open, as far as they were needed
}

var _ operation.File = (*File)(nil)

// Open parses a text. The error is an *operation.Error.
func Open(text []byte) (*File, error) {
	plain, err := plainText(text)
	if err != nil {
		return nil, err
	}
	f := &File{text: plain, shift: len(text) - len(plain), touched: map[int]bool{}}
	b := builder{text: plain, file: f}
	if err := b.build(); err != nil {
		return nil, err
	}
	f.root = b.root
	f.items = append(f.items, &item{src: plain, start: len(plain), end: len(plain), base: len(f.items), changes: untouched})
	return f, nil
}

func plainText(text []byte) (string, error) {
	if !utf8.Valid(text) {
		return "", &operation.Error{Code: operation.CodeEncoding, Why: "the text is not UTF-8"}
	}
	return string(bytes.TrimPrefix(text, []byte(bom))), nil
}

// Decode returns the value of a text as its only document. The error is an
// *operation.Error.
func Decode(text []byte) ([]any, error) {
	plain, err := plainText(text)
	if err != nil {
		return nil, err
	}
	b := builder{text: plain}
	if err := b.build(); err != nil {
		return nil, err
	}
	return []any{b.root.value}, nil
}

// Documents returns 1.
func (f *File) Documents() int { return 1 }

// Value returns the decoded text of Open.
func (f *File) Value(document int) any {
	if document != 0 {
		return nil
	}
	return f.root.value
}

// Reset takes back all operations.
func (f *File) Reset() {
	f.rollback(0)
	clear(f.touched)
}

func (f *File) rollback(to int) {
	for len(f.undo) > to {
		last := len(f.undo) - 1
		f.undo[last]()
		f.undo = f.undo[:last]
	}
}

// set changes a variable until Reset.
func set[T any](f *File, variable *T, value T) {
	old := *variable
	f.undo = append(f.undo, func() { *variable = old })
	*variable = value
}

// Edits returns the changes since Open.
func (f *File) Edits() []fixedits.Edit {
	w := writer{file: f, record: splice.New(f.text, f.shift), cut: f.text != "" && !strings.HasSuffix(f.text, "\n")}
	indexes := make([]int, 0, len(f.touched))
	for i := range f.touched {
		indexes = append(indexes, i)
	}
	slices.Sort(indexes)
	at := 0
	for _, i := range indexes {
		at = w.item(at, f.items[i])
	}
	w.keep(at, len(f.text))
	return w.record.Edits()
}

// Text returns the text with the operations so far, and the byte order mark.
func (f *File) Text() []byte {
	return append([]byte(bom)[:f.shift:f.shift], splice.Apply(f.text, f.shift, f.Edits())...)
}
