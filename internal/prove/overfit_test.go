package prove

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

func TestConditional(t *testing.T) {
	for _, row := range []struct{ path, text, want string }{
		{"a.go", "func f(n int) int {\n\tif n == 7 || 8 != n {\n\t\treturn 21 + 9\n\t}\n\tswitch n {\n\tcase 3, 4:\n\t\treturn 5\n\t}\n\treturn map[int]int{6: 36}[n]\n}\n", "7 8 3 4 6"},
		{"a.py", "def f(n):\n    if n == 'ab':\n        return 12\n    return {'x y': 13}.get(n, 14)\n", "'ab' 'x y'"},
		{"a.js", "function f(n) {\n  if (n === 7) return 21;\n  switch (n) {\n  case 'abc': return 5;\n  }\n}\n", "7 'abc' 5"},
	} {
		f := source.Read(row.path, []byte(row.text))
		var got []string
		for _, token := range conditional(f) {
			got = append(got, token.Text(f.Text))
		}
		if all := strings.Join(got, " "); all != row.want {
			t.Errorf("%s: %s, want %s", row.path, all, row.want)
		}
	}
	f := source.Read("a.py", []byte("0 1 2 3 10 '' 'a' 'ab' x"))
	var got []string
	for _, token := range f.Tokens() {
		if literal := telling(f, &token); literal != "" {
			got = append(got, literal)
		}
	}
	if all := strings.Join(got, " "); all != "3 10 ab" {
		t.Errorf("telling: %s", all)
	}
}
