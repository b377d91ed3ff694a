// Package markers separates data in a prompt from our own words, by lines
// around it that nobody can write without the nonce of the run.
package markers

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// New returns a nonce, which no text has but by intent: 16 hexadecimal digits.
func New() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// Unused returns the nonce of a run, unless a text has it. Then it returns a
// nonce derived from it, which nobody can guess without the nonce of the run.
func Unused(nonce string, texts ...string) string {
	all := strings.Join(texts, "\n")
	for strings.Contains(all, nonce) {
		nonce = After(nonce)
	}
	return nonce
}

// After returns the nonce that takes the place of one that a text has.
func After(nonce string) string {
	sum := sha256.Sum256([]byte(nonce))
	return hex.EncodeToString(sum[:8])
}

// Write writes a text between two marker lines, which name it. A text without a
// newline at its end gets one; the note, if not empty, then follows the last
// marker.
func Write(b *strings.Builder, nonce, what, text, note string) {
	fmt.Fprintf(b, "<<<%s %s\n%s", what, nonce, text)
	end := ""
	if text != "" && !strings.HasSuffix(text, "\n") {
		b.WriteString("\n")
		if note != "" {
			end = " (" + note + ")"
		}
	}
	fmt.Fprintf(b, "%s %s>>>%s\n", what, nonce, end)
}

// In reports whether a line of an answer is a marker line, which was taken for a
// part of the data.
func In(line, nonce string) bool {
	return strings.Contains(line, nonce) && (strings.Contains(line, "<<<") || strings.Contains(line, ">>>"))
}
