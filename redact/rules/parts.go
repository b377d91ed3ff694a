package rules

import (
	"iter"
	"strings"
)

const (
	// partSize is the length of a part, in bytes, except for the last. It is
	// the size that gitleaks reads at a time: its running time is quadratic in
	// the length.
	partSize = 100_000
	// partSlack is how much longer a part may get, in bytes, to end after an
	// empty line, or else after any line.
	partSlack = 25_000
	// seamSize is the length on each side of a place where a line is cut.
	seamSize = 10_000
)

// parts yields the parts of a text that are searched for secrets, and their
// offsets. Almost all texts have one part. A part ends after an empty line if
// one is near, so that a multiline key stays whole, or else after a line. If it
// ends within a line, and overlap is set, another part is around its end.
func parts(text string, overlap bool) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		start := 0
		for len(text)-start > partSize+partSlack {
			end := start + partSize
			reach := text[end : end+partSlack]
			if i := strings.Index(reach, "\n\n"); i >= 0 {
				end += i + len("\n\n")
			} else if i := strings.IndexByte(reach, '\n'); i >= 0 {
				end += i + len("\n")
			} else if overlap && !yield(end-seamSize, text[end-seamSize:end+seamSize]) {
				return
			}
			if !yield(start, text[start:end]) {
				return
			}
			start = end
		}
		yield(start, text[start:])
	}
}
