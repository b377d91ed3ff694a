package ignore

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// apart reports whether a comment can stand above a line, given by its start,
// without becoming a part of something else, or splitting it.
func (w *writer) apart(at int) bool {
	if at == 0 {
		return true
	}
	before := w.content[:at]
	switch above := bytes.TrimRight(before, "\r\n"); {
	case w.syntax != docker && bytes.HasSuffix(above, []byte(`\`)):
		return false
	case w.syntax == markdown:
		lines := bytes.Split(bytes.TrimSuffix(before, []byte("\n")), []byte("\n"))
		return len(bytes.TrimSpace(lines[len(lines)-1])) == 0 // else it splits a paragraph, a list or a table
	case w.syntax == html:
		return !within(before)
	case w.syntax == script && strings.HasSuffix(strings.ToLower(path.Ext(w.name)), "x"):
		return false // in an element of JSX, it is text
	}
	return w.syntax.certain || at <= w.syntax.torn(w.content)
}

// within reports whether a text of XML or HTML ends within a tag, or an element
// in which comments are text.
func within(text []byte) bool {
	text = bytes.ToLower(text)
	return slices.ContainsFunc([][2]string{
		{"<", ">"}, {"<![cdata[", "]]>"}, {"<script", "</script"}, {"<style", "</style"}, {"<pre", "</pre"}, {"<textarea", "</textarea"},
	}, func(pair [2]string) bool {
		return bytes.LastIndex(text, []byte(pair[0])) > bytes.LastIndex(text, []byte(pair[1]))
	})
}

// torn returns the start of the first string that has no end in its line, and so
// may have further lines after all, or the length of the text.
func (s *syntax) torn(text []byte) int {
	c := &scan{syntax: s, text: text}
	for c.at < len(text) {
		at := c.at
		if c.step(); c.lost || c.torn {
			return at
		}
	}
	return len(text)
}

// top returns where a comment may stand that is about the whole file.
func (s *syntax) top(content []byte) int {
	at := 0
	if bytes.HasPrefix(content, []byte(mark)) {
		at = len(mark)
	}
	if s == markdown {
		return at + matter(content[at:])
	}
	for at < len(content) {
		end := bytes.IndexByte(content[at:], '\n')
		if !first().Match(content[at:]) {
			break
		}
		if end < 0 {
			return len(content)
		}
		at += end + 1
	}
	return at
}

// matter returns the length of the front matter of a Markdown file: the lines
// between two lines of dashes, or plus signs, at its top.
func matter(content []byte) int {
	at := 0
	var fence []byte
	for line := range bytes.Lines(content) {
		at += len(line)
		switch line = bytes.TrimSpace(line); {
		case fence == nil && !slices.Contains([]string{"---", "+++"}, string(line)):
			return 0
		case fence == nil:
			fence = line
		case bytes.Equal(line, fence):
			return at
		}
	}
	return 0
}
