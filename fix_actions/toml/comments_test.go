package toml_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_actions/operationtest"
)

func TestComments(t *testing.T) {
	language.Comments(t, func(random *rand.Rand) string {
		p := &operationtest.Printer{Random: random, Comment: "#", Quote: `"`, Step: "  "}
		keyValues := func() {
			for range 1 + p.Random.IntN(3) {
				p.Above("")
				p.Write(p.Word("k") + " = ")
				p.Flow(3, "", false)
				p.Trailing()
			}
		}
		keyValues()
		for range p.Random.IntN(4) {
			p.Above("")
			p.Write("[" + p.Word("k") + "]")
			p.Trailing()
			keyValues()
		}
		return p.Text()
	})
}
