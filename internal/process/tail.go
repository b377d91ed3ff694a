package process

import "strings"

// The bounds of the end of an output.
const (
	tailLines = 20
	tailBytes = 4096
)

// A Tail keeps the end of the text that is written to it. The zero Tail is
// empty. It is not for use by several goroutines.
type Tail struct{ text []byte }

// Write never fails.
func (t *Tail) Write(text []byte) (int, error) {
	t.text = append(t.text, text...)
	if len(t.text) > 4*tailBytes {
		t.text = append(t.text[:0], t.text[len(t.text)-tailBytes:]...)
	}
	return len(text), nil
}

// String returns the last lines, as LastLines does.
func (t *Tail) String() string { return LastLines(string(t.text)) }

// LastLines returns the last lines of a text, without newlines at its end: at
// most 20 lines and 4 KiB of valid UTF-8.
func LastLines(text string) string {
	text = strings.TrimRight(strings.ToValidUTF8(text, "\uFFFD"), "\n")
	lines := strings.Split(text, "\n")
	text = strings.Join(lines[max(0, len(lines)-tailLines):], "\n")
	for len(text) > tailBytes {
		_, rest, found := strings.Cut(text, "\n")
		if !found {
			return strings.ToValidUTF8(text[len(text)-tailBytes:], "")
		}
		text = rest
	}
	return text
}
