package toml_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/toml"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
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
	formattest.Refuses(t, language(t, toml.Options{}), "a.toml", []formattest.Case{
		{Name: "keys of one table", Src: many("kN=1\n", n), Want: "too many keys"},
		{Name: "keys of a table with a name", Src: "[t]\n" + many("kN=1\n", n), Want: "too many keys"},
		{Name: "dotted keys", Src: many("a.b.kN=1\n", n), Want: "too many keys"},
		{Name: "tables", Src: many("[tN]\na=1\n", n), Want: "too many keys"},
		{Name: "an inline table", Src: "a={" + many("kN=1,", n) + "z=1}\n", Want: "too many keys"},
		{Name: "one in an array", Src: "a=[{" + many("kN=1,", n) + "z=1}]\n", Want: "too many keys"},
		{Name: "as many keys as are taken", Src: many("kN=1\n", 6_200)},
		{Name: "keys of several tables", Src: many("[tN]\n"+many("k_N=1\n", 20), 2_000)},
		{Name: "tables of an array", Src: many("[[t]]\na=N\n", n)},
		{Name: "inline tables", Src: "a=[\n" + many("{a=1},\n", n) + "]\n"},
		{Name: "elements", Src: "a=[" + many("N,", n) + "]\n"},
		{Name: "signs in a string", Src: "a='" + strings.Repeat("=[.", n) + "'\n"},
	})
}
