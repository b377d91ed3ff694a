// This is a copy of ../fix_edits/generated.go: this module
// cannot import the module around it. To update it, run
// `go test ./internal/checks/builtin -update` there.

package gazelle

import "bytes"

// headSize is the number of bytes at the start of a file that are searched for
// a marker of generated code. It leaves ample room for a long license text.
const headSize = 16 << 10

// isGenerated reports whether a file is marked as generated (rule 9). The
// marker is in the comments at the very top of the file, in one of two forms:
//
//   - a comment line that consists of the sentence of the Go convention, which
//     starts with "Code generated" and ends with "DO NOT EDIT.", or
//   - the word @generated at the start of a comment line.
//
// As in Go, only comments before the first line of code count. A program in any
// language that has such a line in a string, or mentions the marker in its
// documentation, is not considered generated.
func isGenerated(content []byte) bool { return GeneratedLine(content) > 0 }

// GeneratedLine returns the line of the marker, from 1, or 0 if there is none.
func GeneratedLine(content []byte) int { return topComment(content, saysGenerated) }

// inTopComment reports whether says returns true for a line of the comments at
// the very top of a file. The line is passed without comment delimiters.
func inTopComment(content []byte, says func(line []byte) bool) bool {
	return topComment(content, says) > 0
}

// topComment returns the first line of which says returns true, or 0.
func topComment(content []byte, says func(line []byte) bool) int {
	head := content[:min(len(content), headSize)]
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	var closer string // of the block comment that the line is in; "" outside of one
	for number := 1; len(head) > 0; number++ {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte("\n"))
		for line = bytes.TrimSpace(line); len(line) > 0; {
			if closer == "" {
				var opened bool
				line, closer, opened = openComment(line)
				if !opened {
					return 0
				}
			}
			var rest []byte
			if closer != "" {
				var closed bool
				if line, rest, closed = bytes.Cut(line, []byte(closer)); closed {
					closer = ""
				}
			}
			if says(line) {
				return number
			}
			line = bytes.TrimSpace(rest) // a further comment, or code
		}
	}
	return 0
}

// commentStyles lists the openers of comments, longer ones before their
// prefixes. A line comment has no closer.
var commentStyles = []struct{ opener, closer string }{
	{"<!--", "-->"},
	{"/*", "*/"},
	{"(*", "*)"},
	{"{-", "-}"},
	{"{#", "#}"},
	{"<%--", "--%>"},
	{`"""`, `"""`},
	{"'''", "'''"},
	{"=begin", "=end"},
	{"//", ""},
	{"#", ""},
	{"--", ""},
	{";", ""},
	{"%", ""},
	{"!", ""},
	{"'", ""},
	{"REM ", ""},
	{"rem ", ""},
	{`.\"`, ""},
	// Required before any comment in some languages; not code.
	{"<?", ""},
	{"<!", ""},
	{"@charset", ""},
	{"@echo off", ""},
}

// openComment returns the rest of the line after the opener of a comment, and
// the closer of a block comment.
func openComment(line []byte) (rest []byte, closer string, ok bool) {
	for _, style := range commentStyles {
		if rest, ok := bytes.CutPrefix(line, []byte(style.opener)); ok {
			return rest, style.closer, true
		}
	}
	return line, "", false
}

// saysGenerated reports whether a comment line without its delimiters is a
// marker.
func saysGenerated(line []byte) bool {
	line = bytes.Trim(line, " \t\r*/#;-%!")
	if rest, ok := bytes.CutPrefix(line, []byte("Code generated ")); ok {
		if bytes.HasSuffix(rest, []byte("DO NOT EDIT.")) || bytes.HasSuffix(rest, []byte("DO NOT EDIT")) {
			return true
		}
	}
	rest, ok := bytes.CutPrefix(line, []byte("@generated"))
	return ok && (len(rest) == 0 || !isWordOrQuote(rest[0]))
}

func isWordOrQuote(c byte) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c >= 0x80:
		return true
	}
	switch c {
	case '_', '`', '"', '\'':
		return true
	}
	return false
}
