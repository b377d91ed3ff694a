// Package nesting estimates the depth of the syntax tree of a text from its
// tokens, so that texts nested too deeply never reach a parser.
//
// Parsers, printers and linters are recursive, and a stack overflow ends the
// process. Some of them also take quadratic time in the depth.
package nesting

// Max is the maximum depth. Deeper texts are refused.
const Max = 10_000

// Free is the size in bytes up to which a text need not be checked: it has too
// few tokens to be deeper than Max.
const Free = Max

// A Counter counts, for the place in a text up to which it was fed, the tokens
// that may nest the expression there: those since the last separator, within
// each open bracket. Its zero value is at the start of a text.
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

// Term counts any other token that an expression may be nested by: an operand,
// or an operator.
func (c *Counter) Term() {
	c.here++
	c.total++
}

// Next forgets the tokens within the innermost bracket: they were another
// expression.
func (c *Counter) Next() {
	c.total -= c.here
	c.here = 0
}

// Brackets returns the number of open brackets.
func (c *Counter) Brackets() int { return len(c.outer) }

// Depth returns an upper bound of the depth at this place.
func (c *Counter) Depth() int { return c.total }
