package command_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
)

func wantCode(t *testing.T, line string, err error, want rules.Code) {
	t.Helper()
	var e *rules.Error
	switch {
	case err == nil && want != "":
		t.Errorf("%s: no error, want %s", line, want)
	case err != nil && !errors.As(err, &e):
		t.Errorf("%s: %v is a %T", line, err, err)
	case err != nil && e.Code != want:
		t.Errorf("%s: %v, want the code %q", line, err, want)
	case err != nil && !strings.Contains(err.Error(), e.Code.WayOut()):
		t.Errorf("%s: %v has no way out", line, err)
	}
}

func TestParse(t *testing.T) {
	for _, row := range []struct {
		line string
		want []string
		code rules.Code
	}{
		{line: `go test ./... -run TestX -count=1 -race -tags=foo`, want: []string{"go", "test", "./...", "-run", "TestX", "-count=1", "-race", "-tags=foo"}},
		{line: ` pytest tests/test_a.py::test_b -k 'a and b' -x `, want: []string{"pytest", "tests/test_a.py::test_b", "-k", "a and b", "-x"}},
		{line: `go test -run "^TestX$" -run=TestY$ .`, want: []string{"go", "test", "-run", "^TestX$", "-run=TestY$", "."}},
		{line: `pytest 'a[1-2]' "*?~{}" a\ b\* '$HOME' "a\"b\\c"`, want: []string{"pytest", "a[1-2]", "*?~{}", "a b*", "$HOME", `a"b\c`}},
		{line: `CI=1 A='b c' D= go test`, want: []string{"CI=1", "A=b c", "D=", "go", "test"}},
		{line: `go test -run=A~b x:y @a //x:all a=b`, want: []string{"go", "test", "-run=A~b", "x:y", "@a", "//x:all", "a=b"}},
		{line: "go\ttest", want: []string{"go", "test"}},
		{line: `time go test`, want: []string{"time", "go", "test"}},

		{line: "", code: rules.Empty},
		{line: "  ", code: rules.Empty},
		{line: `go 'test`, code: rules.Syntax},
		{line: `go test )`, code: rules.Syntax},
		{line: `go test; rm -rf /`, code: rules.Several},
		{line: `go test ;`, code: rules.Several},
		{line: "go test\nrm -rf /", code: rules.Several},
		{line: "go test\rrm -rf /", code: rules.Several},
		{line: "go test '\n'", code: rules.Several},
		{line: `go test && rm -rf /`, code: rules.Operator},
		{line: `go test || true`, code: rules.Operator},
		{line: `go test | tee x`, code: rules.Operator},
		{line: `! go test`, code: rules.Operator},
		{line: `(go test)`, code: rules.Operator},
		{line: `{ go test; }`, code: rules.Operator},
		{line: `if go test; then x; fi`, code: rules.Operator},
		{line: `while true; do go test; done`, code: rules.Operator},
		{line: `f() { go test; }`, code: rules.Operator},
		{line: `go test &`, code: rules.Background},
		{line: `go test & rm -rf /`, code: rules.Background},
		{line: `go test > out`, code: rules.Redirection},
		{line: `go test 2>&1`, code: rules.Redirection},
		{line: `go test < in`, code: rules.Redirection},
		{line: `> out`, code: rules.Redirection},
		{line: "go test <<X\na\nX", code: rules.Several},
		{line: `go test $X`, code: rules.Expansion},
		{line: `go test ${X}`, code: rules.Expansion},
		{line: `go test "$X"`, code: rules.Expansion},
		{line: `go test $(rm -rf /)`, code: rules.Expansion},
		{line: "go test `rm -rf /`", code: rules.Expansion},
		{line: "go test \"`rm -rf /`\"", code: rules.Expansion},
		{line: `go test $((1+1))`, code: rules.Expansion},
		{line: `go test $'a'`, code: rules.Expansion},
		{line: `go test $"a"`, code: rules.Expansion},
		{line: `go test ~/x`, code: rules.Expansion},
		{line: `go test --x=~/x`, code: rules.Expansion},
		{line: `X=$(rm -rf /) go test`, code: rules.Expansion},
		{line: `X=~ go test`, code: rules.Expansion},
		{line: `go test *`, code: rules.Glob},
		{line: `go test a?`, code: rules.Glob},
		{line: `pytest a[1]`, code: rules.Glob},
		{line: `go test {a,b}`, code: rules.Glob},
		{line: `go test # all`, code: rules.Comment},
		{line: `# all`, code: rules.Comment},
		{line: "go test \x1b[2K", code: rules.Character},
		{line: "go test \x00", code: rules.Character},
		{line: "go test \u202e", code: rules.Character},
		{line: "go test \xff", code: rules.Character},
		{line: "A+=b go test", want: []string{"A+=b", "go", "test"}}, // a word in POSIX
		{line: strings.Repeat("x", 64<<10+1), code: rules.TooLong},
		{line: strings.Repeat("x ", 1001), code: rules.TooLong},
	} {
		words, err := command.Parse(row.line)
		wantCode(t, row.line, err, row.code)
		if diff := cmp.Diff(row.want, words); err == nil && diff != "" {
			t.Errorf("%s: %s", row.line, diff)
		}
	}
}

func TestWords(t *testing.T) {
	for _, row := range []struct {
		arguments, want []string
		code            rules.Code
	}{
		{[]string{"go test './...'"}, []string{"go", "test", "./..."}, ""},
		{[]string{"go", "test", "a; $(b)"}, []string{"go", "test", "a; $(b)"}, ""},
		{[]string{"pytest"}, []string{"pytest"}, ""},
		{[]string{"go test; x"}, nil, rules.Several},
		{[]string{"go", "a\x1b"}, nil, rules.Character},
		{[]string{""}, nil, rules.Empty},
		{[]string{" "}, nil, rules.Empty},
		{nil, nil, rules.Empty},
	} {
		words, err := command.Words(row.arguments)
		wantCode(t, strings.Join(row.arguments, "|"), err, row.code)
		if diff := cmp.Diff(row.want, words); err == nil && diff != "" {
			t.Error(diff)
		}
	}
}

// A shell reads accepted lines the same way, and lines that a shell cannot read
// are not accepted. The lines have no character that could make a shell run
// them.
func TestParseAgreesWithAShell(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	pieces := []string{"a", "b", " ", " ", "'", `"`, `\\`, `\ `, `\'`, `\"`, "=", ":", "@", "/", "-", "é", "''", `""`, "'x y'", `"x y"`, `\*`, "~", "*", "{"}
	accepted := 0
	for seed := range 200 {
		r := rand.New(rand.NewPCG(77, uint64(seed)))
		line := ""
		for range r.IntN(10) {
			line += pieces[r.IntN(len(pieces))]
		}
		words, err := command.Parse("x " + line)
		var refusal *rules.Error
		if errors.As(err, &refusal) && refusal.Code != rules.Syntax {
			continue
		}
		cmd := exec.Command(sh, "-c", "set -- x "+line+"\nprintf '%s\\n' \"$@\"")
		cmd.Dir, cmd.Env = t.TempDir(), []string{"LC_ALL=C.UTF-8"}
		out, failed := cmd.Output()
		if (failed != nil) != (err != nil) {
			t.Errorf("%q: %v, and the shell %v", line, err, failed)
			continue
		}
		if err != nil {
			continue
		}
		accepted++
		if want := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n"); !slices.Equal(words, want) {
			t.Errorf("%q: %q, and the shell reads %q", line, words, want)
		}
	}
	if accepted < 30 {
		t.Errorf("only %d lines are accepted", accepted)
	}
}

// installed finds every program, in a folder outside of the tree.
func installed(t *testing.T) (tree string, look command.Lookup) {
	t.Helper()
	bin := t.TempDir()
	return t.TempDir(), func(name string) (string, error) {
		if strings.ContainsAny(name, `/\`) || name == "" {
			t.Errorf("look for %q", name)
		}
		path := filepath.Join(bin, name)
		return path, os.WriteFile(path, nil, 0o755)
	}
}

// Usual commands must pass.
func TestUsualCommands(t *testing.T) {
	tree, look := installed(t)
	for _, line := range []string{
		"go test ./... -run TestX -count=1 -race -tags=foo",
		"go test -v -run '^TestX$/sub' -timeout 30s ./pkg -args -update -exec=x",
		"go test -C sub ./...",
		"go -C sub test ./...",
		"go test -ldflags '-s -w -X main.version=1 -X=a.b=c' ./...",
		"go test -gcflags='all=-N -l' -coverprofile=c.out -shuffle=on -json -vet=off -short -p 2 ./...",
		"go build ./...", "go vet ./...",
		"bazel test //x:y --test_filter=TestX --test_output=errors --config=ci",
		"bazelisk test //... -c opt -k --test_arg=--x --test_env=FOO=bar --test_env HOME --runs_per_test=3 --test_tag_filters=-slow -- -//x:z",
		"bazel build //x:y --copt=-O2 --copt=-DX=1 --linkopt=-lm",
		"npm test", "npm test -- --grep x", "npm t -- -t 'a b' --ci --coverage --watchAll=false --env=jsdom", "npm run test:unit -w app --silent",
		"npm --prefix app test", "npm run test -- --reporter=junit --run -x",
		"pnpm test", "pnpm -r test", "pnpm --filter app run test:unit", "pnpm test --grep x", "yarn test --watch=false", "yarn --cwd app test:unit", "yarn run test -R spec",
		"node --test test/", "node --test --test-name-pattern=a --test-reporter=tap", "node --test --test-name-pattern '/a b/'", "node --expose-gc test/a.js", "node test.js",
		"pytest", "pytest tests/test_a.py::test_b -k 'a and b' -x", "pytest -xvs -n 2 --tb=short -p no:cacheprovider --lf 'tests/a.py::test[x/../y]'", "pytest -m 'not slow' --durations=5 -q",
		"python -m pytest", "python3 -m pytest tests -q", "python3.11 -X dev -W error -m unittest discover -s tests", "python3 -m unittest tests.test_a",
		"cargo test", "cargo test --workspace --all-features name -- --nocapture --test-threads=1", "cargo test --manifest-path sub/Cargo.toml",
		"make test", "make -j4 check", "make -k -j 2 test",
		"CI=1 NO_COLOR=1 go test ./...", "TZ=UTC npm test",
	} {
		words, err := command.Parse(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		c, err := new(command.Policy).Resolve(words, tree, look)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if !filepath.IsAbs(c.Program) || filepath.Base(c.Program) != c.Argv[0] || !slices.Equal(slices.Concat(c.Assignments, c.Argv), words) {
			t.Errorf("%s: %+v", line, c)
		}
	}
}

func TestPolicy(t *testing.T) {
	tree, look := installed(t)
	own := &command.Policy{Allow: []string{"ctest", "python3 tools/check.py", "npm run lint*", "go run", "npx", "sh", "ruby", "gradle test", "node -e"}, Assign: []string{"CI", "FOO", "LD_PRELOAD"}}
	setup := &command.Policy{Allow: command.Setup()}
	for _, row := range []struct {
		line string
		p    *command.Policy
		code rules.Code
	}{
		{"ctest --output-on-failure", own, ""},
		{"python tools/check.py --all", own, ""},
		{"npm run lint:js", own, ""},
		{"ruby -Itest test/a.rb", own, rules.RunsCode},
		{"ruby test/a.rb", own, ""},
		{"gradle test --tests X", own, ""},
		{"FOO=1 ctest", own, ""},
		{"ctest", nil, rules.NotAllowed},
		{"go test ./...", own, rules.NotAllowed},
		{"npm run build", own, rules.NotAllowed},
		{"python tools/other.py", own, rules.NotAllowed},
		// commands that are always refused
		{"go run ./x", own, rules.RunsCode},
		{"npx jest", own, rules.Wrapper},
		{"sh -c x", own, rules.Wrapper},
		{"node -e x", own, rules.RunsCode},
		{"gradle test -I x.gradle", own, rules.RunsCode},
		{"gradle test -Dx=y", own, rules.RunsCode},
		{"ruby -e x", own, rules.RunsCode},
		{"ruby", own, rules.RunsCode},
		{"ruby -", own, rules.RunsCode},
		{"LD_PRELOAD=x ctest", own, rules.Assignment},
		{"BAR=1 ctest", own, rules.Assignment},
		{"go test", &command.Policy{Allow: []string{}}, rules.NotAllowed},
		{"go test", &command.Policy{Allow: []string{"", "go"}}, ""},
		{"gopher test", &command.Policy{Allow: []string{"go*"}}, rules.NotAllowed},
		{"go tests", nil, rules.NotAllowed},
		{"go", nil, rules.NotAllowed},
		{"npm ci", setup, ""},
		{"npm install", setup, ""},
		{"npm i --ignore-scripts", setup, ""},
		{"npm install-test", setup, rules.RunsCode},
		{"npm exec x", setup, rules.RunsCode},
		{"npm test", setup, rules.NotAllowed},
	} {
		if row.p == nil {
			row.p = new(command.Policy)
		}
		words, err := command.Parse(row.line)
		if err == nil {
			_, err = row.p.Resolve(words, tree, look)
		}
		wantCode(t, row.line, err, row.code)
	}
}

func TestResolveChecksWords(t *testing.T) {
	tree, look := installed(t)
	for _, row := range []struct {
		words []string
		code  rules.Code
	}{
		{nil, rules.Empty},
		{[]string{"CI=1"}, rules.Empty},
		{[]string{""}, rules.NotAllowed},
		{[]string{"go", "test", "a\x00b"}, rules.Character},
		{[]string{"go", "test", "a\nb"}, rules.Several},
		{[]string{"go", "test", "; rm -rf /", "$(x)"}, ""}, // no shell reads it
		{slices.Repeat([]string{"x"}, 1001), rules.TooLong},
		{[]string{"go", "test", strings.Repeat("x", 64<<10)}, rules.TooLong},
	} {
		_, err := new(command.Policy).Resolve(row.words, tree, look)
		wantCode(t, fmt.Sprintf("%.40q", row.words), err, row.code)
	}
}

func TestDefaultsAreConsistent(t *testing.T) {
	for _, list := range [][]string{command.Tests(), command.Setup(), command.Variables} {
		if slices.Contains(list, "") {
			t.Errorf("%v has an empty entry", list)
		}
	}
	tree, look := installed(t)
	for _, name := range command.Variables {
		_, err := new(command.Policy).Resolve([]string{name + "=x", "go", "test"}, tree, look)
		wantCode(t, name, err, "")
	}
	for _, word := range []string{"PYTHONPATH=src", "PYTHONPATH=./src/", "PYTHONPATH=src:tests"} {
		_, err := new(command.Policy).Resolve([]string{word, "python3", "-m", "unittest"}, tree, look)
		wantCode(t, word, err, "")
	}
	for _, name := range []string{"LD_PRELOAD", "PATH", "Path", "GOFLAGS", "PYTHONPATH", "PYTHONSTARTUP", "NODE_OPTIONS", "npm_config_script_shell", "BASH_ENV", "PYTEST_ADDOPTS", "CARGO_TARGET_X_RUNNER", "RUSTC_WRAPPER", "GIT_SSH", "http_proxy", "CGO_CFLAGS", "JAVA_TOOL_OPTIONS", "MAKEFLAGS", "BAZELISK_BASE_URL"} {
		_, err := (&command.Policy{Assign: []string{name}}).Resolve([]string{name + "=x", "go", "test"}, tree, look)
		wantCode(t, name, err, rules.Assignment)
	}
}
