package textdiff

import "math"

// budget is the number of steps, each the extension of a diagonal, that all
// exact searches of one comparison may take: a few tenths of a second.
const budget = 1 << 26

// leastCost is the number of changes that a search may explore even if the
// budget is used up.
const leastCost = 256

// limit returns the number of changes, counted from either end, that the next
// search may explore: as many as use up half of the budget.
func (c *comparison) limit() int {
	return max(leastCost, int(math.Sqrt(float64(max(c.budget, 0)/2))))
}

// A point is where a path between two corners is split. x is a line of a, y one
// of b.
type point struct {
	x, y      int
	exact     bool // it is on a shortest path
	fromStart bool // the part before it has been searched, and is a shortest path to it
	fromEnd   bool // the part after it has been, and is
}

// middle returns a point on a shortest path from (a1, b1) to (a2, b2). A step
// right deletes a line of a, a step down inserts a line of b, and equal lines
// are free diagonals. The search runs from both ends until the two meet. If
// that takes more than limit changes from either end, the point is the furthest
// one reached. Neither range is empty, and they differ in their first and last
// lines, so the point is neither corner.
//
// Diagonal d is x-y. forward[d] is the largest x that a path of the current
// cost reaches on it from the start, reverse[d] the smallest from the end.
func (c *comparison) middle(a1, a2, b1, b2, limit int) point {
	a, b := c.a.ids, c.b.ids
	least, most := a1-b2, a2-b1 // the diagonals of the corners
	origin := 1 - least
	if size := most - least + 3; len(c.forward) < size {
		c.forward = make([]int32, size)
		c.reverse = make([]int32, size)
	}
	forward, reverse := c.forward, c.reverse
	fmid, rmid := a1-b1, a2-b2
	fmin, fmax, rmin, rmax := fmid, fmid, rmid, rmid
	forward[origin+fmid], reverse[origin+rmid] = int32(a1), int32(a2)
	odd := (fmid-rmid)&1 != 0
	for cost := 1; ; cost++ {
		c.budget -= 2 * (cost + 1)
		fmin, fmax = widen(forward, origin, fmin, fmax, least, most, -1)
		for d := fmax; d >= fmin; d -= 2 {
			x := int(max(forward[origin+d-1]+1, forward[origin+d+1]))
			y := x - d
			for x < a2 && y < b2 && a[x] == b[y] {
				x++
				y++
			}
			forward[origin+d] = int32(x)
			if odd && rmin <= d && d <= rmax && int(reverse[origin+d]) <= x {
				return point{x, y, true, true, true}
			}
		}
		rmin, rmax = widen(reverse, origin, rmin, rmax, least, most, math.MaxInt32)
		for d := rmax; d >= rmin; d -= 2 {
			x := int(min(reverse[origin+d-1], reverse[origin+d+1]-1))
			y := x - d
			for x > a1 && y > b1 && a[x-1] == b[y-1] {
				x--
				y--
			}
			reverse[origin+d] = int32(x)
			if !odd && fmin <= d && d <= fmax && x <= int(forward[origin+d]) {
				return point{x, y, true, true, true}
			}
		}
		if cost >= limit {
			return c.furthest(origin, a1, a2, b1, b2, [2]int{fmin, fmax}, [2]int{rmin, rmax})
		}
	}
}

// widen extends the range of diagonals by one at each end, or shortens it if
// that would leave the rectangle, and surrounds it with none, which no path has
// reached.
func widen(reach []int32, origin, lo, hi, least, most int, none int32) (int, int) {
	if lo > least {
		lo--
		reach[origin+lo-1] = none
	} else {
		lo++
	}
	if hi < most {
		hi++
		reach[origin+hi+1] = none
	} else {
		hi--
	}
	return lo, hi
}

// furthest returns the reached point that leaves the least to search. A point
// far off the diagonal of the opposite corner counts for less, because the way
// back to that diagonal costs as many changes.
func (c *comparison) furthest(origin, a1, a2, b1, b2 int, f, r [2]int) (best point) {
	most := math.MinInt
	for d := f[0]; d <= f[1]; d += 2 {
		x := min(int(c.forward[origin+d]), a2, b2+d)
		y := x - d
		if gone := (x - a1) + (y - b1) - distance(d, a2-b2)/4; gone > most {
			most, best = gone, point{x: x, y: y, fromStart: true}
		}
	}
	for d := r[0]; d <= r[1]; d += 2 {
		x := max(int(c.reverse[origin+d]), a1, b1+d)
		y := x - d
		if gone := (a2 - x) + (b2 - y) - distance(d, a1-b1)/4; gone > most {
			most, best = gone, point{x: x, y: y, fromEnd: true}
		}
	}
	return best
}

func distance(d, e int) int {
	return max(d-e, e-d)
}
