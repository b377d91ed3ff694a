package prove

import (
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

func TestConditional(t *testing.T) {
	for _, row := range []struct{ path, text, want string }{
		{"a.go", "func f(n int) int {\n\tif n == 7 || 8 != n {\n\t\treturn 21 + 9\n\t}\n\tswitch n {\n\tcase 3, 4:\n\t\treturn 5\n\t}\n\treturn map[int]int{6: 36}[n]\n}\n", "7 8 3 4 6"},
		{"a.py", "def f(n):\n    if n == 'ab':\n        return 12\n    return {'x y': 13}.get(n, 14)\n", "'ab' 'x y'"},
		{"a.js", "function f(n) {\n  if (n === 7) return 21;\n  switch (n) {\n  case 'abc': return 5;\n  }\n}\n", "7 'abc'"},
		{"a.go", "func f(s string) string {\n\tif strings.Contains(s, \"ab\") ||\n\t\ts > \"cd\" {\n\t\treturn \"ef\"\n\t}\n\tm[\"gh\"] = m[\"ij\"]\n\tswitch strings.TrimPrefix(s, \"kl\") {\n\t}\n\treturn \"mn\"\n}\n", `"ab" "cd" "gh" "kl"`},
		{"a.py", "def f(n):\n    if (n, 1) in ((40, 2), (50, 3)) and n not in {60, 70}:\n        return 80\n    x = 90 if n < 100 else 110\n    return [m for m in n if m > 120] + [130]\n", "1 40 2 50 3 60 70 100 120"},
		{"a.ts", "function f(s: string) {\n  if (\n    ['ab', 'cd'].includes(s)\n  ) return 'ef';\n  else if (s.startsWith('gh')) s = 'ij';\n  const m = { ['kl']: 'mn' };\n  switch (s) {\n    default: return 'op';\n  }\n}\n", "'ab' 'cd' 'gh' 'kl'"},
		{"a.js", strings.Repeat("if ", 100000) + "'ab'", "'ab'"},
		{"a.js", "if", ""},
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

// Notes name the added conditions that have literals of the proving tests, a
// line once and only a few.
func TestOverfit(t *testing.T) {
	const test = "def test_f():\n    assert f(7) == 21\n    assert f(40) == 120\n\n\ndef test_g():\n    assert f(50) == 150\n"
	for _, row := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{"a special case", "a.py", "def f(n):\n    return 1\n", "def f(n):\n    if n == 7: return 21\n    return 1\n", []string{"a.py, line 2: a condition has 7, which test_f has too"}},
		{"two in a line", "a.py", "", "def f(n):\n    return {7: 21, 40: 120}[n]\n", []string{"a.py, line 2: a condition has 7, which"}},
		{"a condition of the base", "a.py", "def f(n):\n    if n == 7:\n        return 1\n", "def f(n):\n    if n == 7:\n        return 21\n", nil},
		{"another literal", "a.py", "", "def f(n):\n    return 21 if n == 8 else 120\n", nil},
		{"a literal of another test", "a.py", "", "def f(n):\n    return 150 if n == 50 else 1\n", nil},
		{"a test", "test_a.py", "", "def test_h():\n    assert n == 7\n", nil},
		{"a literal of the file", "a.py", "", "def f(n):\n    return 21 if n == 60 else 120\n", nil},
		{"many", "a.py", "", strings.Repeat("n == 7\n", maxOverfit+1), slices.Repeat([]string{"a condition has 7"}, maxOverfit)},
	} {
		patch, err := change.New([]fixedits.FileChange{{Path: row.path, Created: row.before == "", Before: []byte(row.before), After: []byte(row.after)}})
		if err != nil {
			t.Fatal(err)
		}
		f := source.Of("test_f.py", []byte(test))
		p := &proof{}
		from := &sources{proof: p, over: patch, files: map[string]*source.File{f.Path: f}}
		if err := p.overfit(&candidate{id: 1, change: patch, source: patch}, []*broken{{tests: []*source.Test{&f.Tests[0]}}}, from); err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(p.notes, row.want, strings.Contains) {
			t.Errorf("%s: %q, want %q", row.name, p.notes, row.want)
		}
	}
}

// A row that a patch adds to a table is an input of the test that reads it.
func TestOverfitOfTable(t *testing.T) {
	const rows = "ROWS = [(7, 21)]\n\n\ndef test_f():\n    for n, want in ROWS:\n        assert f(n) == want\n"
	const more = "ROWS = [(7, 21),\n        (40, 120)]\n\n\ndef test_f():\n    for n, want in ROWS:\n        assert f(n) == want\n"
	patch, err := change.New([]fixedits.FileChange{
		{Path: "a.py", Created: true, After: []byte("def f(n):\n    if n == 7: return 21\n    if n == 40: return 120\n")},
		{Path: "test_f.py", Before: []byte(rows), After: []byte(more)},
	})
	if err != nil {
		t.Fatal(err)
	}
	f := source.Of("test_f.py", []byte(more))
	p := &proof{}
	from := &sources{proof: p, over: patch, files: map[string]*source.File{f.Path: f}}
	if err := p.overfit(&candidate{id: 1, change: patch, source: patch}, []*broken{{tests: []*source.Test{&f.Tests[0]}}}, from); err != nil {
		t.Fatal(err)
	}
	want := []string{"a.py, line 2: a condition has 7", "a.py, line 3: a condition has 40, which test_f has too"}
	if !slices.EqualFunc(p.notes, want, strings.Contains) {
		t.Errorf("%q, want %q", p.notes, want)
	}
}
