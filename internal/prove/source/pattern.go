package source

import "strings"

// A pattern is a name with parts that are known only at run time: it has the
// fixed texts between them. Nil means that the name is known.
type pattern []string

// anything is a pattern that every name matches.
var anything = pattern{"", ""}

// match reports whether a name has the fixed texts in their order, with
// anything between them.
func (p pattern) match(name string) bool {
	rest, ok := strings.CutPrefix(name, p[0])
	if !ok || len(p) == 1 {
		return ok && rest == ""
	}
	last := p[len(p)-1]
	for _, fixed := range p[1 : len(p)-1] {
		i := strings.Index(rest, fixed)
		if i < 0 {
			return false
		}
		rest = rest[i+len(fixed):]
	}
	return strings.HasSuffix(rest, last)
}

// templatePattern splits a template of JavaScript at its substitutions.
func templatePattern(title string) pattern {
	var p pattern
	for {
		before, rest, ok := strings.Cut(title, "${")
		p = append(p, before)
		if !ok {
			return p
		}
		end := substitutionEnd(rest)
		title = rest[end:]
	}
}

// substitutionEnd returns the index after the brace that closes a substitution.
// It is the end of the text if that is unclear.
func substitutionEnd(rest string) int {
	depth := 0
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; c {
		case '"', '\'', '`':
			n := strings.IndexByte(rest[i+1:], c)
			if n < 0 || c == '`' {
				return len(rest)
			}
			i += 1 + n
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i + 1
			}
			depth--
		}
	}
	return len(rest)
}

// printfPattern splits the title of a test.each at %s, $name and the like. A
// title without them is a known name, but runners may append the index.
func printfPattern(title string) pattern {
	var p pattern
	start := 0
	for i := 0; i < len(title); i++ {
		end := i
		switch {
		case title[i] == '%' && i+1 < len(title):
			end = i + 2
		case title[i] == '$':
			end = i + 1
			for end < len(title) && (title[end] == '.' || title[end] == '_' || title[end] == '#' || alphanumeric(title[end])) {
				end++
			}
		default:
			continue
		}
		p = append(p, title[start:i])
		start = end
		i = end - 1
	}
	if p == nil {
		return pattern{title, ""}
	}
	return append(p, title[start:])
}

func alphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
