package validate

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A document is a file of a schema.
type document struct {
	path    string
	url     string // without fragment
	content []byte
	file    operation.File
	value   any
}

// openDocument parses a file of a schema. The error is a *config.Error.
func openDocument(path string, content []byte) (*document, error) {
	d := &document{path: path, content: content}
	file, err := fixactions.Open(path, content)
	if err != nil {
		return nil, &config.Error{Path: path, Msg: "the schema cannot be read: " + Unreadable(err)}
	}
	if file.Documents() != 1 {
		return nil, &config.Error{Path: path, Msg: fmt.Sprintf("has %d documents: a schema is one", file.Documents())}
	}
	d.file, d.value = file, file.Value(0)
	if why := TooDeep(d.value); why != "" {
		return nil, &config.Error{Path: path, Msg: "the schema cannot be read: " + why}
	}
	switch d.value.(type) {
	case map[string]any, bool:
		return d, nil
	}
	return nil, &config.Error{Path: path, Line: 1, Column: 1, Msg: "a schema is an object or a boolean, not " + describe(d.value)}
}

// deepest bounds the nesting of schemas and documents. The validator takes time
// and memory for the square of it.
const deepest = 1000

// TooDeep returns why a value nests too deep to be validated, or "".
func TooDeep(value any) string {
	if n := nesting(value); n > deepest {
		return fmt.Sprintf("nests %d deep, and the limit is %d", n, deepest)
	}
	return ""
}

// nesting returns how deep a value nests. A scalar has depth 0.
func nesting(value any) int {
	most := 0
	switch value := value.(type) {
	case map[string]any:
		for _, child := range value {
			most = max(most, nesting(child))
		}
	case []any:
		for _, child := range value {
			most = max(most, nesting(child))
		}
	default:
		return 0
	}
	return most + 1
}

// mistake returns an error at a pointer.
func (d *document) mistake(pointer, message string) error {
	line, column := d.position(pointer)
	return &config.Error{Path: d.path, Line: line, Column: column, Msg: message}
}

// position returns the line and column of the value at a pointer, or of the
// nearest one around it.
func (d *document) position(pointer string) (line, column int) {
	place, ok := Nearest(d.file, 0, pointer)
	if !ok {
		return 0, 0
	}
	at := position.At(d.content, place.Start)
	return at.Line, at.Column
}

// text returns the string at a pointer.
func (d *document) text(pointer string) string {
	value, err := operation.Lookup(d.value, pointer)
	if err != nil {
		return ""
	}
	text, _ := value.(string)
	return text
}

// Nearest returns the place of the value at a pointer, or of the nearest one
// around it that has a place. It reports false if there is none.
func Nearest(file operation.File, document int, pointer string) (operation.Place, bool) {
	for {
		if place, ok := file.Find(document, pointer); ok {
			return place, true
		}
		if pointer == "" {
			return operation.Place{}, false
		}
		pointer = parent(pointer)
	}
}

// parent returns the pointer of the container of the value at a pointer.
func parent(pointer string) string {
	for i := len(pointer) - 1; i >= 0; i-- {
		if pointer[i] == '/' {
			return pointer[:i]
		}
	}
	return ""
}

// Unreadable returns why a file cannot be read as data, without its name.
func Unreadable(err error) string {
	if why, ok := errors.AsType[*operation.Error](err); ok {
		if why.Pointer != "" {
			return why.Pointer + ": " + why.Why
		}
		return why.Why
	}
	return err.Error()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
