package addition

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// keeps finds missing code. The lines of the finding keep their calls and the
// words that decide whether code runs, unless the finding names them or says
// that code may go. Other lines stay.
func (x *comparison) keeps() {
	gone := superfluous().MatchString(x.Told)
	called := map[int]bool{}
	for _, c := range x.was.calls() {
		called[c.at] = true
	}
	need := map[string]int{}
	for i := range x.was.code {
		word := x.was.at(i)
		if x.Finding.has(x.was.code[i].Line) && !x.named[word] && !gone && (called[i] || x.was.isWord(i) && x.language.guards[word]) {
			need[word]++
		}
	}
	has := map[string]int{}
	for i := range x.is.code {
		has[x.is.at(i)]++
	}
	for i := range x.was.code {
		if !x.Finding.has(x.was.code[i].Line) {
			has[x.was.at(i)]-- // other lines need it
		}
	}
	over(has, need, func(word string, _ int) { x.add(0, "the change drops %.40s, which the finding is not about", word) })
	if x.Finding == (Lines{}) {
		return
	}
	x.keepsLines()
}

// keepsLines finds lines outside of the finding that are missing or have other
// code, are in another block, or have new code between them.
func (x *comparison) keepsLines() {
	were, are := x.was.byLine(), x.is.byLine()
	finding := x.was.statement(x.Finding, were)
	now := map[int]int{} // the line of the text, by line of the base
	line, shift := 1, 0
	rest := func(until int) {
		for ; line < until; line++ {
			now[line] = line + shift
		}
	}
	between := patch.Between(x.Base, x.Text)
	for _, r := range between.Ranges {
		rest(r.BaseStart)
		next := r.Start
		for ; line < r.BaseEnd; line++ {
			if finding.has(line) || were[line] == nil {
				continue
			}
			for next < r.End && !x.keepsLine(were[line], are[next]) {
				next++
			}
			if next == r.End {
				x.add(r.Start, "the change drops or changes line %d, which the finding is not about", line)
				return
			}
			now[line] = next
			next++
		}
		shift = r.End - r.BaseEnd
	}
	last := 0
	if n := len(x.was.code); n > 0 {
		last = x.was.code[n-1].Line
	}
	rest(last + 1)
	before := 0 // the last line with code
	for line := 1; line <= last; line++ {
		if were[line] == nil || finding.has(line) {
			continue
		}
		if are[now[line]] == nil {
			x.add(now[line], "the change makes line %d a part of a string or comment", line)
			return
		}
		was, is := &x.was.code[were[line][0]], &x.is.code[are[now[line]][0]]
		moved := was.Depth != is.Depth || was.Column != is.Column && (x.language.indented() || line < finding.First)
		far := line < finding.First || before > finding.Last
		if moved || far && before > 0 && anyCode(are, now[before]+1, now[line]) {
			x.add(now[line], "the change adds code around line %d, which the finding is not about", line)
			return
		}
		if before > 0 && now[line] > now[before]+1 {
			if at := x.leaves(were, are, before, line, now); at > 0 {
				x.add(at, "the change ends or opens a block around line %d, which the finding is not about", line)
				return
			}
		}
		before = line
	}
}

// statement returns lines with the rest of the call or list that is open at
// their end.
func (f *file) statement(l Lines, lines map[int][]int) Lines {
	if len(lines[l.First]) == 0 || len(lines[l.Last]) == 0 {
		return l
	}
	depth := f.code[lines[l.First][0]].Depth
	switch f.at(lines[l.Last][len(lines[l.Last])-1]) {
	case "(", "[", ",":
	default:
		return l
	}
	for i := lines[l.Last][0]; i < len(f.code) && (f.code[i].Line <= l.Last || f.code[i].Depth > depth || f.code[i].Depth == depth && isClosing(f.at(i))); i++ {
		l.Last = max(l.Last, f.code[i].Line)
	}
	return l
}

// keepsLine reports whether a line has the same code, or is the start of a
// function with more types.
func (x *comparison) keepsLine(was, is []int) bool {
	old, now := x.was.texts(was), x.is.texts(is)
	if slices.Equal(old, now) {
		return true
	}
	if !slices.ContainsFunc(old, func(text string) bool { return text == "def" || text == "func" || text == "function" }) {
		return false
	}
	for i, text := range now {
		switch {
		case len(old) > 0 && old[0] == text:
			old = old[1:]
		case text == "[" || text == "]" || text == "|" || text == "." || text == "None" || text == "null" || text == "undefined" || x.is.isName(is[i]):
		default:
			return false
		}
	}
	return len(old) == 0
}

// anyCode reports whether one of some lines has code.
func anyCode(lines map[int][]int, from, to int) bool {
	return !every(from, to, func(line int) bool { return lines[line] == nil })
}

// leaves returns the first new line between two old ones that is outside of the
// blocks of both and of the old lines between them, or 0.
func (x *comparison) leaves(were, are map[int][]int, from, to int, now map[int]int) int {
	f := x.is
	if are[now[from]] == nil || are[now[to]] == nil {
		return 0
	}
	last, first := &f.code[are[now[from]][len(are[now[from]])-1]], &f.code[are[now[to]][0]]
	depth, column := last.Depth, f.code[are[now[from]][0]].Column
	switch last.Text(f.text) {
	case "(", "[", "{":
		depth++
	case ":":
		column = first.Column
	}
	depth, column = min(depth, first.Depth), min(column, first.Column)
	for line := from + 1; line < to; line++ {
		for _, i := range were[line] {
			if t := &x.was.code[i]; t.First && t.Depth == 0 {
				column = min(column, t.Column)
			}
		}
	}
	for line := now[from] + 1; line < now[to]; line++ {
		for _, i := range are[line] {
			if t := &f.code[i]; t.Depth < depth || f.language.indented() && t.First && t.Depth == 0 && t.Column < column {
				return line
			}
		}
	}
	return 0
}

// byLine returns the tokens of the code by line.
func (f *file) byLine() map[int][]int {
	all := map[int][]int{}
	for i := range f.code {
		all[f.code[i].Line] = append(all[f.code[i].Line], i)
	}
	return all
}

func (f *file) texts(code []int) []string {
	var all []string
	for _, i := range code {
		all = append(all, f.at(i))
	}
	return all
}
