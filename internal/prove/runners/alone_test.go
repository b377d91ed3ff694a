package runners_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

func TestAlone(t *testing.T) {
	function := func(path string, names ...string) source.Test {
		last := len(names) - 1
		return source.Test{Path: path, Language: source.LanguageOf(path), Kind: source.Function, Groups: names[:last], Name: names[last]}
	}
	two := []source.Test{function("a_test.go", "TestB"), function("b/b_test.go", "TestA"), function("c_test.go", "TestB")}
	python := []source.Test{function("tests/test_a.py", "T", "test_x"), function("test_b.py", "test_y")}
	script := []source.Test{function("b.test.js", "outer", "a (x/y)"), function("a.test.js", "z")}
	for _, row := range []struct {
		command, want string
		tests         []source.Test
	}{
		{"go test ./...", "go test ./... -run=^(TestA|TestB)$", two},
		{"go test -run X -race ./a -args -run=y", "go test -run X -race ./a -run=^(TestA|TestB)$ -args -run=y", two},
		{"python3 -m pytest -x tests -k y", "python3 -m pytest tests/test_a.py::T::test_x test_b.py::test_y", python},
		{"uv run pytest", "uv run pytest tests/test_a.py::T::test_x test_b.py::test_y", python},
		{"python3 -m unittest", "python3 -m unittest -k *test_a.T.test_x -k *test_b.test_y", python},
		{"python3 -m unittest discover -k z -s tests", "python3 -m unittest discover -s tests -k *test_a.T.test_x -k *test_b.test_y", python},
		{"python3 -m unittest -kz", "", python},
		{"node --test --test-name-pattern=q test/*.js", "node --test --test-name-pattern=/^(a \\(x/y\\)|z)$/ a.test.js b.test.js", script},
		{"mocha", "", script},
		{"bazel test //...", "", two},
		{"cargo test", "", two},
		{"make check", "", two},
	} {
		argv := strings.Fields(row.command)
		before := slices.Clone(argv)
		got := ""
		if r := runners.For(argv, sources); r.Alone != nil {
			got = strings.Join(r.Alone(argv, row.tests), " ")
		}
		if got != row.want {
			t.Errorf("%s: %q, want %q", row.command, got, row.want)
		}
		if !slices.Equal(argv, before) {
			t.Errorf("the command was changed to %q", argv)
		}
	}
}
