package addition

import "github.com/rules-autofix/rules_autofix/internal/patch"

// keeps finds missing code. The lines of the finding keep their calls and the
// words that decide whether code runs, unless the finding names them or says
// that they are superfluous. Other lines stay.
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
			has[x.was.at(i)]-- // it has to be there besides
		}
	}
	over(has, need, func(word string, _ int) { x.add(0, "the change drops %.40s, which the finding is not about", word) })
	if x.Finding == (Lines{}) {
		return
	}
	x.keepsLines()
}

// keepsLines finds lines outside of the finding that are missing, or are in
// another block.
func (x *comparison) keepsLines() {
	were, are := x.was.byLine(), x.is.byLine()
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
			if x.Finding.has(line) || were[line] == nil {
				continue
			}
			for next < r.End && !contains(x.is.texts(are[next]), x.was.texts(were[line])) {
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
		if were[line] == nil || x.Finding.has(line) {
			continue
		}
		if are[now[line]] == nil {
			x.add(now[line], "the change makes line %d a part of a string or comment", line)
			return
		}
		if line < x.Finding.First {
			was, is := &x.was.code[were[line][0]], &x.is.code[are[now[line]][0]]
			if was.Depth != is.Depth || was.Column != is.Column || before > 0 && anyCode(are, now[before]+1, now[line]) {
				x.add(now[line], "the change adds code before line %d, which is before the finding", line)
				return
			}
		}
		if before > 0 && now[line] > now[before]+1 {
			if at := x.is.leaves(are, now[before], now[line]); at > 0 {
				x.add(at, "the change ends or opens a block around line %d, which the finding is not about", line)
				return
			}
		}
		before = line
	}
}

// anyCode reports whether one of some lines has code.
func anyCode(lines map[int][]int, from, to int) bool {
	return !every(from, to, func(line int) bool { return lines[line] == nil })
}

// leaves returns the first line between two lines that is outside of the blocks
// of both, or 0.
func (f *file) leaves(lines map[int][]int, from, to int) int {
	if lines[from] == nil || lines[to] == nil {
		return 0
	}
	last, first := &f.code[lines[from][len(lines[from])-1]], &f.code[lines[to][0]]
	depth, column := last.Depth, f.code[lines[from][0]].Column
	switch last.Text(f.text) {
	case "(", "[", "{":
		depth++
	case ":":
		column = first.Column
	}
	depth, column = min(depth, first.Depth), min(column, first.Column)
	for line := from + 1; line < to; line++ {
		for _, i := range lines[line] {
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

// contains reports whether a list has the items of another, in order.
func contains(all, some []string) bool {
	for _, item := range all {
		if len(some) > 0 && some[0] == item {
			some = some[1:]
		}
	}
	return len(some) == 0
}
