package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Static returns the value of a word without quotes and escapes, and whether it
// does not depend on the shell. Patterns of names stay as they are.
func Static(w *syntax.Word) (string, bool) { return static(w.Parts, false) }

func static(parts []syntax.WordPart, quoted bool) (string, bool) {
	if len(parts) == 1 {
		if lit, ok := parts[0].(*syntax.Lit); ok && strings.IndexByte(lit.Value, '\\') < 0 {
			return lit.Value, true // the common case
		}
	}
	var b strings.Builder
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			unescape(&b, part.Value, quoted)
		case *syntax.SglQuoted:
			if part.Dollar {
				return "", false
			}
			b.WriteString(part.Value)
		case *syntax.DblQuoted:
			inner, ok := static(part.Parts, true)
			if !ok {
				return "", false
			}
			b.WriteString(inner)
		default:
			return "", false
		}
	}
	return b.String(), true
}

func unescape(b *strings.Builder, s string, quoted bool) {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (!quoted || strings.IndexByte("$`\"\\\n", s[i+1]) >= 0) {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
}
