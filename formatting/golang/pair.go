package golang

import "bytes"

// A pairing says which piece of another text a piece was.
type pairing struct {
	at   int  // its index there; -1: not known
	same bool // it is the same text
	gap  bool // there is a blank line above in both, or in neither
}

// A comparison is of two texts that were cut. What is paired is in the same order in both.
type comparison struct {
	was, is []piece
	pairs   []pairing // of each piece of is
}

// compare says of each piece of is which one of was it is: what both start and end with, then, of what is between these, the
// pieces that are in both once, then what is beside one of these.
func compare(was, is []piece) *comparison {
	c := &comparison{was, is, make([]pairing, len(is))}
	for i := range c.pairs {
		c.pairs[i].at = -1
	}
	at, end, first, last := c.trim(0, len(was), 0, len(is))
	unique := c.unique(at, end, first, last)
	for i := first; i < last; i++ {
		if place, ok := unique[string(is[i].text)]; ok && place >= at {
			c.beside(at, place, first, i)
			c.pair(place, i, true)
			at, first = place+1, i+1
		}
	}
	c.beside(at, end, first, last)
	return c
}

// pair has the piece at in was as piece i.
func (c *comparison) pair(at, i int, same bool) {
	c.pairs[i] = pairing{at: at, same: same, gap: c.was[at].blank == c.is[i].blank}
}

// trim pairs what is the same at the beginning and the end of was[at:end] and is[first:last], and returns what is left of both.
func (c *comparison) trim(at, end, first, last int) (int, int, int, int) {
	for ; at < end && first < last && bytes.Equal(c.was[at].text, c.is[first].text); at, first = at+1, first+1 {
		c.pair(at, first, true)
	}
	for ; at < end && first < last && bytes.Equal(c.was[end-1].text, c.is[last-1].text); end, last = end-1, last-1 {
		c.pair(end-1, last-1, true)
	}
	return at, end, first, last
}

// unique returns where in was[at:end] the texts are that are there once, and once in is[first:last].
func (c *comparison) unique(at, end, first, last int) map[string]int {
	const several = -1
	if at == end || first == last {
		return nil
	}
	places := make(map[string]int, end-at)
	for i := at; i < end; i++ {
		text := string(c.was[i].text)
		if _, ok := places[text]; ok {
			places[text] = several
		} else {
			places[text] = i
		}
	}
	seen := make(map[string]bool, last-first)
	for _, p := range c.is[first:last] {
		text := string(p.text)
		if seen[text] {
			delete(places, text)
		}
		seen[text] = true
	}
	return places
}

// beside pairs was[at:end] and is[first:last], which lie between the same pieces. What differs is paired where both have as
// many.
func (c *comparison) beside(at, end, first, last int) {
	at, end, first, last = c.trim(at, end, first, last)
	if end-at == last-first {
		for i := first; i < last; i++ {
			c.pair(at+i-first, i, false)
		}
	}
}

// before returns what a piece was; nil: not known.
func (c *comparison) before(i int) []byte {
	if c.pairs[i].at < 0 {
		return nil
	}
	return c.was[c.pairs[i].at].text
}

// follows reports whether a piece is as it was, and so is the one above, which is still the one above.
func (c *comparison) follows(i int) bool {
	return i > 0 && c.pairs[i].same && c.pairs[i].gap && c.pairs[i-1].same && c.pairs[i].at == c.pairs[i-1].at+1
}
