package textdiff

// A match pairs a line of a with an equal line of b, at the end of a common
// subsequence. prev is the index of the preceding match, or -1.
type match struct {
	i, j, prev int32
}

// sparse compares the kept lines [a1, a2) with [b1, b2) exactly, by their
// longest common subsequence. It returns false without doing anything if there
// are more than a few pairs of equal lines for each line: time and memory are
// proportional to the number of pairs.
func (c *comparison) sparse(a1, a2, b1, b2 int) bool {
	a, b := c.a.ids[a1:a2], c.b.ids[b1:b2]
	if pairs := c.pairs(a, b); pairs > 16*(len(a)+len(b)) {
		return false
	}
	var chain []match // from the last to the first
	for matches, last := c.subsequence(a, b); last >= 0; last = matches[last].prev {
		chain = append(chain, matches[last])
	}
	i, j := a1, b1
	for k := len(chain) - 1; k >= 0; k-- {
		nextI, nextJ := a1+int(chain[k].i), b1+int(chain[k].j)
		c.a.change(i, nextI)
		c.b.change(j, nextJ)
		i, j = nextI+1, nextJ+1
	}
	c.a.change(i, a2)
	c.b.change(j, b2)
	return true
}

// pairs returns the number of pairs of equal lines.
func (c *comparison) pairs(a, b []int32) int {
	inA := make([]int32, c.sorts)
	for _, id := range a {
		inA[id]++
	}
	n := 0
	for _, id := range b {
		n += int(inA[id])
	}
	return n
}

// subsequence returns matches, and the index of the one that ends a longest
// common subsequence of a and b, or -1 if there is none.
func (c *comparison) subsequence(a, b []int32) (matches []match, last int32) {
	// The indexes of each id in b, last one first.
	lowest := make([]int32, c.sorts)
	for id := range lowest {
		lowest[id] = -1
	}
	above := make([]int32, len(b))
	for j, id := range b {
		above[j], lowest[id] = lowest[id], int32(j)
	}
	// ends[k] is the match with the smallest j that ends a common subsequence
	// of length k+1. The places in b are visited from the last one up, so that
	// a line of a is not matched twice in one subsequence.
	var ends []int32
	for i, id := range a {
		for j := lowest[id]; j >= 0; j = above[j] {
			k, end := 0, len(ends)
			for k < end {
				if middle := (k + end) / 2; matches[ends[middle]].j < j {
					k = middle + 1
				} else {
					end = middle
				}
			}
			prev := int32(-1)
			if k > 0 {
				prev = ends[k-1]
			}
			if k == len(ends) {
				ends = append(ends, 0)
			} else if matches[ends[k]].j == j {
				continue
			}
			ends[k] = int32(len(matches))
			matches = append(matches, match{i: int32(i), j: j, prev: prev})
		}
	}
	if len(ends) == 0 {
		return nil, -1
	}
	return matches, ends[len(ends)-1]
}
