package redact

import "strings"

// AssignedSecret is the rule of secrets that are found by the name of their
// variable.
const AssignedSecret = "assigned-secret"

// Assignments returns a hook that finds the literal values that are given to
// secret variables, as in NAME=value, NAME="a value" and ENV NAME value. The
// function decides by a name and a literal value. Values that are references,
// such as $NAME and $(command), are not literal.
func Assignments(secret func(name, value string) bool) Hook {
	return func(text string) ([]Secret, error) {
		var found []Secret
		add := func(name string, start, end int) {
			if start < end && text[start:end] != Placeholder && !reference(text[start:end]) && secret(name, text[start:end]) {
				found = append(found, Secret{AssignedSecret, "the value of " + name, start, end})
			}
		}
		for at := 0; at < len(text); {
			i := strings.IndexByte(text[at:], '=')
			if i < 0 {
				break
			}
			at += i
			if name := nameBefore(text[:at]); name != "" {
				start, end := valueAt(text, at+1)
				add(name, start, end)
			}
			at++
		}
		start := 0
		for line := range strings.SplitAfterSeq(text, "\n") {
			if name, from, ok := environment(line); ok {
				end := strings.TrimRight(line, " \t\r\n")
				add(name, start+from, start+max(from, len(end)))
			}
			start += len(line)
		}
		return found, nil
	}
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
	}
	start := end
	for start > 0 && nameByte(text[start-1]) {
		start--
	}
	return text[start:end]
}

// valueAt returns the range of the value that starts at an offset, without its
// quotes. It is on the same line.
func valueAt(text string, at int) (start, end int) {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	if at == len(text) || text[at] == '=' {
		return at, at
	}
	if quote := text[at]; quote == '"' || quote == '\'' || quote == '`' {
		for end = at + 1; end < len(text) && text[end] != quote && text[end] != '\n'; end++ {
			if text[end] == '\\' && quote == '"' && end+1 < len(text) && text[end+1] != '\n' {
				end++
			}
		}
		return at + 1, end
	}
	for end = at; end < len(text) && strings.IndexByte(" \t\r\n;,)}]\"'`|&<>", text[end]) < 0; end++ {
		if i := strings.IndexAny(text[end:], "}\n"); strings.HasPrefix(text[end:], "${") && i >= 0 && text[end+i] == '}' {
			end += i // up to the brace, whatever is between
			continue
		}
		if text[end] == '\\' && end+1 < len(text) && text[end+1] != '\n' {
			end++ // an escaped character
		}
	}
	if end > at && text[end-1] == '\\' && (end == len(text) || text[end] == '\n') {
		end-- // the line is continued
	}
	return at, min(end, len(text))
}

// environment reads a line such as ENV NAME value, which Dockerfiles may have.
func environment(line string) (name string, value int, ok bool) {
	rest := strings.TrimLeft(line, " \t")
	if len(rest) < 4 || !strings.EqualFold(rest[:3], "env") || rest[3] != ' ' && rest[3] != '\t' {
		return "", 0, false
	}
	rest = strings.TrimLeft(rest[3:], " \t")
	n := 0
	for n < len(rest) && nameByte(rest[n]) {
		n++
	}
	if n == 0 || n == len(rest) || rest[n] != ' ' && rest[n] != '\t' {
		return "", 0, false
	}
	name, rest = rest[:n], strings.TrimLeft(rest[n:], " \t")
	if rest == "" || rest[0] == '=' {
		return "", 0, false
	}
	return name, len(line) - len(rest), true
}

// reference reports whether a value is nothing but a reference to another one.
func reference(value string) bool {
	value = strings.Trim(value, `"' `)
	if !strings.HasPrefix(value, "$") {
		return false
	}
	rest := value[1:]
	switch {
	case strings.HasPrefix(rest, "{"):
		// ${NAME:-default} has a literal value.
		return strings.IndexByte(rest, '}') == len(rest)-1 && !strings.ContainsAny(rest, ":-+?")
	case strings.HasPrefix(rest, "("):
		return strings.HasSuffix(rest, ")") || !strings.Contains(rest, ")")
	}
	return rest != "" && strings.IndexFunc(rest, func(c rune) bool { return c >= 0x80 || !nameByte(byte(c)) }) < 0
}

func nameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
