// Package json lowers structured operations on JSON, and on JSON with comments
// and trailing commas (JSONC), to edits of the text.
//
// An operation changes no more than its place. A new member or item follows the
// layout of its container: its own line or the line of the others, and the
// indentation and spaces of its neighbors. A new value spans lines if its
// neighbors do, or most values of the file. Comments before an item without an
// empty line between, and on its last line, are removed with it; a comment that
// looks like an item itself stays. Text without comments and trailing commas
// gets none.
package json

import (
	"bytes"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/splice"
)

const bom = "\ufeff"

// A File is a parsed text with the operations so far.
type File struct {
	shift int // the length of the byte order mark
	root  *source
	value any
	style *style // nil until it is needed
}

var _ operation.File = (*File)(nil)

// Open parses a text. The error is an *operation.Error.
func Open(text []byte) (*File, error) {
	plain := string(bytes.TrimPrefix(text, []byte(bom)))
	value, err := decode(plain)
	if err != nil {
		return nil, err
	}
	root, err := parse(plain, "")
	if err != nil {
		return nil, err
	}
	return &File{shift: len(text) - len(plain), root: root, value: value}, nil
}

// Decode returns the value of a text as its only document. It shares no code
// with the functions that apply operations. The error is an *operation.Error.
func Decode(text []byte) ([]any, error) {
	value, err := decode(string(bytes.TrimPrefix(text, []byte(bom))))
	if err != nil {
		return nil, err
	}
	return []any{value}, nil
}

// Documents returns 1.
func (f *File) Documents() int { return 1 }

// Value returns the decoded text of Open.
func (f *File) Value(document int) any {
	if document != 0 {
		return nil
	}
	return f.value
}

// Reset takes back all operations.
func (f *File) Reset() { f.root.reset() }

// Edits returns the changes since Open.
func (f *File) Edits() []fixedits.Edit { return f.root.edits(f.shift) }

// Text returns the text with the operations so far, and the byte order mark.
func (f *File) Text() []byte {
	return append([]byte(bom)[:f.shift:f.shift], splice.Apply(f.root.text, f.shift, f.Edits())...)
}

// Find returns where the text of Open has the value at a pointer.
func (f *File) Find(document int, pointer string) (operation.Place, bool) {
	tokens, err := operation.Parse(pointer)
	if err != nil || document != 0 {
		return operation.Place{}, false
	}
	value := &f.root.root
	key := value.StartOffset
	keyEnd := key
	for _, token := range tokens {
		c, ok := f.root.container(value)
		if !ok {
			return operation.Place{}, false
		}
		i := c.find(token)
		if i < 0 {
			return operation.Place{}, false
		}
		value = c.value(i)
		key, keyEnd = value.StartOffset, value.StartOffset
		if c.object != nil {
			name := &c.object.Members[i].Name
			key, keyEnd = name.StartOffset, name.EndOffset
		}
	}
	return operation.Place{
		Start: f.shift + value.StartOffset, End: f.shift + value.EndOffset,
		KeyStart: f.shift + key, KeyEnd: f.shift + keyEnd,
	}, true
}
