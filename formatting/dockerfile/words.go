package dockerfile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A change replaces a stretch of an instruction's text, in which there is no break.
type change struct {
	start, end int
	text       string
}

// changes returns what the layout of words asks for, in order.
func changes(ins *syntax.Instruction) []change {
	w := &words{ins: ins}
	w.instruction(ins)
	slices.SortFunc(w.out, func(a, b change) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	return w.out
}

type words struct {
	ins *syntax.Instruction // the outermost, with the breaks
	out []change
}

// put has text in place of a stretch, where no break is within.
func (w *words) put(start, end int, text string) {
	if start <= end && !w.broken(start, end) && w.ins.Text.Value[start:end] != text {
		w.out = append(w.out, change{start, end, text})
	}
}

// broken reports whether a break is within a stretch or at one of its ends, where what follows is another line.
func (w *words) broken(start, end int) bool {
	i := after(w.ins.Breaks, start-1)
	return i < len(w.ins.Breaks) && w.ins.Breaks[i].At <= end
}

// gap has one space in place of the blanks between two words.
func (w *words) gap(start, end int) {
	if start < end && strings.TrimLeft(w.ins.Text.Value[start:end], " \t\v\f\r") == "" {
		w.put(start, end, " ")
	}
}

// upper has a keyword in upper case.
func (w *words) upper(k syntax.Word) {
	for _, s := range lines(w.ins, k) {
		text := w.ins.Text.Value[s.start:s.end]
		if up := strings.ToUpper(text); up != text && len(up) == len(text) {
			w.out = append(w.out, change{s.start, s.end, up})
		}
	}
}

// lines returns the parts of a word that are on a line each.
func lines(ins *syntax.Instruction, word syntax.Word) []stretch {
	var out []stretch
	start := word.Start
	for i := after(ins.Breaks, start); i < len(ins.Breaks) && ins.Breaks[i].At < word.End; i++ {
		out = append(out, stretch{start, ins.Breaks[i].At})
		start = ins.Breaks[i].At
	}
	return append(out, stretch{start, word.End})
}

func (w *words) instruction(ins *syntax.Instruction) {
	w.upper(ins.Keyword)
	end := ins.Keyword.End
	for _, f := range ins.Flags {
		w.gap(end, f.Start)
		end = f.End
	}
	if ins.Args.Value == "" {
		return
	}
	w.gap(end, ins.Args.Start)
	switch {
	case ins.OnBuild != nil:
		w.instruction(ins.OnBuild)
	case ins.Name == "healthcheck":
		w.upper(ins.Type)
		if len(ins.Words) > 0 && !ins.JSON {
			w.gap(ins.Type.End, ins.Words[0].Start)
		}
		w.array(ins, ins.Type.End)
	case ins.JSON:
		w.array(ins, ins.Args.Start)
	case len(ins.Pairs) > 0:
		w.pairs(ins.Pairs)
	default:
		if ins.Name == "from" && len(ins.Words) == 3 {
			w.upper(ins.Words[1])
		}
		for i := 1; i < len(ins.Words); i++ {
			w.gap(ins.Words[i-1].End, ins.Words[i].Start)
		}
	}
}

func (w *words) pairs(all []syntax.Pair) {
	if all[0].Legacy {
		w.gap(all[0].Key.End, all[0].Value.Start)
		return
	}
	for i := 1; i < len(all); i++ {
		w.gap(all[i-1].End, all[i].Start)
	}
}

// array lays out an array in JSON whose bracket is the first thing at or behind an offset: "[", strings with ", " between,
// and "]".
func (w *words) array(ins *syntax.Instruction, from int) {
	if !ins.JSON {
		return
	}
	text := ins.Text.Value
	open := from + strings.IndexByte(text[from:], '[')
	if open > from {
		w.gap(from, open)
	}
	end := open + 1
	for i, word := range ins.Words {
		separator := ", "
		if i == 0 {
			separator = ""
		}
		w.put(end, word.Start, separator)
		end = word.End
	}
	w.put(end, ins.Args.End-1, "")
}
