package toml_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/toml"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

// A key or table that is defined twice is an error with the places of both.
func TestRedefinitions(t *testing.T) {
	already := func(key, first string) string { return "the key \"" + key + "\" is already defined at " + first }
	formattest.SyntaxErrors(t, language(t, toml.Options{}), "a.toml", []formattest.Case{
		{Name: "a key", Src: "a = 1\nb = 2\na = 3\n", Want: "a.toml:3:1: " + already("a", "line 1, column 1")},
		{Name: "quotes", Src: "a = 1\n\"a\" = 2\n", Want: "a.toml:2:1: " + already("a", "line 1, column 1")},
		{Name: "in a table", Src: "a = 1\n[t]\na = 2\na = 3\n", Want: "a.toml:4:1: " + already("a", "line 3, column 1")},
		{Name: "a table", Src: "[t]\na = 1\n[u]\n[t]\nb = 1\n", Want: "a.toml:4:2: " + already("t", "line 1, column 2")},
		{Name: "a table of a longer name", Src: "[a.b]\n[a]\n[a.b]\n", Want: "a.toml:3:4: " + already("b", "line 1, column 4")},
		{Name: "an inline table", Src: "t = { a = 1, b = 2, a = 3 }\n", Want: "a.toml:1:21: " + already("a", "line 1, column 7")},
		{Name: "an inline table in an array", Src: "t = [{ a = 1 }, { a = 1, a = 2 }]\n", Want: "a.toml:1:26: " + already("a", "line 1, column 19")},
		{Name: "a dotted key", Src: "a.b = 1\na.c = 2\na.b = 3\n", Want: "a.toml:3:3: " + already("b", "line 1, column 3")},
		{Name: "a dotted key of a value", Src: "a = 1\na.b = 2\n", Want: "a.toml:2:1: " + already("a", "line 1, column 1")},
		{Name: "a header of dotted keys", Src: "[a]\nb.c = 1\n[a.b]\n", Want: "a.toml:3:4: " + already("b", "line 2, column 1")},
		{Name: "a header of a value", Src: "a = 1\n[a]\n", Want: "a.toml:2:2: " + already("a", "line 1, column 1")},
		{Name: "a header below a value", Src: "a = { b = 1 }\n[a.c]\n", Want: "a.toml:2:2: " + already("a", "line 1, column 1")},
		{Name: "an array of tables and a table", Src: "[[a]]\n[a]\n", Want: "a.toml:2:2: " + already("a", "line 1, column 3")},
		{Name: "a table and an array of tables", Src: "[a]\n[[a]]\n", Want: "a.toml:2:3: " + already("a", "line 1, column 2")},
		{Name: "a key that a header defined", Src: "[a.b]\n[a]\nb = 1\n", Want: "a.toml:3:1: " + already("b", "line 1, column 4")},
		{Name: "a byte order mark", Src: "\ufeffa = 1\na = 2\n", Want: "a.toml:2:1: " + already("a", "line 1, column 4")},
		{Name: "another mistake", Src: "a = 1\nb = 2020-13-01\n", Want: "a.toml:2:10: ..."},
	})
}

// Names that several tables have are no duplicates.
func TestNoRedefinitions(t *testing.T) {
	l := language(t, toml.Options{})
	for _, src := range []string{
		"a = 1\n[t]\na = 1\n[u]\na = 1\n",
		"[[a]]\nb = 1\nc.d = 1\n[a.e]\n[[a]]\nb = 2\nc.d = 2\n[a.e]\n",
		"[a.b]\nx = 1\n[a]\ny = 1\n[a.c]\n",
		"a.b = 1\na.c = 2\n",
		"[a]\nb.c = 1\n[a.d]\n",
		"a = [{ b = 1 }, { b = 2 }]\n",
	} {
		if err := l.Parse("a.toml", []byte(src)); err != nil {
			t.Errorf("%q: %v", src, err)
		}
	}
}
