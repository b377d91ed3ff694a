package spec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A node is a value of a document, of either form, with its members in order.
type node struct {
	kind    string // a type of JSON Schema, as operation.TypeOf
	text    string // of a string
	value   any    // of another scalar
	members []member
	items   []*node
}

type member struct {
	name  string
	value *node
}

// found names the kind of a node, for messages.
func (n *node) found() string {
	switch n.kind {
	case "null":
		return n.kind
	case "string":
		return "the string " + quote(n.text)
	case "object", "array":
		return "an " + n.kind
	case "boolean":
		return operation.Text(n.value)
	}
	return "the number " + operation.Text(n.value)
}

// json returns a node as JSON without whitespace, if it is a value that an
// operation can have.
func (n *node) json(place string, depth int) (json.RawMessage, *operation.Error) {
	var out bytes.Buffer
	if err := n.append(&out, place, depth); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func (n *node) append(out *bytes.Buffer, place string, depth int) *operation.Error {
	if depth == operation.MaxValueDepth && (n.kind == "object" || n.kind == "array") {
		return &operation.Error{Code: operation.CodeTooDeep, Pointer: place, Why: fmt.Sprintf("a value nests at most %d deep", operation.MaxValueDepth)}
	}
	switch n.kind {
	case "object":
		out.WriteByte('{')
		seen := make(map[string]bool, len(n.members))
		for i, m := range n.members {
			at := operation.Join(place, m.name)
			if seen[m.name] {
				return &operation.Error{Code: operation.CodeDuplicateKey, Pointer: at, Why: "the name occurs twice"}
			}
			seen[m.name] = true
			if i > 0 {
				out.WriteByte(',')
			}
			writeText(out, m.name)
			out.WriteByte(':')
			if err := m.value.append(out, at, depth+1); err != nil {
				return err
			}
		}
		out.WriteByte('}')
	case "array":
		out.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := item.append(out, operation.JoinIndex(place, i), depth+1); err != nil {
				return err
			}
		}
		out.WriteByte(']')
	case "string":
		writeText(out, n.text)
	case "null":
		out.WriteString("null")
	default:
		if number, ok := n.value.(float64); ok {
			return &operation.Error{Code: operation.CodeUnsupportedValue, Pointer: place, Why: fmt.Sprintf("JSON has no number %v", number)}
		}
		fmt.Fprint(out, n.value)
	}
	return nil
}

// writeText writes a string as JSON, without escapes that it does not need.
func writeText(out *bytes.Buffer, text string) {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // cannot fail for a string
	out.Truncate(out.Len() - 1)
}

// parseJSON parses JSON. Repeated names stay, for the reader to report.
func parseJSON(data []byte) (*node, *operation.Error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if err := encoded(data); err != nil {
		return nil, err
	}
	if at := halfPair(data); at >= 0 {
		return nil, &operation.Error{Code: operation.CodeEncoding, Why: placeOf(data, at) + ": the escape is half of a surrogate pair"}
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	n, err := jsonNode(d, 0)
	if coded, ok := errors.AsType[*operation.Error](err); ok {
		return nil, coded
	}
	end := int(d.InputOffset())
	rest := bytes.TrimLeft(data[end:], " \t\r\n")
	switch {
	case err != nil:
		return nil, malformed(data, err)
	case len(rest) > 0:
		return nil, &operation.Error{Code: operation.CodeSyntax, Why: placeOf(data, len(data)-len(rest)) + ": more follows the document"}
	}
	return n, nil
}

// malformed returns the error of JSON that a decoder stopped at. The offsets of
// a decoder leave out some bytes.
func malformed(data []byte, err error) *operation.Error {
	at, why := len(data), "the text ends too early: was it cut off?"
	var whole json.RawMessage
	syntax, ok := errors.AsType[*json.SyntaxError](json.Unmarshal(data, &whole))
	switch {
	case !ok:
		why = err.Error()
	case int(syntax.Offset) < len(data) || syntax.Error() != "unexpected end of JSON input":
		at, why = int(syntax.Offset)-1, syntax.Error()
	}
	return &operation.Error{Code: operation.CodeSyntax, Why: placeOf(data, at) + ": " + why}
}

// encoded returns an error if a text is not UTF-8.
func encoded(data []byte) *operation.Error {
	if utf8.Valid(data) {
		return nil
	}
	at := 0
	for r, size := utf8.DecodeRune(data); r != utf8.RuneError || size != 1; r, size = utf8.DecodeRune(data[at:]) {
		at += size
	}
	return &operation.Error{Code: operation.CodeEncoding, Why: placeOf(data, at) + ": it is not UTF-8"}
}

// halfPair returns the offset of the first escape of JSON that is half of a
// surrogate pair, which a decoder would replace, or -1.
func halfPair(data []byte) int {
	for i := 0; i+1 < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		unit := unitAt(data, i)
		if !utf16.IsSurrogate(unit) {
			i++
			continue
		}
		if utf16.DecodeRune(unit, unitAt(data, i+len(`\u0000`))) == utf8.RuneError {
			return i
		}
		i += 2*len(`\u0000`) - 1
	}
	return -1
}

// unitAt returns the UTF-16 code unit that the escape \uXXXX at an offset
// stands for, or -1.
func unitAt(data []byte, at int) rune {
	end := at + len(`\u0000`)
	if end > len(data) || !bytes.HasPrefix(data[at:], []byte(`\u`)) {
		return -1
	}
	unit, err := strconv.ParseUint(string(data[at+2:end]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(unit)
}

// placeOf returns the line and column of an offset.
func placeOf(data []byte, at int) string {
	place := position.At(data, at)
	return fmt.Sprintf("line %d, column %d", place.Line, place.Column)
}

// maxDepth is the deepest nesting of a document: of a value, and of the levels
// around it.
const maxDepth = operation.MaxValueDepth + 10

func jsonNode(d *json.Decoder, depth int) (*node, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxDepth {
		return nil, &operation.Error{Code: operation.CodeTooDeep, Why: fmt.Sprintf("the document nests more than %d deep", maxDepth)}
	}
	switch token := token.(type) {
	case string:
		return &node{kind: "string", text: token}, nil
	case json.Delim:
		if token == '[' {
			n := &node{kind: "array"}
			for d.More() {
				item, err := jsonNode(d, depth+1)
				if err != nil {
					return nil, err
				}
				n.items = append(n.items, item)
			}
			_, err := d.Token()
			return n, err
		}
		n := &node{kind: "object"}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := jsonNode(d, depth+1)
			if err != nil {
				return nil, err
			}
			n.members = append(n.members, member{name.(string), value})
		}
		_, err := d.Token()
		return n, err
	}
	return &node{kind: operation.TypeOf(token), value: token}, nil
}
