package starlark

// maxDepth bounds how deep the syntax tree of a file may be. Parser, printer and linter are recursive, and a stack
// that overflows ends the process; besides, some of them take quadratic time in the depth.
const maxDepth = 10_000

// deep reports whether the syntax tree of src may be deeper than maxDepth. It reads src once, and counts for each
// place the tokens that may nest the expression there: those since the last comma, within each open bracket.
func deep(src []byte) bool {
	d := depth{brackets: []int{0}}
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '\n':
			i = d.line(src, i+1)
		case c == '#':
			i = skipComment(src, i)
		case c == '"' || c == '\'':
			i = skipString(src, i)
		case c == '\\' && i+1 < len(src): // continues the line
			i += 2
		case c == '(' || c == '[' || c == '{':
			d.add()
			d.brackets = append(d.brackets, 0)
			i++
		case c == ')' || c == ']' || c == '}':
			d.close()
			i++
		case c == ',' || c == ';':
			d.restart()
			i++
		case isIdent(c):
			d.add()
			for i < len(src) && isIdent(src[i]) {
				i++
			}
		case c == ' ' || c == '\t' || c == '\r':
			i++
		default: // an operator, or a part of one
			d.add()
			i++
		}
		if d.total+d.indent+d.branches > maxDepth {
			return true
		}
	}
	return false
}

// A depth is the state of deep.
type depth struct {
	brackets []int // for each open bracket, and for the line itself, the tokens since the last comma
	total    int   // the sum of brackets
	indent   int   // of the current line: no fewer than there are open blocks
	branches int   // elif since the last statement that is not indented: each is within the one before
}

func (d *depth) add() {
	d.brackets[len(d.brackets)-1]++
	d.total++
}

func (d *depth) restart() {
	d.total -= d.brackets[len(d.brackets)-1]
	d.brackets[len(d.brackets)-1] = 0
}

func (d *depth) close() {
	d.restart()
	if len(d.brackets) > 1 {
		d.brackets = d.brackets[:len(d.brackets)-1]
	}
}

// line begins the line at i and returns where its text starts. Within brackets it is nothing but blanks.
func (d *depth) line(src []byte, i int) int {
	if len(d.brackets) > 1 {
		return i
	}
	d.restart()
	start := i
	for i < len(src) && (src[i] == ' ' || src[i] == '\t') {
		i++
	}
	d.indent = i - start
	switch word := src[i:min(i+4, len(src))]; {
	case len(word) == 0 || word[0] == '\n' || word[0] == '\r' || word[0] == '#' || string(word) == "else":
	case string(word) == "elif":
		d.branches++
	case d.indent == 0:
		d.branches = 0
	}
	return i
}

func isIdent(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

func skipComment(src []byte, i int) int {
	for i < len(src) && src[i] != '\n' {
		i++
	}
	return i
}

// skipString returns where the string that starts at i ends: after its quotes, or at a line end that it must not
// hold.
func skipString(src []byte, i int) int {
	quote := src[i]
	if i+2 < len(src) && src[i+1] == quote && src[i+2] == quote {
		for i += 3; i+2 < len(src); i++ {
			if src[i] == '\\' {
				i++
			} else if src[i] == quote && src[i+1] == quote && src[i+2] == quote {
				return i + 3
			}
		}
		return len(src)
	}
	for i++; i < len(src) && src[i] != '\n'; i++ {
		if src[i] == '\\' {
			i++
		} else if src[i] == quote {
			return i + 1
		}
	}
	return min(i, len(src))
}
