package toml_test

import (
	"math/rand/v2"
	"strings"
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

// The comments of a table that becomes another kind of value stay with its key,
// and those in an empty one do, too.
func TestCommentsOfTables(t *testing.T) {
	for _, test := range []struct{ name, text, script, want string }{
		{"empty", "a = 1\n\n# of x\n[x] # header\n# inside\n\n# apart\n[y]\nb = 1\n", "replace /x 5", "a = 1\n# of x\n# inside\nx = 5 # header\n\n# apart\n[y]\nb = 1\n"},
		{"nothing else", "# of x\r\n[x] # header\r\n# inside\r\n", "replace /x [1]", "# of x\r\n# inside\r\nx = [1] # header\r\n"},
		{"no final newline", "a=1\n\n# of x\n[x] # header", "replace /x 5", "a=1\n# of x\nx=5 # header"},
		{"comments of what follows", "[x] # header\n# of y\n[y]\n", "replace /x 5", "x = 5 # header\n\n# of y\n[y]\n"},
		{"a subtable", "[t]\n  # of x\n  [t.x] # header\n  # inside\n", "replace /t/x 5", "[t]\n# of x\n# inside\nx = 5 # header\n"},
		{"within an empty table", "[t] # t\n# of x\n[t.x] # x\n# inside\n", "replace /t 5", "# of x\n# x\n# inside\nt = 5 # t\n"},
		{"an array of tables", "# of x\n[[x]] # 1\n# in 1\n\n# second\n[[x]] # 2\n# in 2\n", "replace /x []", "# of x\n# in 1\n# second\n# 2\n# in 2\nx = [] # 1\n"},
		{"an array that becomes a table", "a = 1\n\n# of x\n[[x]] # 1\n# in 1\n", "replace /x {\"k\": 1}", "a = 1\n\n# of x\n# in 1\n[x] # 1\nk = 1\n"},
		{"a value of several lines", "# of x\n[x] # header\n", "replace /x [\"" + long + "\", \"" + long + "\"]", "# of x\nx = [\n    \"" + long + "\",\n    \"" + long + "\",\n] # header\n"},
		{"a table that is not empty", "# of x\n[x] # header\n# of k\nk = 1 # k\n", "replace /x 5", "# of x\nx = 5 # header\n"},
		{"twice", "# of x\n[x] # header\n# inside\n\n[y]\n", "replace /x 5\nreplace /x \"s\"", "# of x\n# inside\nx = \"s\" # header\n\n[y]\n"},
		{"and the key is removed", "a = 1\n# of x\n[x] # header\n# inside\n", "replace /x 5\nremove . x", "a = 1\n"},
	} {
		got, err := language.Run(t, test.text, operationtest.Parse(t, test.script))
		if err != nil || got != test.want {
			t.Errorf("%s: %v\ngot:\n%s\nwant:\n%s", test.name, err, got, test.want)
		}
	}
}

var long = strings.Repeat("a long text ", 5)
