package runners_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
)

func TestWhole(t *testing.T) {
	for _, row := range []struct{ command, want string }{
		{"pytest tests/test_a.py -k x", "pytest"},
		{"pytest -m pytest", "pytest"},
		{"python3 -m pytest tests/test_a.py::test_x", "python3 -m pytest"},
		{"uv run pytest -x", "uv run pytest"},
		{"npm run unit -- -t x", "npm run unit"},
		{"npm --prefix web test a", "npm --prefix web test"},
		{"yarn jest x", "yarn jest"},
		{"node node_modules/jest/bin/jest.js -i", "node node_modules/jest/bin/jest.js"},
		{"vitest run x.test.js -t y", "vitest run"},
		{"vitest x", "vitest"},
		{"node --import=tsx --experimental-strip-types --test --test-name-pattern=x test/a.ts", "node --import=tsx --experimental-strip-types --test"},
		{"python3 -m unittest", "python3 -m unittest"},
		{"python3 -m unittest -f test_a.T.test_x -k x", "python3 -m unittest"},
		{"python3 -m unittest pkg.sub.test_b.T", "python3 -m unittest"},
		{"python3 -m unittest pkg/sub/test_b.py", "python3 -m unittest"},
		{"python3 -m unittest loose.test_c.T.test_x loose.test_c.T.test_y", "python3 -m unittest loose.test_c"},
		{"python3 -m unittest nothing.like.this", "python3 -m unittest nothing.like.this"},
		{"python3 -m unittest discover -s tests -k x -p t_*.py", "python3 -m unittest discover -s tests -p t_*.py"},
		{"uv run python -m unittest test_a", "uv run python -m unittest"},
		{"mocha -g x --fgrep=y test/a.js", "mocha test/a.js"},
		{"cargo test --features a,b -p one name --lib -- --exact", "cargo test --workspace --features a,b"},
		{"cargo --offline t", "cargo --offline t --workspace"},
		{"go test ./...", ""},
		{"bazel test //x", ""},
		{"make check", ""},
	} {
		argv := strings.Fields(row.command)
		before := slices.Clone(argv)
		whole := runners.Whole(argv, sources)
		if got := strings.Join(whole, " "); got != row.want || (whole == nil) != (row.want == "") {
			t.Errorf("%s: %q, want %q", row.command, got, row.want)
		}
		if !slices.Equal(argv, before) {
			t.Errorf("the command was changed to %q", argv)
		}
	}
}

// sources are the files of commands in this test.
func sources(name string) ([]byte, error) {
	if slices.Contains([]string{"test_a.py", "pkg/__init__.py", "pkg/sub/__init__.py", "pkg/sub/test_b.py", "loose/test_c.py"}, name) {
		return nil, nil
	}
	return scripts(name)
}
