package redact

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// lines is a text split into lines.
type lines struct {
	text      string
	index     *position.Text
	documents []int // the line that starts the document that each line is in, or 0
}

func newLines(text string) *lines {
	l := &lines{text: text, index: position.New([]byte(text), position.LF), documents: []int{0}}
	l.findDocuments()
	return l
}

// document matches the start of a document within a command, as shells and
// Dockerfiles have it. Other languages may use the same characters, which makes
// no difference to a text that does not change there.
var document = lazyregexp.New(`<<[-~]?\s*["']?([A-Za-z_][A-Za-z0-9_]*)["']?`)

func (l *lines) findDocuments() {
	var ends []string // of the documents that are not at their end
	start := 0
	for i := 1; i <= l.index.Lines(); i++ {
		line := l.line(i)
		if len(ends) > 0 {
			l.documents = append(l.documents, start)
			if strings.TrimSpace(line) == ends[0] {
				ends = ends[1:]
			}
			continue
		}
		l.documents = append(l.documents, 0)
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
	lines := l.joined(at)
	if start := l.documents[l.index.Line(at)]; start > 0 {
		lines = l.joined(l.index.Start(start)) + "\n" + lines
	}
	return lines
}

func (l *lines) line(i int) string { return l.text[l.index.Start(i):l.index.End(i)] }

// joined returns the lines that are one with the line at an offset, because
// lines before it are continued, or it is.
func (l *lines) joined(at int) string {
	first := l.index.Line(at)
	last := first
	for i := first - 1; i > 0; i-- {
		if continued(l.line(i)) {
			first = i
		} else if !skipped(l.line(i)) {
			break
		}
	}
	for i := last; i <= l.index.Lines(); i++ {
		if i > last && skipped(l.line(i)) {
			continue
		}
		last = i
		if !continued(l.line(i)) {
			break
		}
	}
	return l.text[l.index.Start(first):min(l.index.End(last)+1, len(l.text))]
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
