package secrets

import (
	"iter"
	"strings"
)

const (
	// partSize is how long a part of a text is, in bytes, if it is not the last. It is what gitleaks takes of a file at a time:
	// the time that it needs grows with the square of what it is given.
	partSize = 100_000
	// partSlack is how much longer a part may get, in bytes, to end behind an empty line, or behind any.
	partSlack = 25_000
)

// parts yields the parts of a text in which secrets are looked for, and where they start. Nearly all texts are one part.
// A part ends behind an empty line where there is one in reach, so that a key of many lines stays whole, or else with a line.
func parts(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		start := 0
		for len(text)-start > partSize+partSlack {
			end := start + partSize
			reach := text[end : end+partSlack]
			if i := strings.Index(reach, "\n\n"); i >= 0 {
				end += i + len("\n\n")
			} else if i := strings.IndexByte(reach, '\n'); i >= 0 {
				end += i + len("\n")
			}
			if !yield(start, text[start:end]) {
				return
			}
			start = end
		}
		yield(start, text[start:])
	}
}
