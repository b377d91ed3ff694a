package toml_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/toml"
)

// A file whose keys take a decoder too long is refused, in a moment. What is
// only large is not.
func TestLookups(t *testing.T) {
	many := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "N", fmt.Sprint(i)))
		}
		return b.String()
	}
	const n = 40_000
	r := registry(t, toml.Options{})
	for _, test := range []struct {
		name, src string
		refused   bool
	}{
		{"keys of one table", many("kN=1\n", n), true},
		{"keys of a table with a name", "[t]\n" + many("kN=1\n", n), true},
		{"dotted keys", many("a.b.kN=1\n", n), true},
		{"tables", many("[tN]\na=1\n", n), true},
		{"an inline table", "a={" + many("kN=1,", n) + "z=1}\n", true},
		{"one in an array", "a=[{" + many("kN=1,", n) + "z=1}]\n", true},
		{"as many keys as are taken", many("kN=1\n", 6_200), false},
		{"keys of several tables", many("[tN]\n"+many("k_N=1\n", 20), 2_000), false},
		{"tables of an array", many("[[t]]\na=N\n", n), false},
		{"inline tables", "a=[\n" + many("{a=1},\n", n) + "]\n", false},
		{"elements", "a=[" + many("N,", n) + "]\n", false},
		{"signs in a string", "a='" + strings.Repeat("=[.", n) + "'\n", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := r.Format("a.toml", []byte(test.src))
			_, refused := errors.AsType[*formatting.RefusedError](err)
			if refused != test.refused || !refused && err != nil {
				t.Errorf("refused: %t, %v", refused, err)
			}
		})
	}
}
