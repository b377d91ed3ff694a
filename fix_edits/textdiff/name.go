package textdiff

import (
	"strings"
	"unicode/utf8"
)

// appendFile appends a name in the form of the lines --- and +++.
func appendFile(out []byte, side, name string) []byte {
	if name == "" {
		return append(out, "/dev/null\n"...)
	}
	size := len(out)
	out = AppendName(out, side+name)
	if out[size] != '"' && strings.Contains(name, " ") {
		out = append(out, '\t') // ends the name, for programs that expect a time after it
	}
	return append(out, '\n')
}

// AppendName appends a name as git writes it in a patch: in double quotes, with C
// escapes, if it has control characters, quotes, backslashes or invalid UTF-8.
func AppendName(out []byte, name string) []byte {
	if !needsQuotes(name) {
		return append(out, name...)
	}
	out = append(out, '"')
	for len(name) > 0 {
		r, size := utf8.DecodeRuneInString(name)
		c := name[0]
		letter := strings.IndexByte("\a\b\t\n\v\f\r\"\\", c)
		switch {
		case letter >= 0:
			out = append(out, '\\', `abtnvfr"\`[letter])
		case r == utf8.RuneError && size == 1, c < ' ', c == 0x7f:
			out = append(out, '\\', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
		default:
			out = append(out, name[:size]...)
		}
		name = name[size:]
	}
	return append(out, '"')
}

func needsQuotes(name string) bool {
	for i := range len(name) {
		if c := name[i]; c < ' ' || c == 0x7f || c == '"' || c == '\\' {
			return true
		}
	}
	return !utf8.ValidString(name)
}
