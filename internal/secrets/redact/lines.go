package redact

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// lines is a text split into lines.
type lines struct {
	text      string
	starts    []int // the offset of each line, and the length of the text
	documents []int // the line that starts the document that each line is in, or -1
}

func newLines(text string) *lines {
	l := &lines{text: text}
	for start := 0; start < len(text); {
		l.starts = append(l.starts, start)
		if i := strings.IndexByte(text[start:], '\n'); i >= 0 {
			start += i + 1
		} else {
			start = len(text)
		}
	}
	l.starts = append(l.starts, len(text))
	l.findDocuments()
	return l
}

// document matches the start of a document within a command, as shells and
// Dockerfiles have it. Other languages may use the same characters, which makes
// no difference to a text that does not change there.
var document = lazyregexp.New(`<<[-~]?\s*["']?([A-Za-z_][A-Za-z0-9_]*)["']?`)

func (l *lines) findDocuments() {
	var ends []string // of the documents that are not at their end
	start := -1
	for i := range len(l.starts) - 1 {
		line := l.line(i)
		if len(ends) > 0 {
			l.documents = append(l.documents, start)
			if strings.TrimSpace(line) == ends[0] {
				ends = ends[1:]
			}
			continue
		}
		l.documents = append(l.documents, -1)
		if skipped(line) {
			continue
		}
		for _, m := range document().FindAllStringSubmatch(line, -1) {
			ends = append(ends, m[1])
		}
		start = i
	}
}

// around returns the lines that a line belongs to: the lines joined with it,
// and the first lines of its document.
func (l *lines) around(at int) string {
	if l.text == "" {
		return ""
	}
	lines := l.joined(at)
	if start := l.documents[l.index(at)]; start >= 0 {
		lines = l.joined(l.starts[start]) + "\n" + lines
	}
	return lines
}

// index returns the index of the line that has an offset.
func (l *lines) index(at int) int {
	i, found := slices.BinarySearch(l.starts, at)
	if !found {
		i--
	}
	return i
}

func (l *lines) line(i int) string { return l.text[l.starts[i]:l.starts[i+1]] }

// joined returns the lines that are one with the line at an offset, because
// lines before it are continued, or it is.
func (l *lines) joined(at int) string {
	first := l.index(at)
	last := first
	for i := first - 1; i >= 0; i-- {
		if continued(l.line(i)) {
			first = i
		} else if !skipped(l.line(i)) {
			break
		}
	}
	for i := last; i < len(l.starts)-1; i++ {
		if i > last && skipped(l.line(i)) {
			continue
		}
		last = i
		if !continued(l.line(i)) {
			break
		}
	}
	return l.text[l.starts[first]:l.starts[last+1]]
}

func continued(line string) bool {
	line = strings.TrimSpace(line)
	return !skipped(line) && (strings.HasSuffix(line, `\`) || strings.HasSuffix(line, "`"))
}

// skipped reports whether a line is blank or a comment, which a continued line
// may have after it.
func skipped(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#'
}
