package operation

import fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

// A File is a parsed text of one language, to which operations are applied. The
// sibling packages open them.
//
// Documents, Value, Find and the first Apply may use the result of parsing in
// Open; nothing parses the whole text again. Apply, Edits and Reset take time
// for the touched parts, not for the size of the file: one file may have a
// thousand actions, each of which is applied, read off and taken back.
type File interface {
	// Documents returns the number of documents. It is 1 for an empty YAML
	// file, whose document is null.
	Documents() int

	// Value returns a decoded document in the model of TypeOf, of the text of
	// Open. The caller does not change it. YAML aliases are expanded: a file
	// whose aliases contain themselves, or expand to far more than the text,
	// does not open (CodeAlias).
	Value(document int) any

	// Apply applies one more operation. The caller has checked it with
	// operation.Try on the value so far, so it fails only if the text forbids
	// the operation. The error is an *Error. On an error nothing changes.
	Apply(op *fixedits.Operation) error

	// Reset takes back all operations.
	Reset()

	// Edits returns the changes since Open: minimal, ascending, without Path.
	Edits() []fixedits.Edit

	// Text returns the text with the operations so far.
	Text() []byte

	// Find returns where the text of Open has the value at a pointer.
	Find(document int, pointer string) (Place, bool)
}

// A Place is where a value is in a text, in bytes. Of a value in a mapping, Key
// is the range of its key; otherwise it is empty at the start of the value.
type Place struct {
	Start, End       int
	KeyStart, KeyEnd int
}
