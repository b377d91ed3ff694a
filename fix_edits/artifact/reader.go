package artifact

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
)

// maxDepth is the maximum nesting depth of the JSON values of actions and
// resolver.data.
const maxDepth = 100

// aboveValues is the maximum depth of these values in the fixes: below the list,
// a fix, its actions, one of them, and what it expects.
const aboveValues = 5

// maxInteger is the largest integer that every JSON implementation represents
// exactly.
const maxInteger = 1<<53 - 1

// A reader reads JSON according to RFC 8259, and is stricter if the RFC
// leaves a choice: text is valid UTF-8, escaped surrogates come in pairs, and
// no name occurs twice in an object.
type reader struct {
	data  []byte
	pos   int
	plain []byte // the last string that had escapes
}

// fail returns an Error about the JSON text at a byte offset.
func (r *reader) fail(at int, format string, args ...any) *Error {
	place := position.At(r.data, at)
	return &Error{Line: place.Line, Column: place.Column, Reason: fmt.Sprintf(format, args...)}
}

// unexpected returns the Error for an unexpected next byte.
func (r *reader) unexpected(what string) *Error {
	if r.pos >= len(r.data) {
		return r.fail(r.pos, "the text ends where %s should be: was it cut off?", what)
	}
	found := "an unexpected " + quote(r.data[r.pos:r.pos+1])
	switch c := r.data[r.pos]; {
	case c == '"':
		found = "a string"
	case c == '{':
		found = "an object"
	case c == '[':
		found = "a list"
	case c == '-' || c >= '0' && c <= '9':
		found = "a number"
	case bytes.HasPrefix(r.data[r.pos:], []byte("true")), bytes.HasPrefix(r.data[r.pos:], []byte("false")):
		found = "a boolean"
	case bytes.HasPrefix(r.data[r.pos:], []byte("null")):
		found = "null"
	}
	return r.fail(r.pos, "expected %s, found %s", what, found)
}

// peek skips whitespace and returns the next byte, or 0, which begins no token,
// at the end.
func (r *reader) peek() byte {
	for r.pos < len(r.data) {
		switch c := r.data[r.pos]; c {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return c
		}
	}
	return 0
}

// token consumes the byte c. what describes it in the error.
func (r *reader) token(c byte, what string) *Error {
	if r.peek() != c {
		return r.unexpected(what)
	}
	r.pos++
	return nil
}

// text reads a string. The result is valid until the next call.
func (r *reader) text() ([]byte, *Error) {
	if r.peek() != '"' {
		return nil, r.unexpected("a string")
	}
	start := r.pos + 1
	ascii := true
	for i := start; i < len(r.data); i++ {
		switch c := r.data[i]; {
		case ordinary[c]:
		case c == '"':
			r.pos = i + 1
			return r.valid(start, r.data[start:i], ascii)
		case c == '\\':
			return r.escaped(start, i)
		case c < ' ':
			return nil, r.fail(i, "a control character in a string must be escaped")
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return nil, r.fail(len(r.data), "the text ends within a string: was it cut off?")
}

// ordinary has the ASCII characters that stand for themselves in a string.
var ordinary = func() (is [256]bool) {
	for c := byte(' '); c < utf8.RuneSelf; c++ {
		is[c] = c != '"' && c != '\\'
	}
	return is
}()

// valid returns text, whose first byte is at offset start, if it is UTF-8.
func (r *reader) valid(start int, text []byte, ascii bool) ([]byte, *Error) {
	if !ascii && !utf8.Valid(text) {
		return nil, r.fail(start-1, "the string has bytes that are not UTF-8")
	}
	return text, nil
}

// escaped continues reading a string that began at start and has its first
// escape at i.
func (r *reader) escaped(start, i int) ([]byte, *Error) {
	out := append(r.plain[:0], r.data[start:i]...)
	for i < len(r.data) {
		switch c := r.data[i]; {
		case c == '"':
			r.pos = i + 1
			r.plain = out
			return r.valid(start, out, false)
		case c < ' ':
			return nil, r.fail(i, "a control character in a string must be escaped")
		case c != '\\':
			out = append(out, c)
			i++
		case i+1 < len(r.data) && r.data[i+1] == 'u':
			char, size := r.unicode(i)
			if size == 0 {
				return nil, r.fail(i, `\u needs four hexadecimal digits, and a surrogate its other half`)
			}
			out = utf8.AppendRune(out, char)
			i += size
		case i+1 < len(r.data) && unescape[r.data[i+1]] != 0:
			out = append(out, unescape[r.data[i+1]])
			i += 2
		default:
			return nil, r.fail(i, "unknown escape in a string")
		}
	}
	return nil, r.fail(len(r.data), "the text ends within a string: was it cut off?")
}

// unescape maps the byte after a backslash to the byte that the escape
// represents.
var unescape = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// unicode reads one \uXXXX, or a surrogate pair, at i. The size is 0 if it is
// malformed.
func (r *reader) unicode(i int) (char rune, size int) {
	char = r.hex(i)
	if char < 0 || !utf16.IsSurrogate(char) {
		return char, 6 * btoi(char >= 0)
	}
	char = utf16.DecodeRune(char, r.hex(i+6))
	return char, 12 * btoi(char != utf8.RuneError)
}

// hex reads one \uXXXX at i, and returns -1 if there is none.
func (r *reader) hex(i int) rune {
	if i+6 > len(r.data) || r.data[i] != '\\' || r.data[i+1] != 'u' {
		return -1
	}
	var char rune
	for _, c := range r.data[i+2 : i+6] {
		switch {
		case c >= '0' && c <= '9':
			char = char<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			char = char<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			char = char<<4 | rune(c-'A'+10)
		default:
			return -1
		}
	}
	return char
}

// integer reads an integer from 0 to maxInteger.
func (r *reader) integer() (int, *Error) {
	const what = "a whole number"
	if c := r.peek(); c < '0' || c > '9' {
		return 0, r.unexpected(what)
	}
	start, n := r.pos, 0
	for r.pos < len(r.data) && r.data[r.pos] >= '0' && r.data[r.pos] <= '9' {
		n = n*10 + int(r.data[r.pos]-'0')
		if n > maxInteger {
			return 0, r.fail(start, "the number is too large: the most is %d", maxInteger)
		}
		r.pos++
	}
	if r.pos < len(r.data) && (r.data[r.pos] == '.' || r.data[r.pos] == 'e' || r.data[r.pos] == 'E') {
		return 0, r.fail(start, "expected %s, found a fraction or an exponent", what)
	}
	if r.data[start] == '0' && r.pos > start+1 {
		return 0, r.fail(start, "a number may not begin with 0")
	}
	return n, nil
}

// boolean reads true or false.
func (r *reader) boolean() (bool, *Error) {
	r.peek()
	for _, word := range []string{"false", "true"} {
		if bytes.HasPrefix(r.data[r.pos:], []byte(word)) {
			r.pos += len(word)
			return word == "true", nil
		}
	}
	return false, r.unexpected("true or false")
}

// list reads a list. element reads each of its values.
func (r *reader) list(element func(i int) *Error) *Error {
	if err := r.token('[', "a list"); err != nil {
		return err
	}
	if r.peek() == ']' {
		r.pos++
		return nil
	}
	for i := 0; ; i++ {
		if err := element(i); err != nil {
			return err.within(item(i))
		}
		switch r.peek() {
		case ',':
			r.pos++
		case ']':
			r.pos++
			return nil
		default:
			return r.unexpected(`"," or "]"`)
		}
	}
}

// members reads an object. member reads the value of each name. The name is
// valid until the next read.
func (r *reader) members(what string, member func(name []byte, at int) *Error) *Error {
	if err := r.token('{', what); err != nil {
		return err
	}
	if r.peek() == '}' {
		r.pos++
		return nil
	}
	for {
		if r.peek() != '"' {
			return r.unexpected("a name in quotes")
		}
		at := r.pos
		name, err := r.text()
		if err != nil {
			return err
		}
		if r.pos < len(r.data) && r.data[r.pos] == ':' {
			r.pos++
		} else if err := r.token(':', `":"`); err != nil {
			return err
		}
		if err := member(name, at); err != nil {
			return err
		}
		switch r.peek() {
		case ',':
			r.pos++
		case '}':
			r.pos++
			return nil
		default:
			return r.unexpected(`"," or "}"`)
		}
	}
}

// value reads any JSON value and returns its text.
func (r *reader) value() ([]byte, *Error) {
	r.peek()
	start := r.pos
	if err := r.skip(maxDepth, true); err != nil {
		return nil, err
	}
	return r.data[start:r.pos], nil
}

// skip reads any JSON value that nests at most left deep. If distinct, no name
// may occur twice in an object.
func (r *reader) skip(left int, distinct bool) *Error {
	if left < 0 {
		return r.fail(r.pos, "the value nests more than %d deep", maxDepth)
	}
	switch c := r.peek(); {
	case c == '"':
		_, err := r.text()
		return err
	case c == '{':
		seen := map[string]bool{}
		return r.members("an object", func(name []byte, at int) *Error {
			if seen[string(name)] {
				return r.fail(at, "the name %s occurs twice in one object", quote(name))
			}
			if distinct {
				seen[string(name)] = true
			}
			return r.skip(left-1, distinct)
		})
	case c == '[':
		return r.list(func(int) *Error { return r.skip(left-1, distinct) })
	case c == '-' || c >= '0' && c <= '9':
		return r.number()
	}
	for _, word := range []string{"false", "true", "null"} {
		if bytes.HasPrefix(r.data[r.pos:], []byte(word)) {
			r.pos += len(word)
			return nil
		}
	}
	return r.unexpected("a value")
}

// number reads any JSON number.
func (r *reader) number() *Error {
	start := r.pos
	if r.data[r.pos] == '-' {
		r.pos++
	}
	whole := r.digits()
	ok := whole == 1 || whole > 1 && r.data[r.pos-whole] != '0'
	if ok && r.pos < len(r.data) && r.data[r.pos] == '.' {
		r.pos++
		ok = r.digits() > 0
	}
	if ok && r.pos < len(r.data) && r.data[r.pos]|0x20 == 'e' {
		r.pos++
		if r.pos < len(r.data) && (r.data[r.pos] == '+' || r.data[r.pos] == '-') {
			r.pos++
		}
		ok = r.digits() > 0
	}
	if !ok {
		return r.fail(start, "malformed number")
	}
	return nil
}

// digits skips decimal digits and returns how many there were.
func (r *reader) digits() int {
	start := r.pos
	for r.pos < len(r.data) && r.data[r.pos] >= '0' && r.data[r.pos] <= '9' {
		r.pos++
	}
	return r.pos - start
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
