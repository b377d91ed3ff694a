package runners_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
)

// scripts are the files of a tree with package.json.
func scripts(name string) ([]byte, error) {
	switch name {
	case "package.json":
		return []byte(`{"scripts": {
			"test": "jest --ci",
			"unit": "tsc -p . && cross-env CI=1 vitest run --coverage",
			"node": "node --test",
			"files": "NODE_ENV=test node --test 'test/**/*.js'",
			"dots": "node --test-reporter=dot --test test/a.js",
			"again": "npm run node",
			"loop": "npm run loop",
			"pipe": "jest | tee log",
			"later": "jest && eslint .",
			"either": "jest || true",
			"quiet": "jest > log",
			"name": "$RUNNER",
			"broken": "jest 'a",
			"pack": "tsc",
			"nothing": ""
		}}`), nil
	case "web/package.json":
		return []byte(`{"scripts": {"test": "vitest"}}`), nil
	case "bad/package.json":
		return []byte(`{"scripts": {"test": 7}}`), nil
	}
	return nil, fs.ErrNotExist
}

func TestFor(t *testing.T) {
	const (
		pytestFlags = " --junitxml=/o/junit.xml -o junit_family=xunit2"
		jestFlags   = " --json --outputFile=/o/results.json"
		vitestFlags = " --reporter=default --reporter=json --outputFile.json=/o/results.json"
		nodeFlags   = "--test-reporter=junit --test-reporter-destination=/o/junit.xml --test-reporter=spec --test-reporter-destination=stdout"
		bazelBuild  = " --build_event_json_file=/o/events.json --nobuild_event_json_file_path_conversion --keep_going --experimental_convenience_symlinks=ignore"
		bazelTest   = bazelBuild + " --cache_test_results=no --flaky_test_attempts=1"
	)
	for _, row := range []struct {
		command, runner, want string // want: empty if it stays
	}{
		{"go test ./...", "go-test", "go test -json -count=1 ./..."},
		{"/usr/local/go/bin/go test", "go-test", "/usr/local/go/bin/go test -json -count=1"},
		{"go1.25.1 test -v -run TestX ./a -args -json -x", "go-test", "go1.25.1 test -json -count=1 -v -run TestX ./a -args -json -x"},
		{"go test -C sub -race ./...", "go-test", "go test -C sub -json -count=1 -race ./..."},
		{"go test -C=sub ./...", "go-test", "go test -C=sub -json -count=1 ./..."},
		{"go -C sub test ./...", "go-test", "go -C sub test -json -count=1 ./..."},
		{"go test -json -count=3 ./...", "go-test", ""},
		{"go test --json -test.count 2 ./...", "go-test", ""},
		{"go test ./... -count=1 -json", "go-test", ""},
		{"go.exe test x", "go-test", "go.exe test -json -count=1 x"},
		{"go build ./...", "exit", ""},
		{"go vet ./...", "exit", ""},
		{"go run ./cmd test", "exit", ""},
		{"go -x test", "exit", ""},
		{"go", "exit", ""},

		{"bazel test //x:y", "bazel", "bazel test //x:y" + bazelTest},
		{"bazelisk --nohome_rc test --config=ci -- //... -//x:y", "bazel", "bazelisk --nohome_rc test --config=ci" + bazelTest + " -- //... -//x:y"},
		{"/home/u/bin/bazelw coverage //x", "bazel", "/home/u/bin/bazelw coverage //x" + bazelTest},
		{"bazel build //x", "bazel", "bazel build //x" + bazelBuild},
		{"bazel query test", "exit", ""},
		{"bazel", "exit", ""},

		{"pytest", "pytest", "pytest" + pytestFlags},
		{"pytest-3 -q tests -- -x", "pytest", "pytest-3 -q tests" + pytestFlags + " -- -x"},
		{"python3.11 -m pytest tests/test_a.py::test_x", "pytest", "python3.11 -m pytest tests/test_a.py::test_x" + pytestFlags},
		{"/usr/bin/python3 -X dev -m pytest", "exit", ""},
		{"python -I -m pytest", "pytest", "python -I -m pytest" + pytestFlags},
		{"python x.py -m pytest", "exit", ""},
		{"uv run pytest -q", "pytest", "uv run pytest -q" + pytestFlags},
		{"poetry run python -m pytest", "pytest", "poetry run python -m pytest" + pytestFlags},
		{"uv run --with x pytest", "exit", ""},
		{"uv sync", "exit", ""},

		{"node --test", "node", "node --test " + nodeFlags},
		{"node --import ./x.js --test test/a.js", "exit", ""}, // ./x.js may be a program
		{"node --import=./x.js --test test/a.js", "node", "node --import=./x.js --test " + nodeFlags + " test/a.js"},
		{
			"node --test --test-reporter=dot a.js", "node",
			"node --test --test-reporter=junit --test-reporter-destination=/o/junit.xml --test-reporter-destination=stdout --test-reporter=dot a.js",
		},
		{
			"node --test --test-reporter tap --test-reporter-destination x a.js", "node",
			"node --test --test-reporter=junit --test-reporter-destination=/o/junit.xml --test-reporter tap --test-reporter-destination x a.js",
		},
		{"node a.js --test", "exit", ""},
		{"node node_modules/jest/bin/jest.js -i", "jest", "node node_modules/jest/bin/jest.js -i" + jestFlags},
		{"node node_modules/vitest/vitest.mjs run", "vitest", "node node_modules/vitest/vitest.mjs run" + vitestFlags},
		{"node_modules/.bin/jest -- a", "jest", "node_modules/.bin/jest" + jestFlags + " -- a"},
		{"vitest --reporter=dot", "vitest", "vitest --reporter=dot --reporter=json --outputFile.json=/o/results.json"},

		{"npm test", "jest", "npm test --" + jestFlags},
		{"npm t -- -i", "jest", "npm t -- -i" + jestFlags},
		{"npm --silent run unit", "vitest", "npm --silent run unit --" + vitestFlags},
		{"npm --prefix web test", "vitest", "npm --prefix web test --" + vitestFlags},
		{"npm --prefix=bad test", "exit", ""},
		{"npm --prefix none test", "exit", ""},
		{"npm run node", "node", "npm run node -- " + nodeFlags},
		{"npm run again", "node", "npm run again -- -- " + nodeFlags},
		{"npm run loop", "exit", ""},
		{"npm run files", "node", "npm|--node-options=" + nodeFlags + "|run|files"},
		{"pnpm run files", "node", "pnpm|--node-options=" + nodeFlags + "|run|files"},
		{"yarn files", "exit", ""},
		{"npm run dots", "exit", ""},
		{"npm test -w a", "jest", "npm test -w a --" + jestFlags},
		{"npm -w a test", "exit", ""},
		{"npm run pipe", "exit", ""},
		{"npm run later", "exit", ""},
		{"npm run either", "exit", ""},
		{"npm run quiet", "exit", ""},
		{"npm run name", "exit", ""},
		{"npm run broken", "exit", ""},
		{"npm run pack", "exit", ""},
		{"npm run nothing", "exit", ""},
		{"npm run none", "exit", ""},
		{"npm exec jest", "exit", ""},
		{"npm ci", "exit", ""},
		{"npm", "exit", ""},
		{"npm --prefix", "exit", ""},
		{"pnpm test a", "jest", "pnpm test a" + jestFlags},
		{"pnpm exec vitest run", "vitest", "pnpm exec vitest run" + vitestFlags},
		{"pnpm -r test", "exit", ""},
		{"yarn test", "jest", "yarn test" + jestFlags},
		{"yarn run unit", "vitest", "yarn run unit" + vitestFlags},
		{"yarn jest x", "jest", "yarn jest x" + jestFlags},
		{"yarn --cwd web test", "vitest", "yarn --cwd web test" + vitestFlags},

		{"python3 -m unittest", "unittest", "python3 -m unittest -v"},
		{"python3.12 -B -m unittest discover -s t -q", "unittest", "python3.12 -B -m unittest discover -s t -q -v"},
		{"uv run python -m unittest a.T", "unittest", "uv run python -m unittest a.T -v"},
		{"python3 unittest", "exit", ""},
		{"mocha test/a.js", "mocha", "mocha test/a.js --reporter=json --reporter-option=output=/o/results.json"},
		{"node node_modules/mocha/bin/mocha.js", "mocha", "node node_modules/mocha/bin/mocha.js --reporter=json --reporter-option=output=/o/results.json"},
		{"yarn mocha", "mocha", "yarn mocha --reporter=json --reporter-option=output=/o/results.json"},
		{"cargo test", "cargo", "cargo test --no-fail-fast"},
		{"cargo --offline test a -- --nocapture", "cargo", "cargo --offline test --no-fail-fast a -- --nocapture"},
		{"cargo t --no-fail-fast", "cargo", "cargo t --no-fail-fast"},
		{"cargo check", "exit", ""},
		{"make check", "exit", ""},
		{"./test.sh", "exit", ""},
	} {
		t.Run(row.command, func(t *testing.T) {
			argv := strings.Fields(row.command)
			before := slices.Clone(argv)
			runner := runners.For(argv, scripts)
			if runner.Name != row.runner {
				t.Fatalf("the runner is %s, want %s", runner.Name, row.runner)
			}
			want := strings.Fields(row.want)
			if strings.Contains(row.want, "|") {
				want = strings.Split(row.want, "|")
			} else if row.want == "" {
				want = argv
			}
			if diff := cmp.Diff(want, runner.Instrument(argv, "/o")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if !slices.Equal(argv, before) {
				t.Errorf("the command was changed to %q", argv)
			}
		})
	}
}

func TestForOfNothing(t *testing.T) {
	for _, argv := range [][]string{nil, {""}, {"npm", "test"}} {
		if name := runners.For(argv, nil).Name; name != "exit" {
			t.Errorf("%q: %s", argv, name)
		}
	}
}

// Options that reach node through the environment are quoted as it reads them.
func TestNodeOptionsAreQuoted(t *testing.T) {
	argv := []string{"npm", "run", "files"}
	got := runners.For(argv, scripts).Instrument(argv, "/a b")
	if want := `--node-options=--test-reporter=junit "--test-reporter-destination=/a b/junit.xml" --test-reporter=spec --test-reporter-destination=stdout`; got[1] != want {
		t.Errorf("got  %s\nwant %s", got[1], want)
	}
}

func FuzzFor(f *testing.F) {
	f.Add("npm\x00test\x00--\x00-i", `{"scripts": {"test": "tsc && jest 'a' \"b\""}}`)
	f.Add("yarn\x00x", `{"scripts": {"x": "node --test a"}}`)
	f.Add("go\x00test\x00-C", "")
	f.Add("bazel\x00test\x00--", "")
	f.Fuzz(func(t *testing.T, command, manifest string) {
		argv := strings.Split(command, "\x00")
		runner := runners.For(argv, func(string) ([]byte, error) { return []byte(manifest), nil })
		got := runner.Instrument(argv, "/o")
		// The person's arguments are still there, in their order.
		for _, arg := range got {
			if len(argv) > 0 && arg == argv[0] {
				argv = argv[1:]
			}
		}
		if len(argv) > 0 {
			t.Errorf("%q lost %q", command, argv)
		}
	})
}
