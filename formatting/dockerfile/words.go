package dockerfile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A change replaces a stretch of an instruction's text that has no break.
type change struct {
	start, end int
	text       string
}

// changes returns the changes that the layout of words requires, in order.
func (p *printer) changes(ins *syntax.Instruction) []change {
	w := &words{ins: ins, canonical: p.canonical, columns: p.columns}
	w.instruction(ins)
	slices.SortFunc(w.out, func(a, b change) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	return w.out
}

type words struct {
	ins       *syntax.Instruction // the outermost instruction, which has the breaks
	canonical bool
	columns   bool // gaps between words stay
	gapsOnly  bool // collect only the gaps
	out       []change
}

// put replaces a stretch with text, unless a break is within.
func (w *words) put(start, end int, text string) {
	if start <= end && !w.broken(start, end) && w.ins.Text.Value[start:end] != text {
		w.out = append(w.out, change{start, end, text})
	}
}

// broken reports whether a break is within a stretch or at one of its ends.
func (w *words) broken(start, end int) bool {
	i := after(w.ins.Breaks, start-1)
	return i < len(w.ins.Breaks) && w.ins.Breaks[i].At <= end
}

// gap replaces the whitespace between two words with one space. Outside of the
// canonical style it replaces only two spaces on the first line, unless the
// file has columns.
func (w *words) gap(start, end int) {
	if start >= end || strings.TrimLeft(w.ins.Text.Value[start:end], " \t\v\f\r") != "" {
		return
	}
	if w.gapsOnly && !w.broken(start, end) {
		w.out = append(w.out, change{start, end, ""})
		return
	}
	if w.canonical || !w.columns && after(w.ins.Breaks, start) == 0 && w.ins.Text.Value[start:end] == "  " {
		w.put(start, end, " ")
	}
}

// upper changes a keyword to upper case in the canonical style. Otherwise the
// rules about casing handle it.
func (w *words) upper(k syntax.Word) {
	if !w.canonical {
		return
	}
	for _, s := range lines(w.ins, k) {
		text := w.ins.Text.Value[s.start:s.end]
		if up := strings.ToUpper(text); up != text && len(up) == len(text) {
			w.out = append(w.out, change{s.start, s.end, up})
		}
	}
}

// lines returns the parts of a word, one per line.
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

// array lays out a JSON array whose bracket is the first one at or after an
// offset: "[", strings separated by ", ", and "]". Only the canonical style
// changes uniform separators or brackets.
func (w *words) array(ins *syntax.Instruction, from int) {
	if !ins.JSON {
		return
	}
	text := ins.Text.Value
	open := from + strings.IndexByte(text[from:], '[')
	if open > from {
		w.gap(from, open)
	}
	if w.gapsOnly {
		return
	}
	last := len(ins.Words) - 1
	if last < 0 {
		w.parts([]stretch{{open + 1, ins.Args.End - 1}}, "")
		return
	}
	var separators []stretch
	for i, word := range ins.Words[1:] {
		separators = append(separators, stretch{ins.Words[i].End, word.Start})
	}
	w.parts(separators, ", ", ",", " , ")
	w.parts([]stretch{{open + 1, ins.Words[0].Start}, {ins.Words[last].End, ins.Args.End - 1}}, "", " ")
}

// parts replaces parts of an array with text. Outside of the canonical style
// the parts stay if all of them are the same usual text.
func (w *words) parts(all []stretch, text string, usual ...string) {
	all = slices.DeleteFunc(all, func(s stretch) bool { return w.broken(s.start, s.end) })
	if !w.canonical && len(all) > 0 {
		first := w.ins.Text.Value[all[0].start:all[0].end]
		if slices.Contains(usual, first) && !slices.ContainsFunc(all, func(s stretch) bool { return w.ins.Text.Value[s.start:s.end] != first }) {
			return
		}
	}
	for _, s := range all {
		w.put(s.start, s.end, text)
	}
}
