package dockerfile

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A line is an output line of an instruction.
type line struct {
	text     string    // with the whitespace at its ends that has a meaning
	indented bool      // its indentation has no meaning and is not in text
	space    string    // the original indentation
	comments []comment // between it and the line before it
}

// A comment is a comment within an instruction, with its indentation.
type comment struct{ space, text string }

// lines writes the lines of an instruction.
func (p *printer) lines(ins *syntax.Instruction) {
	all, rest := p.divide(ins)
	least := -1
	if layoutMatters(ins) {
		for _, l := range all[1:] {
			if width := columns(l.space); l.indented && l.text != "" && (least < 0 || width < least) {
				least = width
			}
		}
	}
	for i, l := range all {
		if i > 0 {
			p.out.WriteByte(p.Escape)
			p.out.WriteByte('\n')
		}
		for _, c := range l.comments {
			if i > 0 {
				p.indentationIfAny(c.space, least)
			}
			p.out.WriteString(c.text)
			p.out.WriteByte('\n')
		}
		switch {
		case i == 0 || !l.indented:
		case l.text == "":
			p.indentationIfAny(l.space, least)
		default:
			p.indentation(l.space, least)
		}
		p.out.WriteString(l.text)
	}
	p.out.WriteByte('\n')
	for _, c := range rest {
		if !p.canonical {
			p.out.WriteString(c.space)
		}
		p.out.WriteString(c.text)
		p.out.WriteByte('\n')
	}
}

// indentation writes the indentation of a continuation line that was indented
// by space. A line keeps its indentation relative to the least indented line of
// the instruction, whose column is least, or -1 if all lines get the same.
func (p *printer) indentation(space string, least int) {
	if p.keepIndent {
		p.out.WriteString(space)
		return
	}
	p.out.WriteString(p.indent)
	if width := columns(space); least >= 0 && width > least {
		p.out.WriteString(strings.Repeat(" ", width-least))
	}
}

// indentationIfAny writes the indentation of a comment, or of an escape
// character alone on its line. One without indentation is a separator and keeps
// its place.
func (p *printer) indentationIfAny(space string, least int) {
	if space != "" {
		p.indentation(space, least)
	}
}

// layoutMatters reports whether the lines of an instruction may have different
// indentation, as in a script or an array.
func layoutMatters(ins *syntax.Instruction) bool {
	if ins.OnBuild != nil {
		ins = ins.OnBuild
	}
	return ins.JSON || inShellForm(ins)
}

// divide returns the lines of an instruction, at least one, and the comments
// within it after its last line.
func (p *printer) divide(ins *syntax.Instruction) (out []line, rest []comment) {
	text := strings.TrimRight(ins.Text.Value, " \t\v\f\r")
	inColumn := !p.canonical && p.keepIndent && p.marksInColumn(ins)
	var layout []change
	if !inColumn {
		layout = p.changes(ins)
	}
	var meet []joint
	if len(ins.Breaks) > 0 {
		meet = joints(ins, p.verbatim(ins))
	}
	cut := func(i int) string { return segment(ins, text, i, &layout) }
	out = append(make([]line, 0, len(ins.Breaks)+1), line{text: cut(0)})
	var comments []comment
	for i, b := range ins.Breaks {
		comments = append(comments, p.within(b)...)
		if b.At >= len(text) {
			continue // nothing follows: its comments are rest
		}
		next := cut(i + 1)
		last := &out[len(out)-1]
		switch {
		case meet[i].fixed:
			out = append(out, line{text: next, comments: comments})
		case strings.Trim(last.text, " \t") == "" && len(out) == 1:
			last.text, last.comments = strings.TrimLeft(next, " \t"), comments
		case meet[i].space:
			p.end(last, inColumn)
			body := strings.TrimLeft(next, " \t")
			out = append(out, line{text: body, indented: true, space: next[:len(next)-len(body)], comments: comments})
		default:
			out = append(out, line{text: next, comments: comments})
		}
		comments = nil
	}
	last := &out[len(out)-1]
	last.text = strings.TrimRight(last.text, " \t")
	return out, comments
}

// end sets the whitespace at the end of a line, before the escape character.
func (p *printer) end(l *line, inColumn bool) {
	body := strings.TrimRight(l.text, " \t")
	switch {
	case inColumn || body == "" && l.indented:
	case body != "" && body == l.text && p.glued[ending(body)] && !p.canonical:
	default:
		l.text = body + " "
	}
}

// segment returns the part of a text before its ith break and after the
// previous one, with its changes applied. It removes these changes from layout.
func segment(ins *syntax.Instruction, text string, i int, layout *[]change) string {
	at, end := 0, len(text)
	if i > 0 {
		at = min(ins.Breaks[i-1].At, len(text))
	}
	if i < len(ins.Breaks) {
		end = min(ins.Breaks[i].At, len(text))
	}
	var b strings.Builder
	for len(*layout) > 0 && (*layout)[0].end <= end {
		c := (*layout)[0]
		*layout = (*layout)[1:]
		b.WriteString(text[at:c.start])
		b.WriteString(c.text)
		at = c.end
	}
	b.WriteString(text[at:end])
	return b.String()
}

// within returns the comments of a break.
func (p *printer) within(b syntax.Break) []comment {
	var out []comment
	for ; p.comment < len(p.Comments); p.comment++ {
		c := p.Comments[p.comment]
		if c.Start >= b.End {
			break
		}
		if c.Start > b.Mark {
			line := strings.LastIndexByte(p.Source[:c.Start], '\n') + 1
			out = append(out, comment{p.Source[line:c.Start], strings.TrimRight(p.Source[c.Start:c.End], " \t")})
		}
	}
	return out
}

// columns returns the width of indentation, with four columns per tab.
func columns(space string) int { return len(space) + 3*strings.Count(space, "\t") }
