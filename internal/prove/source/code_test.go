package source_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

func TestSameCode(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"a.go", "package a\n\n// F is old.\nfunc F() {}\n", "package a\n\n// F is new,\n// and longer.\nfunc F() {}\n", true},
		{"a.go", "package a\n\nfunc F() {} // old\n", "package a\n\nfunc F() {}\n", true},
		{"a.go", "package a\n\nfunc F() {}\n", "package a\n\n\n\nfunc F() {}\n", true},
		{"a.go", "package a\n\nvar a = 1\n", "package a\n\nvar a = 2\n", false},
		{"a.go", "package a\n\nvar a = \"x // y\"\n", "package a\n\nvar a = \"x // z\"\n", false},
		{"a.go", "package a\n", "//go:build ignore\n\npackage a\n", false},
		{"a.go", "package a\n\n// #define N 1\nimport \"C\"\n", "package a\n\n// #define N 2\nimport \"C\"\n", false},
		{"a.py", "def f():\n    # one\n    return 1\n", "def f():\n    # the first number\n    return 1\n", true},
		{"a.py", "def f():\n    \"\"\"One.\"\"\"\n", "def f():\n    \"\"\"Two.\"\"\"\n", false},
		{"a.py", "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n", false},
		{"a.py", "a = 1\n", "a = 1  # type: int\n", false},
		{"a.py", "a = '#1'\n", "a = '#2'\n", false},
		{"a.js", "f(); // a\n", "f(); // b\n", true},
		{"a.js", "return a\n", "return\na\n", false},
		{"a.js", "f();\n", "f(); // eslint-disable-line\n", false},
		{"a.tsx", "<p>// a</p>\n", "<p>// b</p>\n", false},
		{"A.java", "/** Old. */\nclass A {}\n", "/** New. */\nclass A {}\n", false},
		{"a.sh", "# a\n", "# b\n", false},
		{"a.txt", "a\n", "b\n", false},
		{"a.txt", "a\n", "a\n", true},
	} {
		if got := source.SameCode(c.name, []byte(c.a), []byte(c.b)); got != c.want {
			t.Errorf("SameCode(%q, %q, %q) = %v, want %v", c.name, c.a, c.b, got, c.want)
		}
	}
}
