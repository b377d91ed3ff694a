package dockerfile

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// An instruction is the value of an instruction, without its layout.
type instruction struct {
	Name     string
	Flags    []string
	Words    []string
	Pairs    [][2]string
	JSON     bool
	Type     string
	OnBuild  *instruction
	Heredocs []string // redirections and contents
}

// Value returns the instructions, parser directives and comments of a
// Dockerfile, without its layout.
func (l *language) Value(path string, src []byte) (any, error) {
	d, err := l.read(path, src)
	if err != nil {
		return nil, err
	}
	out := make([]any, 0, len(d.Instructions)+1)
	out = append(out, d.besides())
	for _, ins := range d.Instructions {
		out = append(out, d.said(ins))
	}
	return out, nil
}

// Digest covers the Value.
func (l *language) Digest(path string, src []byte) (*trees.Digest, error) {
	value, err := l.Value(path, src)
	if err != nil {
		return nil, err
	}
	d := trees.NewDigest()
	d.Tree(&trees.Comparer{}, value)
	return d, nil
}

// besides returns the parser directives and comments.
func (d *document) besides() []string {
	var out []string
	for _, directive := range d.Directives {
		out = append(out, directive.Name+"="+directive.Value)
	}
	for _, c := range d.Comments {
		out = append(out, c.Text)
	}
	return out
}

// said returns the value of an instruction.
func (d *document) said(ins *syntax.Instruction) *instruction {
	out := d.say(ins)
	for _, h := range ins.Heredocs {
		out.Heredocs = append(out.Heredocs, h.Name, d.Source[h.Body:h.BodyEnd])
	}
	return out
}

// say returns the value of an instruction without its here-documents.
func (d *document) say(ins *syntax.Instruction) *instruction {
	out := &instruction{Name: ins.Name, JSON: ins.JSON, Type: strings.ToUpper(ins.Type.Value)}
	for _, flag := range ins.Flags {
		out.Flags = append(out.Flags, flag.Value)
	}
	for i, w := range ins.Words {
		switch {
		case inShellForm(ins):
			out.Words = append(out.Words, d.unbroken(ins))
		case i == 1 && ins.Name == "from":
			out.Words = append(out.Words, strings.ToUpper(w.Value))
		default:
			out.Words = append(out.Words, w.Value)
		}
	}
	for _, p := range ins.Pairs {
		out.Pairs = append(out.Pairs, [2]string{p.Key.Value, p.Value.Value})
	}
	if ins.OnBuild != nil {
		out.OnBuild = d.say(ins.OnBuild)
	}
	return out
}

// unbroken returns the script of an instruction, with one space in place of the
// whitespace around each break, unless it is part of a string.
func (d *document) unbroken(ins *syntax.Instruction) string {
	script := ins.Words[0]
	if len(ins.Breaks) == 0 {
		return ins.Text.Value[script.Start:script.End]
	}
	meet := joints(ins, d.quoted(ins))
	var b strings.Builder
	at := script.Start
	space := false
	write := func(text string) {
		if space {
			if text = strings.TrimLeft(text, " \t"); text == "" {
				return
			}
			b.WriteByte(' ')
			space = false
		}
		b.WriteString(text)
	}
	for i, brk := range ins.Breaks {
		if brk.At <= script.Start || brk.At >= script.End {
			continue
		}
		part := ins.Text.Value[at:brk.At]
		at = brk.At
		if meet[i].fixed || !meet[i].space {
			write(part)
			continue
		}
		write(strings.TrimRight(part, " \t"))
		space = true
	}
	write(ins.Text.Value[at:script.End])
	return b.String()
}
