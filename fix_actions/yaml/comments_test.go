package yaml_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_actions/operationtest"
)

func TestComments(t *testing.T) {
	language.Comments(t, func(random *rand.Rand) string {
		p := &operationtest.Printer{Random: random, Comment: "#", Step: "  "}
		if p.Chance(3) {
			p.Above("")
			p.Flow(3, "", true)
			p.Trailing()
			return p.Text()
		}
		writeBlock(p, 3, "")
		return p.Text()
	})
}

// writeBlock writes a mapping or a sequence in lines.
func writeBlock(p *operationtest.Printer, depth int, indent string) {
	isSequence := p.Chance(3)
	for range 1 + p.Random.IntN(3) {
		p.Above(indent)
		p.Write(indent)
		if isSequence {
			p.Write("-")
		} else {
			p.Write(p.Word("k") + ":")
		}
		switch {
		case depth == 0 || p.Chance(3):
			p.Write(" " + p.Word("v"))
			p.Trailing()
		case p.Chance(2):
			p.Write(" ")
			p.Flow(depth-1, indent+"  ", true)
			p.Trailing()
		default:
			p.Trailing()
			writeBlock(p, depth-1, indent+"  ")
		}
	}
}
