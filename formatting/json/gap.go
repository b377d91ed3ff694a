package json

import (
	"bytes"
	"strings"

	"github.com/tailscale/hujson"
)

// A comment is one comment of a gap.
type comment struct {
	text     []byte // as in the source, without the newline that ends a line comment
	newlines int    // the number of newlines before it
}

// isLine reports whether the comment extends to the end of its line.
func (c comment) isLine() bool { return c.text[1] == '/' }

// A gap is the text between two tokens, without the comma.
type gap struct {
	comments []comment
	newlines int // after the last comment, or after the token before the gap
}

// trimmed returns the comment without the whitespace at the ends of its lines.
func (c comment) trimmed() string {
	lines := strings.Split(string(c.text), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, whitespace)
	}
	return strings.Join(lines, "\n")
}

// indented is like trimmed, for a comment that starts its line after
// indentation. If each further line starts with an asterisk, the asterisks are
// aligned below the first one.
func (c comment) indented(indentation string) string {
	lines := strings.Split(c.trimmed(), "\n")
	for _, line := range lines[1:] {
		if !strings.HasPrefix(strings.TrimLeft(line, whitespace), "*") {
			return strings.Join(lines, "\n")
		}
	}
	for i, line := range lines[1:] {
		lines[1+i] = indentation + " " + strings.TrimLeft(line, whitespace)
	}
	return strings.Join(lines, "\n")
}

// between reads the parts of a gap, in order.
func between(parts ...hujson.Extra) gap {
	var g gap
	for _, part := range parts {
		for end := 0; ; {
			start, next := token(part, end)
			g.newlines += bytes.Count(part[end:start], []byte("\n"))
			if start == next {
				break
			}
			g.comments = append(g.comments, comment{part[start:next], g.newlines})
			g.newlines = 0
			end = next
		}
	}
	return g
}

// oneLine reports whether a gap has no line end.
func (g gap) oneLine() bool {
	for _, c := range g.comments {
		if c.newlines > 0 || c.isLine() || bytes.IndexByte(c.text, '\n') >= 0 {
			return false
		}
	}
	return g.newlines == 0
}

// head splits off the comments at the end of the line on which the gap begins.
// If the gap has no line end, there are none: its comments belong to the
// following item.
func (g gap) head() (head []comment, rest gap) {
	n := 0
	for n < len(g.comments) && g.comments[n].newlines == 0 {
		n++
	}
	if n == len(g.comments) && g.newlines == 0 {
		n = 0
	}
	return g.comments[:n], gap{g.comments[n:], g.newlines}
}

// beforeComma cuts off the comments between a value and its comma that stay
// there: those on the value's line, other than line comments.
func beforeComma(extra hujson.Extra) (stay []comment, rest hujson.Extra) {
	for {
		start, end := token(extra, 0)
		if start == end || extra[start+1] == '/' || bytes.IndexByte(extra[:start], '\n') >= 0 {
			return stay, extra
		}
		stay = append(stay, comment{extra[start:end], 0})
		extra = extra[end:]
	}
}
