package syntax

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Parse reads a Dockerfile. It never fails; File.Errors has the mistakes. It
// takes time proportional to the length of src, which it keeps.
func Parse(src string) *File {
	p := &scanner{file: &File{Source: src, Escape: '\\'}, lines: reader{src: src}}
	if strings.HasPrefix(src, BOM) {
		p.lines.offset = len(BOM)
	}
	return p.read()
}

// read reads all lines.
func (p *scanner) read() *File {
	for {
		l, ok := p.lines.next()
		if !ok {
			break
		}
		p.line(l)
	}
	if len(p.file.Instructions) == 0 {
		p.fail(p.lines.number, 0, "file with no instructions")
	}
	slices.SortStableFunc(p.file.Errors, func(a, b *Error) int { return a.Pos - b.Pos })
	p.file.refused = sync.OnceValues(p.file.firstRefused)
	return p.file
}

type scanner struct {
	file       *File
	lines      reader
	directives directives
	pending    []int // the comments that belong to the next instruction
}

func (p *scanner) fail(line, pos int, format string, args ...any) *Error {
	err := &Error{Line: max(line, 1), Pos: pos, Msg: fmt.Sprintf(format, args...)}
	p.file.Errors = append(p.file.Errors, err)
	return err
}

// measure reports a line that is too long for BuildKit.
func (p *scanner) measure(l line) {
	if l.next-l.start > MaxLine {
		p.fail(l.number, l.start, "line of %d bytes exceeds BuildKit's limit of %d", l.next-l.start, MaxLine)
	}
}

// line reads the instruction or comment that starts on a line.
func (p *scanner) line(l line) {
	p.measure(l)
	raw := p.file.Source[l.start:l.end]
	start := l.start + leadingSpace(raw)
	text := p.file.Source[start:l.end]
	if strings.HasPrefix(text, "#") {
		p.comment(l, start)
		return
	}
	p.directives.done = true
	if text == "" {
		return
	}
	p.instruction(l, start)
}

// comment reads a line that is a comment between instructions. When BuildKit
// collects the comments of an instruction, it requires # in the first column.
// It has dropped the first byte of any other line.
func (p *scanner) comment(l line, start int) {
	c := Comment{Text: strings.TrimSpace(p.file.Source[start+1 : l.end]), Line: l.number, Start: start, End: l.end}
	p.file.Comments = append(p.file.Comments, c)
	directive := p.directive(c)
	switch {
	case directive:
	case c.Text == "" && start == l.start:
		p.pending = nil
	default:
		p.pending = append(p.pending, len(p.file.Comments)-1)
	}
}

// instruction reads the instruction that starts on a line at an offset of the
// file.
func (p *scanner) instruction(l line, start int) {
	ins := &Instruction{Line: l.number, Start: start, Comments: p.pending}
	p.pending = nil
	p.join(ins, l)
	p.split(ins, 0)
	p.heredocs(ins)
	p.file.Instructions = append(p.file.Instructions, ins)
}

// join reads the lines of an instruction. The first is l.
func (p *scanner) join(ins *Instruction, l line) {
	src := p.file.Source
	ins.Text.pieces = []piece{{0, ins.Start}}
	ins.EndLine, ins.End = l.number, l.end
	at, end := ins.Start, l.end
	mark := continued(src[at:end], p.file.Escape)
	if mark < 0 {
		ins.Text.Value = src[at:end]
		return
	}
	var text strings.Builder
	for mark >= 0 {
		text.WriteString(src[at : at+mark])
		b := Break{At: text.Len(), Mark: at + mark}
		next, ok := p.further(ins, &b)
		b.End = next.start
		ins.Breaks = append(ins.Breaks, b)
		if !ok {
			break
		}
		ins.Text.pieces = append(ins.Text.pieces, piece{text.Len(), next.start})
		at, end = next.start, next.end
		if mark = continued(src[at:end], p.file.Escape); mark < 0 {
			text.WriteString(src[at:end])
		}
	}
	ins.Text.Value = text.String()
}

// further returns the next line with text of an instruction, or the end of the
// file and false.
func (p *scanner) further(ins *Instruction, b *Break) (line, bool) {
	for {
		l, ok := p.lines.next()
		if !ok {
			return line{start: len(p.file.Source)}, false
		}
		p.measure(l)
		ins.EndLine, ins.End = l.number, l.end
		content := p.file.Source[l.start:l.end]
		switch skip := leadingSpace(content); {
		case skip == len(content):
			b.Empty = true
		case content[skip] == '#':
			c := Comment{Text: strings.TrimSpace(content[skip+1:]), Line: l.number, Start: l.start + skip, End: l.end, Inside: true}
			p.file.Comments = append(p.file.Comments, c)
		default:
			return l, true
		}
	}
}

// split reads the parts of an instruction, whose text starts at an offset of
// ins.Text.
func (p *scanner) split(ins *Instruction, offset int) {
	text := strings.TrimRightFunc(ins.Text.Value, unicode.IsSpace)
	offset = min(offset+leadingSpace(ins.Text.Value[offset:]), len(text))
	end := offset
	for end < len(text) && !isSpace(text[end]) {
		end++
	}
	ins.Keyword = Word{text[offset:end], offset, end}
	ins.Name = strings.ToLower(ins.Keyword.Value)
	start := readFlags(ins, text, end, p.file.Escape)
	start += leadingSpace(text[start:])
	ins.Args = Word{text[start:], start, len(text)}
	p.arguments(ins)
}

// refuse sets the error of an instruction at an offset of its text.
func (p *scanner) refuse(ins *Instruction, offset int, format string, args ...any) {
	pos := ins.Text.Pos(min(offset, len(ins.Text.Value)))
	line := ins.Line + strings.Count(p.file.Source[ins.Start:pos], "\n")
	ins.Err = p.fail(line, pos, format, args...)
}
