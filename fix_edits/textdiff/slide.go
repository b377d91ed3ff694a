package textdiff

import "math"

// slide moves each run that only inserts or only deletes to the most readable
// of its equivalent places, which exist if the lines around it repeat. Runs
// neither touch nor pass each other.
func slide(runs []run, a, b *lines) {
	for k := range runs {
		r := &runs[k]
		up, down := 0, a.len()
		if k > 0 {
			up = runs[k-1].a2 + 1
		}
		if k+1 < len(runs) {
			down = runs[k+1].a1 - 1
		}
		by := 0
		switch {
		case r.a1 == r.a2:
			by = bestPlace(b, r.b1, r.b2, r.a1-up, down-r.a2)
		case r.b1 == r.b2:
			by = bestPlace(a, r.a1, r.a2, r.a1-up, down-r.a2)
		}
		*r = run{r.a1 + by, r.a2 + by, r.b1 + by, r.b2 + by}
	}
}

// bestPlace returns the number of lines by which to move the lines [from, to)
// of l, at most up and at most down, to the place with the lowest startCost; of
// several, the lowest in the text.
func bestPlace(l *lines, from, to, up, down int) (by int) {
	least, most := 0, 0
	for -least < up && l.ids[from+least-1] == l.ids[to+least-1] {
		least--
	}
	for most < down && l.ids[from+most] == l.ids[to+most] {
		most++
	}
	best := math.MaxInt
	for at := most; at >= least; at-- {
		if cost := startCost(l, from+at); cost < best {
			best, by = cost, at
		}
	}
	return by
}

// startCost rates how badly a change that starts at the i-th line reads. A more
// indented start is worse. At equal indentation, a line after a blank one is
// best, then a blank line itself.
func startCost(l *lines, i int) int {
	const sorts = 3
	width := indent(l.line(i))
	switch {
	case width < 0:
		return sorts*indentBelow(l, i) + 1
	case i > 0 && indent(l.line(i-1)) < 0:
		return sorts * width
	}
	return sorts*width + 2
}

// indentBelow returns the indentation of the first nonblank line from the i-th
// on, or 0 if it is far away.
func indentBelow(l *lines, i int) int {
	const far = 10
	for k := i; k < min(i+far, l.len()); k++ {
		if width := indent(l.line(k)); width >= 0 {
			return width
		}
	}
	return 0
}

// indent returns the width of the leading whitespace of a line, or -1 for a
// blank line.
func indent(line []byte) int {
	width := 0
	for _, c := range line {
		switch c {
		case ' ':
			width++
		case '\t':
			width += 8 - width%8
		case '\r', '\n':
			return -1
		default:
			return width
		}
	}
	return -1
}
