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
	above := w.content[max(bytes.LastIndexByte(w.content[:max(at-1, 0)], '\n'), 0):at]
	switch {
	case at == 0:
		return true
	case w.syntax != docker && bytes.HasSuffix(bytes.TrimRight(above, "\r\n"), []byte(`\`)):
		return false
	case w.syntax == markdown:
		return len(bytes.TrimSpace(above)) == 0 // else it splits a paragraph, a list or a table
	case w.syntax == script && strings.HasSuffix(strings.ToLower(path.Ext(w.name)), "x"):
		return false // in an element of JSX, it is text
	}
	if w.whole == nil {
		w.whole = w.syntax.whole(w.content)
	}
	return !slices.ContainsFunc(w.whole, func(r [2]int) bool { return r[0] < at && at <= r[1] })
}

// whole returns the ranges of a text within which no comment can stand that are
// not known as strings: tags and elements of XML and HTML whose content is text,
// and in languages whose strings are not known for certain the rest of the text
// after a string that does not end in its line.
func (s *syntax) whole(text []byte) [][2]int {
	ranges := [][2]int{}
	if s == html {
		text = bytes.ToLower(text)
		for _, pair := range [][2]string{
			{"<", ">"}, {"<![cdata[", "]]>"}, {"<script", "</script"}, {"<style", "</style"}, {"<pre", "</pre"}, {"<textarea", "</textarea"},
		} {
			for at := 0; ; {
				begin := bytes.Index(text[at:], []byte(pair[0]))
				if begin < 0 {
					break
				}
				begin += at
				end := bytes.Index(text[begin:], []byte(pair[1]))
				if end < 0 {
					ranges = append(ranges, [2]int{begin, len(text)})
					break
				}
				at = begin + end + len(pair[1])
				ranges = append(ranges, [2]int{begin, at - 1})
			}
		}
	} else if !s.certain {
		ranges = append(ranges, [2]int{s.torn(text), len(text)})
	}
	return ranges
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
