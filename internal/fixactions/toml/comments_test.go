package toml_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
)

func TestComments(t *testing.T) {
	language.Comments(t, func(random *rand.Rand) string {
		p := &operationtest.Printer{Random: random, Comment: "#", Equals: " = ", Quote: `"`, Step: "  "}
		keyValues := func(n int) {
			for range n {
				p.Above("")
				if p.Chance(5) { // a dotted key
					p.Write(p.Word("k") + ".")
				}
				p.Write(p.Word("k") + " = ")
				p.Flow(3, "", true)
				p.Trailing()
			}
		}
		header := func(open, name, shut string) {
			p.Above("")
			p.Write(open + name + shut)
			p.Trailing()
			keyValues(p.Random.IntN(4))
		}
		keyValues(p.Random.IntN(4))
		for range p.Random.IntN(4) {
			name := p.Word("k")
			if p.Chance(3) {
				for range 1 + p.Random.IntN(3) {
					header("[[", name, "]]")
				}
				continue
			}
			header("[", name, "]")
			for p.Chance(3) {
				header("[", name+"."+p.Word("k"), "]")
			}
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

// The comments in an empty array or inline table stay in it if it gets values,
// and go above its line if it becomes another kind of value. Those of a
// collection stay if others of its kind take the place of what is in it.
func TestCommentsOfEmptyBrackets(t *testing.T) {
	for _, test := range []struct{ name, text, script, want string }{
		{"array, scalar", "a = [ # c\n] # d\n", "replace /a 5", "# c\na = 5 # d\n"},
		{"array, item", "a = [ # c\n]\n", "insert /a - 5", "a = [ # c\n    5\n]\n"},
		{"array, array", "a = [ # c\n]\n", "replace /a [1, 2]", "a = [ # c\n    1,\n    2\n]\n"},
		{"array, empty array", "a = [ # c\n]\n", "replace /a []", "a = [ # c\n]\n"},
		{"array, table", "a = [ # c\n]\n", "replace /a {\"k\": 1}", "# c\na = { k = 1 }\n"},
		{"CR LF", "a = [ # c\r\n]\r\n", "replace /a true", "# c\r\na = true\r\n"},
		{"no final newline", "a = [ # c\n]", "replace /a true", "# c\na = true"},
		{"inline table", "t = { # c\n  # d\n}\n", "replace /t \"x\"", "# c\n# d\nt = \"x\"\n"},
		{"inline table, key", "t = { # c\n}\n", "add /t k 1", "t = { # c\n    k = 1\n}\n"},
		{"nested in a line", "a = [1, [ # c\n], 2]\n", "set /a 1 \"x\"", "# c\na = [1, \"x\", 2]\n"},
		{"nested in its own line", "a = [\n  1, # one\n  [ # c\n  ], # d\n  2,\n]\n", "set /a 1 \"x\"", "a = [\n  1, # one\n  # c\n  \"x\", # d\n  2,\n]\n"},
		{"in an inline table", "a = { x = [ # c\n], y = 1 }\n", "replace /a/x 5", "# c\na = { x = 5, y = 1 }\n"},
		{"after a string of lines", "a = [\"\"\"x\n  y\"\"\", [ # c\n]]\n", "set /a 1 5", "# c\na = [\"\"\"x\n  y\"\"\", 5]\n"},
		{"within a table", "[t]\n  # of k\n  k = [ # c\n  ]\n", "replace /t/k 5", "[t]\n  # of k\n  # c\n  k = 5\n"},
		{"twice", "a = [ # c\n]\n", "replace /a 5\nreplace /a [1]", "# c\na = [1]\n"},
		{"and the key is removed", "a = [ # c\n]\nb = 1\n", "replace /a 5\nremove . a", "b = 1\n"},
		{"and its neighbor is removed", "b = 1\na = [ # c\n]\n", "replace /a 5\nremove . b", "# c\na = 5\n"},
		{"added before", "a = 1\n", "replace /a []", "a = []\n"},
		{"last item is removed", "a = { # c\n  k = 1, # k\n  # end\n}\n", "remove /a k", "a = { # c\n  # end\n}\n"},
		{"all items go", "a = [ # c\n  1, # one\n  # end\n]\n", "replace /a []", "a = [ # c\n  # end\n]\n"},
		{"other items", "a = [ # c\n  # of 1\n  1, # one\n  # end\n]\n", "replace /a [\"x\", \"y\"]", "a = [ # c\n  # of 1\n  \"x\", # one\n  \"y\",\n  # end\n]\n"},
		{"other keys", "a = { # c\n  k = 1, # k\n  # end\n}\n", "replace /a {\"m\": 1}", "a = { # c\n  m = 1,\n  # end\n}\n"},
		{"dotted keys", "# of k\na.k = 1 # k\n", "replace /a 5", "# of k\na = 5\n"},
	} {
		got, err := language.Run(t, test.text, operationtest.Parse(t, test.script))
		if err != nil || got != test.want {
			t.Errorf("%s: %v\ngot:\n%s\nwant:\n%s", test.name, err, got, test.want)
		}
	}
}
