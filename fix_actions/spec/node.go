package spec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/fix_actions/operation"
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

// found returns what a node is, for messages.
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
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	n, err := jsonNode(d, 0)
	if err == nil {
		if _, after := d.Token(); !errors.Is(after, io.EOF) {
			err = errors.New("more follows the document")
		}
	}
	if coded, ok := errors.AsType[*operation.Error](err); ok {
		return nil, coded
	}
	if err == nil {
		return n, nil
	}
	offset := d.InputOffset()
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = syntax.Offset
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the text ends too early: was it cut off?")
	}
	return nil, &operation.Error{Code: operation.CodeSyntax, Why: fmt.Sprintf("%s: %v", placeOf(data, int(offset)), err)}
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

// placeOf returns the line and column of an offset.
func placeOf(data []byte, at int) string {
	at = min(at, len(data))
	return fmt.Sprintf("line %d, column %d", 1+bytes.Count(data[:at], []byte("\n")), at-bytes.LastIndexByte(data[:at], '\n'))
}

// maxDepth is the deepest nesting of a document: that of a value within it.
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
