// This is ../fix_edits/generated.go, for this module has no part of the one
// around it. `go test ./checks/builtin -update`, there, writes it.

package gazelle

import "bytes"

// headSize is how far into a file the comments at its top are looked through for a marker of generated code. A
// long licence text fits many times.
const headSize = 16 << 10

// isGenerated reports whether a file says of itself that it is generated (rule 9). It says so in the comments at
// its very top, in one of two ways:
//
//   - a comment line that is nothing but the sentence of the Go convention, which starts with "Code generated" and
//     ends with "DO NOT EDIT.", or
//   - the word @generated anywhere in a comment.
//
// As in Go, only what stands before the first line of code counts. So a program that holds such a line in a string
// or mentions the marker in its documentation is not taken for generated, whichever language it is in. A word in
// quotes is a mention too.
func isGenerated(content []byte) bool { return inTopComment(content, saysGenerated) }

// inTopComment reports whether says holds for a line of the comments at the
// very top of a file, which it is given without the signs that open and close a
// comment.
func inTopComment(content []byte, says func(line []byte) bool) bool {
	head := content[:min(len(content), headSize)]
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	var closer string // of the block comment that the line is in; "" outside of one
	for len(head) > 0 {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte("\n"))
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if closer == "" {
			var opened bool
			line, closer, opened = openComment(line)
			if !opened {
				return false
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
			return true
		}
		if len(bytes.TrimSpace(rest)) > 0 {
			return false
		}
	}
	return false
}

// commentStyles are the ways to open a comment, longer ones before their prefixes. A line comment has no closer.
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
	// What must come before any comment in some languages, and is no code.
	{"<?", ""},
	{"<!", ""},
	{"@charset", ""},
	{"@echo off", ""},
}

// openComment returns what follows the opener of a comment, and the closer that ends it, if it needs one.
func openComment(line []byte) (rest []byte, closer string, ok bool) {
	for _, style := range commentStyles {
		if rest, ok := bytes.CutPrefix(line, []byte(style.opener)); ok {
			return rest, style.closer, true
		}
	}
	return line, "", false
}

// saysGenerated reports whether one line of a comment, without its opener and closer, is a marker.
func saysGenerated(line []byte) bool {
	line = bytes.Trim(line, " \t\r*/#;-%!")
	if rest, ok := bytes.CutPrefix(line, []byte("Code generated ")); ok {
		if bytes.HasSuffix(rest, []byte("DO NOT EDIT.")) || bytes.HasSuffix(rest, []byte("DO NOT EDIT")) {
			return true
		}
	}
	marker := []byte("@generated")
	for at := 0; ; {
		i := bytes.Index(line[at:], marker)
		if i < 0 {
			return false
		}
		start := at + i
		at = start + len(marker)
		if (start == 0 || !isWordOrQuote(line[start-1])) && (at == len(line) || !isWordOrQuote(line[at])) {
			return true
		}
	}
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
