package textdiff

import "math"

// A run is a change in lines: [a1, a2) of the text before become [b1, b2) of
// the text after.
type run struct {
	a1, a2, b1, b2 int
}

// compare returns the runs that turn a into b, sorted and not touching, and
// whether they are known to be minimal. Exact searches may take budget steps.
func compare(a, b *lines, budget int) (runs []run, minimal bool) {
	sorts := identify(a, b)
	c := newComparison(a, b, sorts, budget)
	c.search(0, len(c.a.ids), 0, len(c.b.ids), false)
	return join(c.a.changed, c.b.changed), c.minimal
}

// A side is one text of a comparison, without the lines that are missing from
// the other text.
type side struct {
	ids     []int32
	at      []int32 // the index in the text of each of them
	changed []bool  // of the text: whether each line is deleted or inserted
}

// keep returns the lines of l that the other text also has.
func keep(l *lines) side {
	n := l.len()
	s := side{ids: make([]int32, 0, n), at: make([]int32, 0, n), changed: make([]bool, n)}
	for i, id := range l.ids {
		if id < 0 {
			s.changed[i] = true
			continue
		}
		s.ids = append(s.ids, id)
		s.at = append(s.at, int32(i))
	}
	return s
}

// change marks the kept lines from lo to hi as changed.
func (s *side) change(lo, hi int) {
	for _, at := range s.at[lo:hi] {
		s.changed[at] = true
	}
}

// A comparison determines which of the common lines are kept.
type comparison struct {
	a, b    side
	sorts   int     // every id is less
	minimal bool    // so far
	budget  int     // steps left for exact searches; the other searches also use it up
	untried int     // the maximum number of lines on which to try sparse: half of the number on which it failed
	forward []int32 // working memory of middle
	reverse []int32
}

func newComparison(a, b *lines, sorts, budget int) *comparison {
	return &comparison{a: keep(a), b: keep(b), sorts: sorts, minimal: true, budget: budget, untried: math.MaxInt}
}

// search compares the kept lines [a1, a2) with [b1, b2). affordable means that
// the changes are known to be few enough for an exact search, whatever the
// remaining budget.
func (c *comparison) search(a1, a2, b1, b2 int, affordable bool) {
	for {
		for a1 < a2 && b1 < b2 && c.a.ids[a1] == c.b.ids[b1] {
			a1++
			b1++
		}
		for a1 < a2 && b1 < b2 && c.a.ids[a2-1] == c.b.ids[b2-1] {
			a2--
			b2--
		}
		if a1 == a2 || b1 == b2 {
			c.a.change(a1, a2)
			c.b.change(b1, b2)
			return
		}
		limit := math.MaxInt
		if !affordable {
			limit = c.limit()
		}
		m := c.middle(a1, a2, b1, b2, limit)
		if !m.exact {
			// The rest shrinks slowly: trying sparse each time would take
			// quadratic time.
			if size := a2 - a1 + b2 - b1; size <= c.untried {
				if c.sparse(a1, a2, b1, b2) {
					return
				}
				c.untried = size / 2
			}
			c.minimal = false
		}
		if m.fromStart {
			c.search(a1, m.x, b1, m.y, true)
			a1, b1, affordable = m.x, m.y, m.fromEnd
		} else {
			c.search(m.x, a2, m.y, b2, true)
			a2, b2 = m.x, m.y
		}
	}
}

// join returns the runs between the kept lines, which are equally many on both
// sides.
func join(a, b []bool) []run {
	var runs []run
	for i, j := 0, 0; i < len(a) || j < len(b); {
		r := run{a1: i, b1: j}
		for i < len(a) && a[i] {
			i++
		}
		for j < len(b) && b[j] {
			j++
		}
		if r.a2, r.b2 = i, j; r.a1 < r.a2 || r.b1 < r.b2 {
			runs = append(runs, r)
		}
		for i < len(a) && !a[i] && j < len(b) && !b[j] {
			i++
			j++
		}
	}
	return runs
}
