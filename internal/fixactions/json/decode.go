package json

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A decoder reads JSON with comments and trailing commas as a value in the
// model of package operation. encoding/json has neither, takes the last of two
// members of one name, and is several times as slow; hujson has no values. All
// strings of the value share the text.
type decoder struct {
	text  string
	at    int
	depth int
}

// decode returns the value of a text without a byte order mark. The error is an
// *operation.Error.
func decode(text string) (any, error) {
	if !utf8.ValidString(text) {
		return nil, &operation.Error{Code: operation.CodeEncoding, Why: "the text is not UTF-8"}
	}
	d := decoder{text: text}
	d.space()
	value, err := d.value()
	if err == nil {
		if d.space(); d.at < len(text) {
			err = d.unexpected()
		}
	}
	if err != nil {
		return nil, err
	}
	return value, nil
}

// peek returns the next byte, or 0 at the end.
func (d *decoder) peek() byte {
	if d.at < len(d.text) {
		return d.text[d.at]
	}
	return 0
}

// space skips whitespace and comments.
func (d *decoder) space() {
	for ; d.at < len(d.text); d.at++ {
		switch d.text[d.at] {
		case ' ', '\t', '\r', '\n':
			continue
		case '/':
			length := syntax.Comment(d.text[d.at:])
			if length == 0 || d.text[d.at+1] == '*' && (length < 4 || !strings.HasSuffix(d.text[d.at:d.at+length], "*/")) {
				return
			}
			d.at += length - 1
		default:
			return
		}
	}
}

func (d *decoder) value() (any, *operation.Error) {
	switch c := d.peek(); {
	case c == '{':
		return d.object()
	case c == '[':
		return d.array()
	case c == '"':
		return d.string()
	case c == '-' || '0' <= c && c <= '9':
		return d.number()
	}
	for _, word := range []struct {
		text  string
		value any
	}{{"true", true}, {"false", false}, {"null", nil}} {
		if strings.HasPrefix(d.text[d.at:], word.text) {
			d.at += len(word.text)
			return word.value, nil
		}
	}
	return nil, d.unexpected()
}

// open enters a container.
func (d *decoder) open() *operation.Error {
	if d.depth++; d.depth > operation.MaxDepth {
		return &operation.Error{
			Code: operation.CodeTooDeep, Why: fmt.Sprintf("the values nest more than %d deep", operation.MaxDepth),
		}
	}
	d.at++
	d.space()
	return nil
}

// more reports whether another item follows, after the comma if there was an
// item. Otherwise it leaves the container, of which end is the closing bracket.
func (d *decoder) more(end byte, first bool) (bool, *operation.Error) {
	if !first && d.peek() == ',' {
		d.at++
		d.space()
		first = true
	}
	switch {
	case d.peek() == end:
		d.at++
		d.depth--
		return false, nil
	case !first:
		return false, d.unexpected()
	}
	return true, nil
}

func (d *decoder) array() (any, *operation.Error) {
	if err := d.open(); err != nil {
		return nil, err
	}
	array := []any{}
	for {
		if more, err := d.more(']', len(array) == 0); !more {
			return array, err
		}
		item, err := d.value()
		if err != nil {
			return nil, within(err, strconv.Itoa(len(array)))
		}
		array = append(array, item)
		d.space()
	}
}

func (d *decoder) object() (any, *operation.Error) {
	if err := d.open(); err != nil {
		return nil, err
	}
	object := map[string]any{}
	for {
		if more, err := d.more('}', len(object) == 0); !more {
			return object, err
		}
		if d.peek() != '"' {
			return nil, d.unexpected()
		}
		key, err := d.string()
		if err != nil {
			return nil, err
		}
		name := key.(string)
		if d.space(); d.peek() != ':' {
			return nil, d.unexpected()
		}
		d.at++
		d.space()
		value, err := d.value()
		if err != nil {
			return nil, within(err, name)
		}
		n := len(object)
		object[name] = value
		if len(object) == n {
			return nil, &operation.Error{
				Code: operation.CodeDuplicateKey, Pointer: operation.Join("", name),
				Why: "two members of one object have this name",
			}
		}
		d.space()
	}
}

// within returns an error of an item as one of its container. Only the pointers
// of duplicate keys say where they are: the others have a line and a column.
func within(err *operation.Error, token string) *operation.Error {
	if err.Code == operation.CodeDuplicateKey {
		err.Pointer = operation.Join("", token) + err.Pointer
	}
	return err
}

func (d *decoder) string() (any, *operation.Error) {
	start, escapes := d.at, false
	for d.at++; d.at < len(d.text); d.at++ {
		switch c := d.text[d.at]; {
		case c == '"':
			d.at++
			if !escapes {
				return d.text[start+1 : d.at-1], nil
			}
			var plain string
			if err := json.Unmarshal([]byte(d.text[start:d.at]), &plain); err != nil {
				d.at = start
				return nil, d.wrong("the string has a malformed escape")
			}
			return plain, nil
		case c == '\\':
			escapes = true
			d.at++
		case c < ' ':
			return nil, d.wrong("a string has no control characters")
		}
	}
	return nil, d.unexpected()
}

func (d *decoder) number() (any, *operation.Error) {
	start := d.at
	if d.peek() == '-' {
		d.at++
	}
	if d.peek() == '0' {
		d.at++
	} else if !d.digits() {
		return nil, d.unexpected()
	}
	if d.peek() == '.' {
		if d.at++; !d.digits() {
			return nil, d.unexpected()
		}
	}
	if c := d.peek(); c == 'e' || c == 'E' {
		d.at++
		if c := d.peek(); c == '+' || c == '-' {
			d.at++
		}
		if !d.digits() {
			return nil, d.unexpected()
		}
	}
	return json.Number(d.text[start:d.at]), nil
}

func (d *decoder) digits() bool {
	start := d.at
	for '0' <= d.peek() && d.peek() <= '9' {
		d.at++
	}
	return d.at > start
}

// unexpected returns the error for the next character.
func (d *decoder) unexpected() *operation.Error {
	if d.at >= len(d.text) {
		return d.wrong("the text ends too early")
	}
	char, _ := utf8.DecodeRuneInString(d.text[d.at:])
	return d.wrong(fmt.Sprintf("unexpected %q", char))
}

func (d *decoder) wrong(why string) *operation.Error {
	at := position.At(d.text, d.at)
	return &operation.Error{Code: operation.CodeSyntax, Why: fmt.Sprintf("line %d, column %d: %s", at.Line, at.Column, why)}
}
