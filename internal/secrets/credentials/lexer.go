package credentials

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// A lexer reads the arguments of a command from an offset on, as shells and
// lists of JSON and YAML have them.
type lexer struct {
	text  string
	at    int
	quote string // that closes the text which the command is in; may be empty
	list  bool   // the argument before is an item of a list of YAML
}

// lexerAt returns a lexer that starts at the end of a word, and the start of
// the line that the word is on, with the lines that it continues.
func lexerAt(text string, start, end int) *lexer {
	text = text[:min(len(text), end+secretname.Near)]
	l := &lexer{text: text, at: end}
	line := lineStart(text, start)
	for i := line; i < start; i++ {
		c := text[i]
		switch {
		case c == '\\':
			i++
		case (c == '"' || c == '\'') && l.quote == "":
			// An apostrophe opens nothing.
			if i > line && secretname.NameByte(text[i-1]) && c == '\'' || strings.IndexByte(text[i+1:], c) < 0 {
				continue
			}
			l.quote = string(c)
		case l.quote != "" && strings.HasPrefix(text[i:], l.quote):
			l.quote = ""
		}
	}
	before := strings.TrimLeft(text[line:start], " \t")
	l.list = l.quote == "" && strings.TrimSpace(before) == "-"
	if len(before) == 3 && before[0] == '-' && l.quote != "" {
		l.list = true
	}
	return l
}

// lineStart returns the start of the line that an offset is in, as far as it is
// near. A line that ends with a backslash goes on in the next one.
func lineStart(text string, at int) int {
	least := max(0, at-secretname.Near)
	for {
		at = least + strings.LastIndexByte(text[least:at], '\n') + 1
		if at == least || !continuedAt(text[least:], at-1-least) {
			return at
		}
		at--
	}
}

// lineEnd returns the end of the line that an offset is in, without its newline.
func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}

// next returns the range of the next argument, with its quotes.
func (l *lexer) next() (start, end int, ok bool) {
	if !l.skip() {
		return 0, 0, false
	}
	start = l.at
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		if n := bracketed(rest); n > 0 {
			l.at += n
			continue
		}
		if l.quote != "" && strings.HasPrefix(rest, l.quote) {
			break
		}
		if n := l.quoted(rest); n != 0 {
			if n < 0 {
				break
			}
			l.at += n
			continue
		}
		c := rest[0]
		if c == '\\' && len(rest) > 1 {
			if n := continued(rest); n > 0 {
				if indented := strings.TrimLeft(rest[n:], " \t"); len(indented) < len(rest[n:]) {
					break
				}
				l.at += n
				continue
			}
			if strings.HasPrefix(rest, `\n`) && l.quote != "" { // a line end within JSON
				break
			}
			l.at += 2
			continue
		}
		if c <= ' ' || strings.IndexByte(";|&()<>`", c) >= 0 {
			break
		}
		l.at++
	}
	l.at = min(l.at, len(l.text))
	end = l.at
	if l.quote == "" && end > start+1 && (l.text[end-1] == ',' || l.text[end-1] == ']') && l.text[start] != '[' && strings.IndexByte(l.text[start:end], '=') < 0 {
		end-- // a list of YAML without quotes
	}
	return start, end, end > start
}

// quoted returns the length of a text in quotes at the start of a text: 0 if
// there is none, -1 if the quote does not close.
func (l *lexer) quoted(rest string) int {
	mark := ""
	switch {
	case rest[0] == '"' || rest[0] == '\'':
		mark = rest[:1]
	case l.quote != "" && (strings.HasPrefix(rest, `\"`) || strings.HasPrefix(rest, `\'`)):
		mark = rest[:2]
	default:
		return 0
	}
	for i := len(mark); i < len(rest); i++ {
		switch {
		case strings.HasPrefix(rest[i:], mark):
			return i + len(mark)
		case rest[i] == '\\' && mark == `"`:
			i++
		case rest[i] == '\n' && !continuedAt(rest, i), l.quote != "" && strings.HasPrefix(rest[i:], l.quote) && rest[i-1] != '\\':
			return -1
		}
	}
	return -1
}

// skip skips the text between two arguments, and reports whether there is
// another one.
func (l *lexer) skip() bool {
	for l.at < len(l.text) {
		rest := l.text[l.at:]
		switch {
		case rest[0] == ' ' || rest[0] == '\t':
			l.at++
		case continued(rest) > 0:
			l.at += continued(rest)
			for strings.HasPrefix(strings.TrimLeft(l.text[l.at:], " \t"), "#") { // a comment between
				end := strings.IndexByte(l.text[l.at:], '\n')
				if end < 0 {
					return false
				}
				l.at += end + 1
			}
		case l.quote != "" && strings.HasPrefix(rest, l.quote):
			// The next item of a list.
			item := strings.TrimLeft(rest[len(l.quote):], " \t\r\n")
			if l.list {
				item = strings.TrimPrefix(item, "-")
			} else if item = strings.TrimPrefix(item, ","); len(item) == len(strings.TrimLeft(rest[len(l.quote):], " \t\r\n")) {
				return false
			}
			item = strings.TrimLeft(item, " \t\r\n")
			if !strings.HasPrefix(item, `"`) && !strings.HasPrefix(item, `'`) {
				return false
			}
			l.quote = item[:1]
			l.at = len(l.text) - len(item) + 1
		case l.list && l.quote == "" && (rest[0] == '\n' || rest[0] == '\r'):
			item := strings.TrimLeft(rest, " \t\r\n")
			if !strings.HasPrefix(item, "- ") {
				return false
			}
			l.at = len(l.text) - len(item) + 2
		case strings.HasPrefix(rest, "<<<"):
			l.at += 3
		case rest[0] < ' ' || strings.IndexByte(";|&()>", rest[0]) >= 0 || rest[0] == '<' && bracketed(rest) == 0:
			return false
		default:
			return true
		}
	}
	return false
}

// continued returns the length of the end of a line that goes on in the next
// one, at the start of a text; else 0.
func continued(rest string) int {
	if rest[0] != '\\' && rest[0] != '`' {
		return 0
	}
	i := 1
	for i < len(rest) && (rest[i] == ' ' || rest[i] == '\t' || rest[i] == '\r') {
		i++
	}
	if i < len(rest) && rest[i] == '\n' {
		return i + 1
	}
	return 0
}

// continuedAt reports whether the newline at an offset continues its line.
func continuedAt(text string, at int) bool {
	return strings.HasSuffix(strings.TrimRight(text[:at], " \t\r"), `\`)
}
