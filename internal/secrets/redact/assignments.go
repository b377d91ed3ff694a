package redact

import (
	"slices"
	"strings"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// AssignedSecret is the rule of secrets that are found by the name of their
// variable.
const AssignedSecret = "assigned-secret"

// Assignments returns a hook that finds the literal values that are given to
// secret variables, as in NAME=value, NAME="a value", ENV NAME value and name:
// value. The function decides by a name and a literal value. Values that are
// references, such as $NAME and $(command), and placeholders are not literal.
// Nor are expressions of a program, such as token = next(tokens).
func Assignments(secret func(name, value string) bool) Hook {
	return func(text string) ([]Secret, error) {
		var found []Secret
		assignments(text, func(a assignment) {
			value := text[a.start:a.end]
			if !a.literal || !secret(a.name, value) || strings.Contains(value, gone) || secretname.Placeholder(value) {
				return
			}
			found = append(found, Secret{AssignedSecret, "the value of " + a.name, a.start, a.end, secretname.Reference(value)})
		})
		return found, nil
	}
}

// An assignment gives a value to a name.
type assignment struct {
	name       string
	start, end int  // of the value, without its quotes
	literal    bool // not an expression of a program
}

// assignments calls found for the assignments of a text.
func assignments(text string, found func(a assignment)) {
	sections := sync.OnceValue(func() bool { return section().MatchString(text) })
	for at := 0; at < len(text); at++ {
		i := strings.IndexAny(text[at:], "=:")
		if i < 0 {
			break
		}
		at += i
		name := nameBefore(text[:at])
		if name == "" {
			continue
		}
		start, end, quoted := valueAt(text, at+1)
		if start == end {
			continue
		}
		a := assignment{name: name, start: start, end: end}
		switch {
		case text[at] == ':':
			if a, quoted = mapped(text, at, a, quoted); a.name == "" {
				continue
			}
			a.literal = quoted || !expression(text[a.start:a.end], true)
		case quoted || !inProgram(text, at, name) || sections():
			a.literal = true
		default:
			plain := strings.ToUpper(name) == name // a constant, or a variable of make
			a.literal = !expression(text[start:end], !plain)
		}
		found(a)
	}
	if strings.Contains(text, "value") && strings.Contains(text, "name") {
		for _, m := range pair().FindAllStringSubmatchIndex(text, -1) {
			start, end := m[4], m[5]
			if quote := text[start]; end > start+1 && (quote == '"' || quote == '\'') {
				start, end = start+1, end-1
			}
			found(assignment{text[m[2]:m[3]], start, end, true})
		}
	}
	start := 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		if name, from, ok := environment(line); ok {
			end := start + len(line)
			for n := 1; n < maxParts && end < len(text) && continuedAt(text, end); n++ { // the line goes on
				end = lineEndAt(text, end)
			}
			value := strings.TrimRight(text[start+from:end], " \t\r\n\\")
			found(assignment{name, start + from, start + from + len(value), true})
		}
		start += len(line)
	}
}

// pair matches the name and the value of a variable that have keys of their own,
// as in Kubernetes and in XML.
var pair = lazyregexp.New(`\bname["']?\s*[:=]\s*["']?([\w.-]+)["']?[\s,]+["']?value["']?\s*[:=]\s*("[^"\n]+"|'[^'\n]+'|[^\s,"'{}\[\]&*!|>]+)`)

// section matches the name of a section of a configuration file, where values
// need no quotes.
var section = lazyregexp.New(`(?m)^[ \t]*\[[\w .:/-]+\][ \t\r]*$`)

// inProgram reports whether the sign at an offset assigns a value in a program,
// with space around it or as a named argument. Shells allow neither.
func inProgram(text string, at int, name string) bool {
	if strings.IndexByte(" \t:?+", text[at-1]) >= 0 {
		return true
	}
	before := strings.TrimSuffix(text[:at], name)
	return strings.HasSuffix(before, "(") || strings.HasSuffix(before, ", ")
}

var (
	// call matches the start of an expression: names with a call, an index, or
	// another name.
	call = lazyregexp.New(`^(?:[&*!]|new |await )?[A-Za-z_]\w*(?:(?:\.|::|->|\?\.)[A-Za-z_]\w*)*(?:[(\[{<]|(?:\.|::|->)?$)`)
	path = lazyregexp.New(`^[A-Za-z_]\w*(?:(?:\.|::|->|\?\.)[A-Za-z_]\w*)+$`)
)

// expression reports whether a value without quotes is an expression of a
// program. names is whether a plain name is one.
func expression(value string, names bool) bool {
	if !call().MatchString(value) {
		return false
	}
	if strings.Trim(value, letters+"_") != "" { // more than one name
		return strings.ContainsAny(value, "([{<") || path().MatchString(value) && strings.Trim(value, letters+"_.:->?") == ""
	}
	return names
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// types are values after a colon that are not secrets: types of a program, and
// words of configuration files.
var types = []string{
	"string", "str", "number", "int", "integer", "bool", "boolean", "any", "object", "bytes", "none", "null", "nil", "undefined", "optional", "required",
	"text", "unknown", "never", "void", "char", "float", "list", "dict", "read", "write", "inherit", "include", "omit", "same-origin", "auto", "default",
}

// mapped returns the assignment of a key and a value, as YAML and JSON have
// them, or none. A value without quotes is a word that ends its line.
func mapped(text string, at int, a assignment, quoted bool) (assignment, bool) {
	next := byte('\n')
	if at+1 < len(text) {
		next = text[at+1]
	}
	if next != ' ' && next != '\t' && next != '"' && next != '\'' || strings.IndexByte("?:", text[at-1]) >= 0 {
		return assignment{}, false
	}
	if quoted {
		if a.start > 0 && closes(text, a.start-1) {
			return assignment{}, false // of a text that ends with the colon
		}
		return a, true
	}
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	key := strings.TrimPrefix(strings.TrimLeft(line, " \t"), "- ")
	value := text[a.start:lineEndAt(text, a.start)]
	if i := strings.Index(value, " #"); i >= 0 {
		value = value[:i]
	}
	value = strings.TrimRight(value, " \t\r\n")
	a.end = a.start + len(value)
	if strings.Trim(strings.Trim(strings.TrimSpace(key), `"'`), "-") != a.name || value == "" || strings.ContainsAny(value, " \t(),;[]") ||
		strings.IndexByte("&*!|>@%{`", value[0]) >= 0 || strings.HasSuffix(value, "{") || slices.Contains(types, strings.ToLower(value)) {
		return assignment{}, false
	}
	plain := strings.ToUpper(a.name) == a.name || strings.Trim(value, letters) == "" && !(value[0] >= 'A' && value[0] <= 'Z' && secretname.Is(value))
	return a, plain
}

// nameBefore returns the name of a variable at the end of a text, which may
// have space and one of : ? + after it.
func nameBefore(text string) string {
	end := len(strings.TrimRight(text, " \t"))
	if end > 0 && strings.IndexByte(":?+", text[end-1]) >= 0 {
		end = len(strings.TrimRight(text[:end-1], " \t"))
	}
	if end > 0 && (text[end-1] == '"' || text[end-1] == '\'') { // a quoted key
		end--
		if end > 0 && text[end-1] == '\\' {
			end--
		}
	}
	start := end
	for start > 0 && (secretname.NameByte(text[start-1]) || text[start-1] == '-') {
		start--
	}
	return strings.Trim(text[start:end], "-")
}

// maxParts is the maximum number of parts of a value.
const maxParts = 20

// valueAt returns the range of the value that starts at an offset, and whether
// it is in quotes, which the range does not have then. The value may go on in
// other quotes, and in the next line after a backslash.
func valueAt(text string, at int) (start, end int, quoted bool) {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	if at == len(text) || text[at] == '=' {
		return at, at, false
	}
	start = at
	for parts := 0; ; parts++ {
		if parts == maxParts {
			return start, at, quoted
		}
		from := at
		if quote := quoteAt(text[at:]); quote != "" {
			at = endOfQuotes(text, at+len(quote), quote)
			after := min(at+len(quote), len(text))
			if !strings.HasPrefix(text[at:], quote) {
				after = at
			}
			next := goesOn(text, after)
			if parts == 0 && next < 0 {
				return start + len(quote), at, true
			}
			quoted = quoted || parts == 0
			if next < 0 {
				return start, after, quoted
			}
			at = next
			continue
		}
		at = endOfWord(text, at)
		end = at
		if next := goesOn(text, at); next >= 0 && at > from {
			at = next
			continue
		}
		return start, end, quoted
	}
}

// quoteAt returns the quote at the start of a text, which has a backslash
// before it within other quotes, or "".
func quoteAt(text string) string {
	for _, quote := range []string{`"`, `'`, "`", `\"`, `\'`} {
		if strings.HasPrefix(text, quote) {
			return quote
		}
	}
	return ""
}

// endOfQuotes returns the offset of the closing quote, or of the end of the
// line if there is none.
func endOfQuotes(text string, at int, quote string) int {
	for at < len(text) && !strings.HasPrefix(text[at:], quote) {
		if text[at] == '\n' && !continuedAt(text, at+1) {
			break
		}
		if text[at] == '\\' && quote == `"` && at+1 < len(text) && text[at+1] != '\n' {
			at++
		}
		at++
	}
	return min(at, len(text))
}

// endOfWord returns the end of a word without quotes.
func endOfWord(text string, at int) int {
	start := at
	text = text[:min(len(text), at+secretname.Near)]
	for ; at < len(text) && strings.IndexByte(" \t\r\n;,)}]\"'`|&<>", text[at]) < 0; at++ {
		if n := secretname.Bracketed(text[at:]); n > 0 {
			at += n - 1 // to the closing bracket
			continue
		}
		if text[at] == '\\' && at+1 < len(text) {
			if next := text[at+1]; next == '\n' || next == '\r' || next == '"' || next == '\'' {
				break
			}
			at++ // an escaped character
		}
	}
	at = min(at, len(text))
	if at == len(text) && at > start && text[at-1] == '\\' {
		at--
	}
	return at
}

// goesOn returns the offset at which the value before an offset goes on, or -1:
// in other quotes, after a plus between quotes, or in the next line.
func goesOn(text string, at int) int {
	if at >= len(text) {
		return -1
	}
	if at > 0 && (text[at-1] == '"' || text[at-1] == '\'') {
		if rest := strings.TrimLeft(text[at:], " \t"); strings.HasPrefix(rest, "+") {
			if rest = strings.TrimLeft(rest[1:], " \t\r\n"); rest != "" && (rest[0] == '"' || rest[0] == '\'') {
				return len(text) - len(rest)
			}
		}
	}
	if text[at] == '\\' || text[at] == '`' {
		next := at + len(continuation().FindString(text[at:]))
		if next > at && next < len(text) && strings.IndexByte(" \t\r\n", text[next]) < 0 {
			return next
		}
		return -1
	}
	if strings.IndexByte(" \t\r\n;,)}]|&<>:", text[at]) >= 0 {
		return -1
	}
	if closes(text, at) {
		return -1 // the text that the assignment is in
	}
	return at
}

// closes reports whether there is a quote at an offset that closes a text on
// its line.
func closes(text string, at int) bool {
	quote := text[at : at+1]
	if quote != `"` && quote != `'` {
		return false
	}
	line := text[max(0, at-secretname.Near):at]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	escaped := strings.Count(line, `\`+quote)
	if strings.HasSuffix(line, `\`) {
		return escaped%2 == 1 // within other quotes
	}
	return (strings.Count(line, quote)-escaped)%2 == 1
}

// continuedAt reports whether the line that ends before an offset goes on after
// it.
func continuedAt(text string, at int) bool {
	return strings.HasSuffix(strings.TrimRight(text[:at], " \t\r\n"), `\`) && at > 0 && text[at-1] == '\n'
}

// lineEndAt returns the end of the line that an offset is in, with its newline.
func lineEndAt(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// environment reads a line such as ENV NAME value, which Dockerfiles may have.
func environment(line string) (name string, value int, ok bool) {
	rest := strings.TrimLeft(line, " \t")
	if len(rest) < 4 || !strings.EqualFold(rest[:3], "env") || rest[3] != ' ' && rest[3] != '\t' {
		return "", 0, false
	}
	rest = strings.TrimLeft(rest[3:], " \t")
	n := 0
	for n < len(rest) && secretname.NameByte(rest[n]) {
		n++
	}
	if n == 0 || n == len(rest) || rest[n] != ' ' && rest[n] != '\t' {
		return "", 0, false
	}
	name, rest = rest[:n], strings.TrimLeft(rest[n:], " \t")
	if rest == "" || rest[0] == '=' || rest[0] == '\n' || rest[0] == '\r' {
		return "", 0, false
	}
	return name, len(line) - len(rest), true
}
