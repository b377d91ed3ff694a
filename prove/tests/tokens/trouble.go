package tokens

import "fmt"

// The bounds of the input of a recursive parser.
const (
	maxDepth = 500
	// maxExpression bounds the tokens of an expression, not counting tokens in
	// brackets. buildtools takes quadratic time for a chain of operators.
	maxExpression = 1000
)

// Trouble says why a recursive parser may take too long for a text, or is
// empty.
func Trouble(text []byte, all []Token) string {
	var sizes [maxDepth + 2]int
	for i := range all {
		t := &all[i]
		if t.Depth > maxDepth {
			return "its brackets are nested too deeply"
		}
		if t.Kind == Comment {
			continue
		}
		sizes[t.Depth]++
		sizes[t.Depth+1] = 0
		if t.First && t.Depth == 0 || t.Text(text) == "," {
			sizes[t.Depth] = 0
		}
		if sizes[t.Depth] > maxExpression {
			return fmt.Sprintf("line %d: an expression is too long", t.Line)
		}
	}
	return ""
}
