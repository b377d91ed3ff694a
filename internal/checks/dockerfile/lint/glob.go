package lint

import "strings"

// Glob reports whether a pattern, in which * matches any text, matches a text.
func Glob(pattern, text string) bool {
	head, tail, found := strings.Cut(pattern, "*")
	if !found {
		return pattern == text
	}
	if !strings.HasPrefix(text, head) {
		return false
	}
	text = text[len(head):]
	for {
		part, more, again := strings.Cut(tail, "*")
		if !again {
			return strings.HasSuffix(text, part)
		}
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text, tail = text[i+len(part):], more
	}
}
