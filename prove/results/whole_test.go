package results

import (
	"slices"
	"strings"
	"testing"
)

func TestWhole(t *testing.T) {
	for _, row := range []struct{ command, want string }{
		{"pytest tests/test_a.py -k x", "pytest"},
		{"python3 -m pytest tests/test_a.py::test_x", "python3 -m pytest"},
		{"uv run pytest -x", "uv run pytest"},
		{"npm run unit -- -t x", "npm run unit"},
		{"npm --prefix web test a", "npm --prefix web test"},
		{"yarn jest x", "yarn jest"},
		{"node node_modules/jest/bin/jest.js -i", "node node_modules/jest/bin/jest.js"},
		{"vitest run x.test.js -t y", "vitest run"},
		{"vitest x", "vitest"},
		{"node --import=tsx --experimental-strip-types --test --test-name-pattern=x test/a.ts", "node --import=tsx --experimental-strip-types --test"},
		{"go test ./...", ""},
		{"bazel test //x", ""},
		{"make check", ""},
	} {
		argv := strings.Fields(row.command)
		before := slices.Clone(argv)
		whole, ok := Whole(argv, scripts)
		if got := strings.Join(whole, " "); got != row.want || ok != (row.want != "") {
			t.Errorf("%s: %q, %v, want %q", row.command, got, ok, row.want)
		}
		if !slices.Equal(argv, before) {
			t.Errorf("the command was changed to %q", argv)
		}
	}
}
