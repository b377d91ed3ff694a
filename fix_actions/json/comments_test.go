package json_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_actions/operationtest"
)

func TestComments(t *testing.T) {
	language.Comments(t, func(random *rand.Rand) string {
		p := &operationtest.Printer{Random: random, Comment: "//", Quote: `"`, Step: "  "}
		p.Above("")
		p.Flow(4, "", true)
		p.Trailing()
		return p.Text()
	})
}
