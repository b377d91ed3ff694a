package tokens

import (
	"bytes"
	"strings"
)

// maxNesting bounds templates within templates.
const maxNesting = 20

// These lengths are of strings that do not end: in the text, and in their line.
const (
	endless     = -1
	endlessLine = -2
)

// quoted returns the kind and length of a string, character or pattern at the
// start of a text. The length is 0 if there is none, or endless or endlessLine.
func (s *scanner) quoted(rest []byte) (Kind, int) {
	switch {
	case s.language != JavaScript:
		return pythonString(rest)
	case rest[0] == '`':
		return template(rest, 0)
	case rest[0] == '/' && s.startsOperand():
		return Pattern, patternLength(rest)
	}
	if rest[0] == '"' || rest[0] == '\'' {
		return String, quotedLength(rest)
	}
	return String, 0
}

// quotedLength returns the length of a string with escapes, to the quote of its
// start, in one line.
func quotedLength(rest []byte) int {
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case rest[0]:
			return i + 1
		case '\\':
			i++
		case '\n':
			return endlessLine
		}
	}
	return endlessLine
}

// tripleLength returns the length of a string between three quotes, with
// escapes.
func tripleLength(rest []byte) int {
	end := string(rest[:3])
	for i := 3; i < len(rest); i++ {
		if rest[i] == '\\' {
			i++
		} else if bytes.HasPrefix(rest[i:], []byte(end)) {
			return i + 3
		}
	}
	return endless
}

// pythonString knows prefixes and triple quotes.
func pythonString(rest []byte) (Kind, int) {
	prefix := 0
	for prefix < 3 && prefix < len(rest) && strings.IndexByte("rRbBuUfFtT", rest[prefix]) >= 0 {
		prefix++
	}
	if prefix == len(rest) || rest[prefix] != '"' && rest[prefix] != '\'' {
		return String, 0
	}
	kind := String
	if bytes.ContainsAny(rest[:prefix], "fFtT") {
		kind = Template
	}
	body := rest[prefix:]
	n := 0
	if len(body) >= 3 && body[1] == body[0] && body[2] == body[0] {
		n = tripleLength(body)
	} else {
		n = quotedLength(body)
	}
	if n < 0 {
		return kind, n
	}
	return kind, prefix + n
}

// template returns the kind and length of a template of JavaScript.
func template(rest []byte, nesting int) (Kind, int) {
	kind := String
	for i := 1; i < len(rest); i++ {
		switch {
		case rest[i] == '`':
			return kind, i + 1
		case rest[i] == '\\':
			i++
		case rest[i] == '$' && i+1 < len(rest) && rest[i+1] == '{':
			kind = Template
			n := substitution(rest[i+2:], nesting)
			if n < 0 {
				return kind, n
			}
			i += 1 + n
		}
	}
	return kind, endless
}

// substitution returns the length of the code in a template with its closing
// brace, or endless.
func substitution(rest []byte, nesting int) int {
	if nesting == maxNesting {
		return endless
	}
	depth := 0
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i + 1
			}
			depth--
		case '"', '\'':
			if n := quotedLength(rest[i:]); n > 0 {
				i += n - 1
			}
		case '`':
			_, n := template(rest[i:], nesting+1)
			if n < 0 {
				return endless
			}
			i += n - 1
		}
	}
	return endless
}

// startsOperand reports whether a value may start here, so that a slash is not
// a division.
func (s *scanner) startsOperand() bool {
	for i := len(s.tokens) - 1; i >= 0; i-- {
		t := &s.tokens[i]
		switch t.Kind {
		case Comment:
			continue
		case Word:
			switch t.Text(s.text) {
			case "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield":
				return true
			}
			return false
		case Mark:
			switch t.Text(s.text) {
			case ")", "]", "}", "++", "--":
				return false
			}
			return true
		default:
			return false
		}
	}
	return true
}

// patternLength returns the length of a regular expression with its flags, or
// endlessLine.
func patternLength(rest []byte) int {
	class := false
	for i := 1; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '\n':
			return endlessLine
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return i + 1 + wordLength(rest[i+1:])
		}
	}
	return endlessLine
}
