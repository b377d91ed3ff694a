package operation

import "strconv"

// A Code names the reason why an operation, an action or a file is rejected.
// Programs may rely on codes, but not on the words of Why.
type Code string

// About the file.
const (
	CodeSyntax       Code = "syntax"        // the file does not parse
	CodeEncoding     Code = "encoding"      // the file is not UTF-8
	CodeTabs         Code = "tabs"          // tabs indent YAML
	CodeTooDeep      Code = "too_deep"      // the file or a value nests too deep
	CodeDuplicateKey Code = "duplicate_key" // two keys of one object have the same text
	CodeLanguage     Code = "language"      // the file is neither YAML nor JSON nor TOML
	CodeNoFile       Code = "no_file"       // there is no such file, or it cannot be read
	CodeOutside      Code = "outside"       // the file is not within the workspace
	CodeForeign      Code = "foreign"       // the file may not be changed, such as a generated one
)

// About the diagnostic that a target names by its id.
const (
	CodeUnknownDiagnostic   Code = "unknown_diagnostic"   // no diagnostic has the id
	CodeAmbiguousDiagnostic Code = "ambiguous_diagnostic" // several have it
	CodeOtherDiagnostic     Code = "other_diagnostic"     // it is of another file, place or rule than the target says
)

// About the operation.
const (
	CodeShape            Code = "shape"             // a field is missing, unknown or of a wrong type
	CodeDocument         Code = "document"          // no such document, or several and no index
	CodePointer          Code = "pointer"           // not a JSON Pointer
	CodeNoTarget         Code = "no_target"         // nothing is at the pointer, or under the key
	CodeNotObject        Code = "not_object"        // the pointer leads to something else
	CodeNotArray         Code = "not_array"         // the pointer leads to something else
	CodeIndex            Code = "index"             // the array has no such item
	CodeExists           Code = "exists"            // the key is there already
	CodeExpects          Code = "expects"           // the precondition does not hold
	CodeConflict         Code = "conflict"          // another action contradicts it
	CodeAlias            Code = "alias"             // the place belongs to a YAML alias
	CodeMergeKey         Code = "merge_key"         // the place comes from a YAML merge key (<<)
	CodeUnsupportedValue Code = "unsupported_value" // the language cannot express the value, such as null in TOML
	CodeUnsupportedPlace Code = "unsupported_place" // the language cannot express the change at this place
	CodeChangedValue     Code = "changed_value"     // the new text would decode to another value than the operations give
)

// An Error is the reason of a rejection.
type Error struct {
	Code    Code
	Pointer string // of the place; "" is the whole document
	Why     string // for people, one line
}

// Error returns `POINTER: CODE: WHY`.
func (e *Error) Error() string { return PointerText(e.Pointer) + ": " + string(e.Code) + ": " + e.Why }

// PointerText returns a pointer for people. The pointer of the whole document,
// which is empty, is "".
func PointerText(pointer string) string {
	if pointer == "" {
		return `""`
	}
	for _, char := range pointer {
		if !strconv.IsPrint(char) {
			return strconv.Quote(pointer)
		}
	}
	return pointer
}
