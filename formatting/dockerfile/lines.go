package dockerfile

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A line is one of an instruction's, as it is to be written.
type line struct {
	text     string   // with the blanks at its ends that have a meaning
	indented bool     // its indentation is ours
	width    int      // the columns by which it was indented
	comments []string // that stand between it and the line before it
}

// lines writes the lines of an instruction.
func (p *printer) lines(ins *syntax.Instruction) {
	all, rest := p.divide(ins)
	least := -1
	if inScript(ins) {
		for _, l := range all[1:] {
			if l.indented && (least < 0 || l.width < least) {
				least = l.width
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
				p.out.WriteString(p.indent)
			}
			p.out.WriteString(c)
			p.out.WriteByte('\n')
		}
		if i > 0 && l.indented {
			p.out.WriteString(p.indent)
			if least >= 0 {
				p.out.WriteString(strings.Repeat(" ", l.width-least))
			}
		}
		p.out.WriteString(l.text)
	}
	p.out.WriteByte('\n')
	for _, c := range rest {
		p.out.WriteString(c)
		p.out.WriteByte('\n')
	}
}

// inScript reports whether an instruction's lines are those of a script, whose own indentation says something.
func inScript(ins *syntax.Instruction) bool {
	if ins.OnBuild != nil {
		ins = ins.OnBuild
	}
	return inShellForm(ins)
}

// divide returns the lines of an instruction, at least one, and the comments within it that no line of it follows.
func (p *printer) divide(ins *syntax.Instruction) (out []line, rest []string) {
	text := strings.TrimRight(ins.Text.Value, " \t\v\f\r")
	layout := changes(ins)
	var meet []joint
	if len(ins.Breaks) > 0 {
		meet = joints(ins, p.verbatim(ins))
	}
	cut := func(i int) string { return segment(ins, text, i, &layout) }
	out = []line{{text: cut(0)}}
	var comments []string
	for i, b := range ins.Breaks {
		comments = append(comments, p.within(b)...)
		if b.At >= len(text) {
			continue // nothing follows: its comments are rest
		}
		next := cut(i + 1)
		last := &out[len(out)-1]
		blank := strings.Trim(next, " \t") == ""
		switch {
		case meet[i].fixed:
			out = append(out, line{text: next, comments: comments})
		case blank && i+1 < len(meet) && !meet[i+1].fixed:
			meet[i+1].space = meet[i+1].space || meet[i].space || next != ""
			continue
		case strings.Trim(last.text, " \t") == "" && len(out) == 1:
			last.text, last.comments = strings.TrimLeft(next, " \t"), comments
		case meet[i].space:
			last.text = strings.TrimRight(last.text, " \t") + " "
			body := strings.TrimLeft(next, " \t")
			out = append(out, line{text: body, indented: true, width: columns(next[:len(next)-len(body)]), comments: comments})
		default:
			out = append(out, line{text: next, comments: comments})
		}
		comments = nil
	}
	last := &out[len(out)-1]
	last.text = strings.TrimRight(last.text, " \t")
	return out, comments
}

// segment returns the part of a text that is before its ith break and behind the one before that, with the changes in it, which
// are taken off layout.
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

// within returns the comments of a break, without blanks around them.
func (p *printer) within(b syntax.Break) []string {
	var out []string
	for ; p.comment < len(p.Comments); p.comment++ {
		c := p.Comments[p.comment]
		if c.Start >= b.End {
			break
		}
		if c.Start > b.Mark {
			out = append(out, strings.TrimRight(p.Source[c.Start:c.End], " \t"))
		}
	}
	return out
}

// columns returns how wide blanks are, with four columns to a tab.
func columns(blanks string) int { return len(blanks) + 3*strings.Count(blanks, "\t") }
