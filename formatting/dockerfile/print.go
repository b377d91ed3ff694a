package dockerfile

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A printer writes a file in its layout.
type printer struct {
	*document
	style
	habits
	out bytes.Buffer

	comment int  // the index of the next comment to write
	begun   bool // whether any text is written
}

// print returns the canonical text of a document.
func (l *language) print(d *document) []byte {
	p := &printer{document: d, style: l.style}
	if !p.canonical {
		p.habits = habitsOf(d)
	}
	p.out.Grow(len(d.Source) + len(d.Source)/16)
	at := 0
	if strings.HasPrefix(d.Source, syntax.BOM) {
		p.out.WriteString(syntax.BOM)
		at = len(syntax.BOM)
	}
	for i, ins := range d.Instructions {
		p.between(at, ins.Start, l.apart(d, i))
		p.instruction(ins)
		at = d.below(ins)
	}
	p.between(at, len(d.Source), false)
	return p.out.Bytes()
}

// apart reports whether a blank line is required before the instruction at an
// index, which is true for each FROM except for the first.
func (s style) apart(d *document, i int) bool {
	return s.canonical && d.Instructions[i].Name == "from" &&
		slices.ContainsFunc(d.Instructions[:i], func(ins *syntax.Instruction) bool { return ins.Name == "from" })
}

// below returns the offset in the source of the line below an instruction.
func (d *document) below(ins *syntax.Instruction) int {
	if next := strings.IndexByte(d.Source[ins.End:], '\n'); next >= 0 {
		return ins.End + next + 1
	}
	return len(d.Source)
}

// between writes the comments and empty lines between two instructions. If
// apart is true, it writes at least one empty line.
func (p *printer) between(start, end int, apart bool) {
	zone := p.Source[start:end]
	empty := 0
	if apart && !hasEmptyLine(zone) {
		empty = 1
	}
	if first := strings.TrimSpace(zone); !p.begun && hasEmptyLine(zone[:strings.Index(zone, first)]) && strings.HasPrefix(first, "#") {
		p.out.WriteByte('\n') // without it, a comment may become a parser directive
	}
	indent := ""
	for line := range strings.Lines(zone) {
		text := strings.TrimSpace(line)
		switch {
		case text != "" && p.canonical:
			p.line(text, empty)
			empty = 0
		case text != "":
			p.line(strings.TrimRightFunc(line, unicode.IsSpace), empty)
			empty = 0
		case strings.HasSuffix(line, "\n"):
			empty = min(empty+1, p.blankLines())
		case !p.canonical:
			indent = line
		}
	}
	if end < len(p.Source) {
		p.line("", empty)
		p.out.WriteString(indent)
	}
	for p.comment < len(p.Comments) && p.Comments[p.comment].Start < end {
		p.comment++
	}
}

// hasEmptyLine reports whether one of the terminated lines of a text is empty.
func hasEmptyLine(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasSuffix(line, "\n") && strings.TrimSpace(line) == "" {
			return true
		}
	}
	return false
}

// line writes a line, preceded by empty lines unless it is the first. If text
// is empty it writes only the empty lines.
func (p *printer) line(text string, empty int) {
	if p.begun {
		p.out.WriteString(strings.Repeat("\n", empty))
	}
	if text != "" {
		p.out.WriteString(text)
		p.out.WriteByte('\n')
		p.begun = true
	}
}

// instruction writes an instruction and its here-documents.
func (p *printer) instruction(ins *syntax.Instruction) {
	p.begun = true
	p.lines(ins)
	if len(ins.Heredocs) == 0 {
		return
	}
	p.out.WriteString(p.Source[ins.Heredocs[0].Body:ins.End])
	p.out.WriteByte('\n')
}
