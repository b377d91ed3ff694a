package addition

var conditions = lazySet("if elif or and not assert while ! && || ?")

// pretenses finds code that only pretends to be resolved: constant conditions,
// code that cannot be reached, and errors that are dropped.
func (x *comparison) pretenses() {
	over(x.was.pretenses(), x.is.pretenses(), func(what string, _ int) { x.add(0, "the change adds %s", what) })
}

func (f *file) pretenses() map[string]int {
	all := map[string]int{}
	indented := f.language.indented()
	for i := range f.code {
		text, before := f.at(i), f.at(i-1)
		if before == "(" {
			before = f.at(i - 2)
		}
		switch text {
		case "True", "False", "true", "false", "0", "1", "None", "null", "undefined":
			after := f.at(i + 1)
			if conditions()[before] || before != "==" && (after == "or" || after == "and" || after == "&&" || after == "||") {
				all["a condition that is constant"]++
			}
		case "return", "raise", "throw", "continue", "break", "goto":
			if f.unreachableAfter(i, indented) {
				all["code that cannot be reached"]++
			}
		case "pass":
			if line := f.lineStart(i - 1); indented && f.at(i-1) == ":" && f.at(line) == "except" {
				all["code that drops errors"]++
			}
		case "for", "while":
			if after := f.at(i + 1); after == "{" || after == "(" && f.at(i+2) == ";" {
				all["a loop without an end"]++
			}
		case "catch":
			k := i + 1
			if f.at(k) == "(" {
				for k < len(f.code) && f.at(k) != ")" {
					k++
				}
				k++
			}
			if f.at(k) == "{" && f.at(k+1) == "}" {
				all["code that drops errors"]++
			}
		}
	}
	return all
}

// unreachableAfter reports whether code follows a statement that leaves, in its
// block.
func (f *file) unreachableAfter(i int, indented bool) bool {
	from := f.code[i]
	if indented && !from.First {
		if f.at(i-1) == ":" {
			return false // of a condition on its line
		}
		from = f.code[f.lineStart(i)]
	}
	for k := i + 1; k < len(f.code); k++ {
		t := &f.code[k]
		if indented && f.at(k) == ";" && k+1 < len(f.code) && !f.code[k+1].First {
			return true
		}
		if !t.First && f.at(k) != "}" || t.Depth > from.Depth {
			continue
		}
		if indented {
			return t.Column == from.Column
		}
		switch f.at(k) {
		case "}", "case", "default", ")", "]":
			return false
		case ".", "?.", "&&", "||", "?", ":", "+":
			continue // it goes on
		}
		if before := f.at(k - 1); before == "+" || before == "&&" || before == "||" || before == "," || before == "(" {
			continue
		}
		return true
	}
	return false
}
