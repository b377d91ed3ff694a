package dockerfile

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// An instruction is what one says, without its layout.
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

// Value returns what a Dockerfile says: its instructions, parser directives and comments, without its layout.
func (l *language) Value(path string, src []byte) (any, error) {
	f, err := parse(path, src)
	if err != nil {
		return nil, err
	}
	shells := posix(f)
	var out []any
	for _, d := range f.Directives {
		out = append(out, d.Name+"="+d.Value)
	}
	for _, c := range f.Comments {
		out = append(out, c.Text)
	}
	for _, ins := range f.Instructions {
		said := say(f, ins, shells)
		for _, h := range ins.Heredocs {
			said.Heredocs = append(said.Heredocs, h.Name, f.Source[h.Body:h.BodyEnd])
		}
		out = append(out, said)
	}
	return out, nil
}

func say(f *syntax.File, ins *syntax.Instruction, shells bool) *instruction {
	out := &instruction{Name: ins.Name, JSON: ins.JSON, Type: strings.ToUpper(ins.Type.Value)}
	for _, flag := range ins.Flags {
		out.Flags = append(out.Flags, flag.Value)
	}
	for i, w := range ins.Words {
		switch {
		case inShellForm(ins):
			out.Words = append(out.Words, unbroken(ins, w, shells))
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
		out.OnBuild = say(f, ins.OnBuild, shells)
	}
	return out
}

// unbroken returns a script with one space in place of the blanks around each break that are not part of a string.
func unbroken(ins *syntax.Instruction, script syntax.Word, shells bool) string {
	meet := joints(ins, quoted(script, shells))
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
