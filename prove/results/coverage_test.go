package results

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/prove/coverage"
)

func TestMeasurements(t *testing.T) {
	const (
		covered = "--data-file=/o/data"
		lcov    = " --experimental-test-coverage --test-reporter=lcov --test-reporter-destination=/o/lcov.info"
		spec    = " --test-reporter=spec --test-reporter-destination=stdout"
		jests   = " --coverage --coverageReporters=lcovonly --coverageDirectory=/o --coverageThreshold={}"
		vitests = " --coverage.enabled --coverage.reporter=lcovonly --coverage.reportsDirectory=/o"
		bazels  = " --build_event_json_file=/o/events.json --nobuild_event_json_file_path_conversion --keep_going --experimental_convenience_symlinks=ignore" +
			" --cache_test_results=no --flaky_test_attempts=1 --combined_report=none --instrumentation_filter=^//"
	)
	for _, row := range []struct {
		command string
		want    []string // by whom, and the commands
		why     string
	}{
		{"go test -C x ./...", []string{"go: go test -C x -coverprofile=/o/cover.out -coverpkg=./... ./..."}, ""},
		{"node --test a.js", []string{"node: node --test" + lcov + spec + " a.js"}, ""},
		{"node --test --test-reporter=dot a.js", []string{"node: node --test" + lcov + " --test-reporter-destination=stdout --test-reporter=dot a.js"}, ""},
		{"jest a", []string{"jest: jest a" + jests}, ""},
		{"vitest run -- a", []string{"vitest: vitest run" + vitests + " -- a"}, ""},
		{"npm test", []string{"jest: npm test --" + jests}, ""},
		{"npm run unit -- -t x", []string{"vitest: npm run unit -- -t x" + vitests}, ""},
		{"npm run node", []string{"node: npm run node --" + lcov + spec}, ""},
		{"npm run files", nil, "its runner cannot be told to measure it"},
		{"pytest a.py", []string{"pytest-cov: pytest a.py --cov=. --cov-report=lcov:/o/lcov.info --cov-fail-under=0"}, ""},
		{"python3 -B -m pytest -q", []string{"coverage.py: python3 -B -m coverage run " + covered + " --source=. -m pytest -q; python3 -B -m coverage lcov " + covered + " -o /o/lcov.info"}, ""},
		{"uv run python -m unittest a.T", []string{
			"coverage.py: uv run python -m coverage run " + covered + " --source=. -m unittest a.T; uv run python -m coverage lcov " + covered + " -o /o/lcov.info",
			"trace: uv run python -m trace --count --missing --coverdir=/o --ignore-dir=$prefix --module unittest a.T",
		}, ""},
		{"bazel test --config=ci -- //a", []string{"bazel: bazel coverage --config=ci" + bazels + " -- //a"}, ""},
		{"bazel build //a", nil, "its runner cannot be told to measure it"},
		{"mocha", nil, "mocha does not measure it"},
		{"cargo test", nil, "cargo does not measure it"},
		{"make check", nil, "what its tests are is not known"},
	} {
		argv := strings.Fields(row.command)
		before := slices.Clone(argv)
		ways, why := Measurements(For(argv, scripts), argv, "/o")
		var got []string
		for _, way := range ways {
			var commands []string
			for _, command := range way.Commands {
				commands = append(commands, strings.Join(command, " "))
			}
			got = append(got, way.By+": "+strings.Join(commands, "; "))
		}
		if diff := cmp.Diff(row.want, got); diff != "" || why != row.why {
			t.Errorf("%s: why %q, -want +got:\n%s", row.command, why, diff)
		}
		if !slices.Equal(argv, before) {
			t.Errorf("the command was changed to %q", argv)
		}
	}
}

// sums are sources of which tests reach the lines 1, 2 and 4 or 5.
var sums = map[string]string{
	"sub/sum.js":      "exports.f = function (x) {\n  if (x > 5) {\n    return 9;\n  }\n  return x + 1;\n};\n",
	"sub/sum.test.js": "const { test } = require('node:test');\nconst { f } = require('./sum.js');\ntest('adds', () => { if (f(1) !== 2) throw new Error('no'); });\n",
	"sub/two.py":      "def f(x):\n    if x > 5:\n        return 9\n    return x + 1\n",
	"sub/test_two.py": "import unittest\n\nimport two as one\n\n\nclass SumTest(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(one.f(1), 2)\n",
}

// TestRealCoverage measures with the tools on this machine. A missing tool is
// reported, and leaves no file.
func TestRealCoverage(t *testing.T) {
	for _, row := range []struct {
		command, by, file string
		lines             []int
		want              map[int]bool
		needs             []string // a program that must run
	}{
		{"node --test", "node", "sub/sum.js", []int{1, 2, 3, 5}, map[int]bool{1: true, 2: true, 3: false, 5: true}, []string{"node", "-e", "const [a, b] = process.versions.node.split('.'); process.exit(a > 20 || a == 20 && b >= 11 ? 0 : 1)"}},
		{"python3 -m unittest", "trace", "sub/two.py", []int{1, 2, 3, 4}, map[int]bool{1: true, 2: true, 3: false, 4: true}, []string{"python3", "-c", "import sys; sys.exit(sys.version_info < (3, 8))"}},
		{"python3 -m unittest", "coverage.py", "sub/two.py", []int{1, 2, 3, 4}, map[int]bool{1: true, 2: true, 3: false, 4: true}, []string{"python3", "-m", "coverage", "lcov", "--help"}},
		{"python3 -m pytest", "coverage.py", "sub/two.py", []int{1, 2, 3, 4}, map[int]bool{1: true, 2: true, 3: false, 4: true}, []string{"python3", "-c", "import pytest, coverage"}},
		{"pytest", "pytest-cov", "sub/two.py", []int{1, 2, 3, 4}, map[int]bool{1: true, 2: true, 3: false, 4: true}, []string{"pytest", "--cov-report=lcov", "--version"}},
	} {
		t.Run(row.command+" by "+row.by, func(t *testing.T) {
			if err := exec.Command(row.needs[0], row.needs[1:]...).Run(); err != nil {
				t.Skipf("%s cannot measure it here: %v", row.by, err)
			}
			root, out := newTree(t, sums), t.TempDir()
			argv := strings.Fields(row.command)
			ways, why := Measurements(For(argv, nil), argv, out)
			at := slices.IndexFunc(ways, func(m Measurement) bool { return m.By == row.by })
			if at < 0 {
				t.Fatal(why)
			}
			for _, command := range ways[at].Commands {
				cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
				cmd.Dir = filepath.Join(root, "sub")
				cmd.Env = liveEnv()
				if said, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%q: %v\n%s", command, err, said)
				}
			}
			got, err := ways[at].Read(&Raw{Out: out, Dir: root}, "sub", coverage.Lines{row.file: row.lines})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(coverage.Reached{row.file: row.want}, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
