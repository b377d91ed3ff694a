package runners_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
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
		{"pytest -m pytest", []string{"pytest-cov: pytest -m pytest --cov=. --cov-report=lcov:/o/lcov.info --cov-fail-under=0"}, ""},
		{"python3 -B -m pytest -q", []string{"coverage.py: python3 -B -m coverage run " + covered + " --source=. -m pytest -q; python3 -B -m coverage lcov " + covered + " -o /o/lcov.info"}, ""},
		{"uv run python -m unittest a.T", []string{
			"coverage.py: uv run python -m coverage run " + covered + " --source=. -m unittest a.T; uv run python -m coverage lcov " + covered + " -o /o/lcov.info",
			"trace: uv run python -m trace --count --missing --coverdir=/o --ignore-dir=$prefix --module unittest a.T",
		}, ""},
		{"bazel test --config=ci -- //a", []string{"bazel: bazel coverage --config=ci" + bazels + " -- //a"}, ""},
		{"bazel build //a", nil, "its runner cannot be told to measure it"},
		{"uv run bazel build //a", nil, "its runner cannot be told to measure it"},
		{"mocha", nil, "mocha does not measure it"},
		{"yarn mocha", nil, "mocha does not measure it"},
		{"node node_modules/mocha/bin/mocha.js", nil, "mocha does not measure it"},
		{"uv run yarn mocha", nil, "mocha does not measure it"},
		{"cargo test", nil, "cargo does not measure it"},
		{"make check", nil, "what its tests are is not known"},
		{"tsc", nil, "what its tests are is not known"},
		{"uv run go build ./...", nil, "what its tests are is not known"},
	} {
		argv := strings.Fields(row.command)
		before := slices.Clone(argv)
		ways, why := runners.Measurements(runners.For(argv, scripts), argv, "/o")
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
