package dockerfile

import (
	"strings"

	shellsyntax "mvdan.cc/sh/v3/syntax"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A stretch is a range of an instruction's text in which whitespace has a
// meaning.
type stretch struct{ start, end int }

// verbatim returns the stretches of an instruction's text in which whitespace
// may have a meaning, in no particular order.
func (d *document) verbatim(ins *syntax.Instruction) []stretch {
	var out []stretch
	for _, f := range ins.Flags {
		out = append(out, stretch{f.Start, f.End})
	}
	switch {
	case ins.OnBuild != nil:
		return append(out, d.verbatim(ins.OnBuild)...)
	case len(ins.Pairs) > 0 && ins.Pairs[0].Legacy:
		return append(out, stretch{ins.Pairs[0].Value.Start, ins.Pairs[0].Value.End})
	case len(ins.Pairs) > 0:
		for _, p := range ins.Pairs {
			out = append(out, stretch{p.Start, p.End})
		}
	case len(ins.Words) == 1 && inShellForm(ins):
		return append(out, d.quoted(ins)...)
	default:
		for _, w := range ins.Words {
			out = append(out, stretch{w.Start, w.End})
		}
	}
	return out
}

// inShellForm reports whether a shell reads the only word of an instruction.
func inShellForm(ins *syntax.Instruction) bool {
	switch ins.Name {
	case "run", "cmd", "entrypoint", "healthcheck":
		return !ins.JSON
	}
	return false
}

// quoted returns the stretches of an instruction's script in which whitespace
// is part of a string.
func (d *document) quoted(ins *syntax.Instruction) []stretch {
	known, ok := d.stretches[ins]
	if !ok {
		script := ins.Words[0]
		known = []stretch{{script.Start, script.End}}
		if d.shells {
			known = d.literals(ins)
		}
		d.stretches[ins] = known
	}
	return known
}

// literals computes the result of quoted. It returns the whole script if that
// does not parse.
func (d *document) literals(ins *syntax.Instruction) []stretch {
	script := ins.Words[0]
	tree, err := d.Script(ins)
	if err != nil {
		return []stretch{{script.Start, script.End}}
	}
	var out []stretch
	shellsyntax.Walk(tree, func(node shellsyntax.Node) bool {
		switch node := node.(type) {
		case *shellsyntax.Lit, *shellsyntax.SglQuoted, *shellsyntax.Comment, *shellsyntax.ArithmExp, *shellsyntax.TestClause:
			out = append(out, stretch{script.Start + int(node.Pos().Offset()), script.Start + int(node.End().Offset())})
		case *shellsyntax.DblQuoted:
			for _, part := range node.Parts {
				if lit, ok := part.(*shellsyntax.Lit); ok {
					out = append(out, stretch{script.Start + int(lit.Pos().Offset()) - 1, script.Start + int(lit.End().Offset()) + 1})
				}
			}
		case *shellsyntax.ParamExp:
			out = append(out, stretch{script.Start + int(node.Pos().Offset()), script.Start + int(node.End().Offset())})
		}
		return true
	})
	return out
}

// posix reports whether the shell form is for a shell with known quoting rules:
// no SHELL sets another shell, and the escape character is not Windows'.
func posix(f *syntax.File) bool {
	if f.Escape != '\\' {
		return false
	}
	for _, ins := range f.Instructions {
		if ins.Name == "shell" && (!ins.JSON || len(ins.Words) == 0 || !strings.HasSuffix(ins.Words[0].Value, "sh") ||
			strings.HasSuffix(ins.Words[0].Value, "pwsh")) {
			return false
		}
	}
	return true
}

// A joint is where two lines of an instruction meet.
type joint struct {
	fixed bool // whitespace around it has a meaning, and stays
	space bool // there is whitespace around it
}

// joints returns the joints of an instruction, one for each of its breaks.
func joints(ins *syntax.Instruction, stretches []stretch) []joint {
	text := ins.Text.Value
	out := make([]joint, len(ins.Breaks))
	inside := covered(ins, stretches)
	for i, b := range ins.Breaks {
		out[i].fixed = inside[i]
		out[i].space = b.At == 0 || b.At >= len(text) || isSpace(text[b.At-1]) || isSpace(text[b.At])
	}
	return out
}

// covered reports for each break of an instruction whether it is within a
// stretch.
func covered(ins *syntax.Instruction, stretches []stretch) []bool {
	depth := make([]int, len(ins.Breaks)+1)
	for _, s := range stretches {
		first, last := after(ins.Breaks, s.start), after(ins.Breaks, s.end-1)
		if first < last {
			depth[first]++
			depth[last]--
		}
	}
	out := make([]bool, len(ins.Breaks))
	level := 0
	for i := range out {
		level += depth[i]
		out[i] = level > 0
	}
	return out
}

// after returns the index of the first break after an offset of the text.
func after(breaks []syntax.Break, offset int) int {
	low, high := 0, len(breaks)
	for low < high {
		if mid := (low + high) / 2; breaks[mid].At > offset {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' }
