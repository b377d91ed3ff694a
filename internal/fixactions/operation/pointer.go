package operation

import (
	"strconv"
	"strings"
)

// Parse returns the tokens of a JSON Pointer (RFC 6901), without escapes.
func Parse(pointer string) ([]string, *Error) {
	if pointer == "" {
		return nil, nil
	}
	if pointer[0] != '/' {
		return nil, &Error{CodePointer, pointer, `a JSON Pointer is empty or begins with "/"`}
	}
	tokens := strings.Split(pointer[1:], "/")
	for i, token := range tokens {
		plain, ok := unescape(token)
		if !ok {
			return nil, &Error{CodePointer, pointer, `"~" is written "~0" in a JSON Pointer, and "/" within a key "~1"`}
		}
		tokens[i] = plain
	}
	return tokens, nil
}

func unescape(token string) (plain string, ok bool) {
	if !strings.Contains(token, "~") {
		return token, true
	}
	var b strings.Builder
	for i := 0; i < len(token); i++ {
		switch {
		case token[i] != '~':
			b.WriteByte(token[i])
			continue
		case strings.HasPrefix(token[i:], "~0"):
			b.WriteByte('~')
		case strings.HasPrefix(token[i:], "~1"):
			b.WriteByte('/')
		default:
			return "", false
		}
		i++
	}
	return b.String(), true
}

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

// Join returns the pointer with one more token, which is escaped.
func Join(pointer, token string) string { return pointer + "/" + escaper.Replace(token) }

// JoinIndex returns the pointer of an item of the array at pointer.
func JoinIndex(pointer string, index int) string { return pointer + "/" + strconv.Itoa(index) }

// Format returns the pointer of tokens.
func Format(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteByte('/')
		b.WriteString(escaper.Replace(token))
	}
	return b.String()
}

// Index returns the index that a token of a pointer is, which is written
// without leading zeros.
func Index(token string) (index int, ok bool) {
	if token == "" || len(token) > 1 && token[0] == '0' || len(token) > 9 {
		return 0, false
	}
	for i := range len(token) {
		if token[i] < '0' || token[i] > '9' {
			return 0, false
		}
		index = index*10 + int(token[i]-'0')
	}
	return index, true
}
