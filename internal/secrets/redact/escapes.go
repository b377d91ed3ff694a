package redact

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// stripEscapes returns a text without the escape codes of terminals (ECMA-48),
// which may be within a secret. The pieces are nil if there are none.
//
// A code that does not end within its line is cut there: more text is rather
// looked at than skipped.
func stripEscapes(text string) (string, []piece) {
	if !inert.HasEscapes(text) {
		return text, nil
	}
	var b strings.Builder
	var pieces []piece
	for at := 0; at < len(text); {
		n := inert.EscapeLength(text[at:])
		if n > 0 {
			at += n
			continue
		}
		start := at
		for at < len(text) && inert.EscapeLength(text[at:]) == 0 {
			at++
		}
		pieces = append(pieces, piece{at: b.Len(), start: start, end: at})
		b.WriteString(text[start:at])
	}
	return b.String(), pieces
}
