// Package nesting bounds how deep the syntax tree of a text may be, from its tokens, before a parser sees it.
//
// Parsers, printers and linters are recursive, and a stack that overflows ends the process; besides, some of them take
// quadratic time in the depth.
package nesting

// Max is the depth from which on a text is refused.
const Max = 10_000

// Free is the size in bytes up to which a text need not be looked at: it has too few tokens to be deeper than Max.
const Free = Max

// A Counter counts, for the place in a text up to which it was fed, the tokens that may nest the expression there:
// those since the last separator, within each open bracket. Its zero value is at the start of a text.
type Counter struct {
	outer []int // for each open bracket, the tokens before it since the separator
	here  int   // the tokens since the last separator, within the innermost bracket
	total int   // the sum of these
}

// Open counts a bracket that opens.
func (c *Counter) Open() {
	c.Term()
	c.outer = append(c.outer, c.here)
	c.here = 0
}

// Close ends the innermost bracket. Where none is open, it does as Next.
func (c *Counter) Close() {
	c.Next()
	if last := len(c.outer) - 1; last >= 0 {
		c.here, c.outer = c.outer[last], c.outer[:last]
	}
}

// Term counts any other token that an expression may be nested by: an operand, or an operator.
func (c *Counter) Term() {
	c.here++
	c.total++
}

// Next forgets the tokens within the innermost bracket: they were another expression.
func (c *Counter) Next() {
	c.total -= c.here
	c.here = 0
}

// Brackets returns how many brackets are open.
func (c *Counter) Brackets() int { return len(c.outer) }

// Depth returns a bound of the depth at this place.
func (c *Counter) Depth() int { return c.total }
