package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// inVerifyTree writes a workspace with a pending fix of each of two files, and
// returns its root and a function that returns what they have now.
func inVerifyTree(t *testing.T) (root string, now func() string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the commands are those of Unix")
	}
	root = filepath.Join(t.TempDir(), "a folder", "tree")
	for name, text := range map[string]string{"one.toml": "x = 1  \n", "sub folder/two ü.toml": "y = 2  \n", "MODULE.bazel": "", "BUILD.bazel": ""} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root, func() string {
		var all []string
		for _, name := range []string{"one.toml", "sub folder/two ü.toml"} {
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, string(text))
		}
		return strings.Join(all, "")
	}
}

const (
	unfixed  = "x = 1  \ny = 2  \n"
	allFixed = "x = 1\ny = 2\n"
)

func TestVerifyCommand(t *testing.T) {
	for _, row := range []struct {
		rule     string
		args     []string
		exit     int
		now      string
		say      []string
		complain string
	}{
		{"green", []string{"--verify-command=grep -q 'x = 1$' one.toml"}, 0, allFixed, []string{"autofix: verified 2 fixes by grep -q 'x = 1$' one.toml in 1 run"}, ""},
		{"red with one fix", []string{"--verify-command=grep -q 'x = 1  ' one.toml"}, 0, "x = 1  \ny = 2\n", []string{"autofix: left out 1 fix: grep -q 'x = 1  ' one.toml is red with it: its test fails"}, "build 3: searching for the fixes that break grep -q 'x = 1  ' one.toml"},
		{"red with two fixes together", []string{"--verify-command=grep -rq --include=*.toml '  $' ."}, 0, "x = 1\ny = 2  \n", []string{"autofix: verified 1 fix by", "autofix: left out 1 fix: grep"}, ""},
		{"red before any fix", []string{"--verify-command=false"}, 0, allFixed, []string{"autofix: false is red before any fix", "autofix: not verified"}, ""},
		{"a program that is not there", []string{"--verify-command=no-such-program"}, 3, unfixed, nil, `autofix: verify: no-such-program: exec: "no-such-program": executable file not found in $PATH`},
		{"it writes a changed file", []string{"--verify-command=cp BUILD.bazel one.toml"}, 3, unfixed, nil, "autofix: verify: a build or test changed its own sources, so its result says nothing: one.toml; leave its targets out with --verify-universe"},
		{"a file is edited meanwhile", []string{"--verify-command=cp BUILD.bazel 'ROOT/one.toml'"}, 1, "y = 2\n", []string{"stale"}, "autofix: changed while the fixes were verified, by a build, a test or you: one.toml\n"},
		{"needs a shell", []string{"--verify-command=true | true"}, 2, unfixed, nil, "for anything else, name a shell"},
		{"two ways to verify", []string{"--verify-command=true", "--verify-universe=//..."}, 2, unfixed, nil, "exclude each other"},
		{"no verification, and a command", []string{"--verify=none", "--verify-command=true"}, 2, unfixed, nil, "exclude each other"},
		{"nothing is written", []string{"--verify-command=true", "--mode=check"}, 1, unfixed, []string{"verified 2 fixes"}, ""},
	} {
		t.Run(row.rule, func(t *testing.T) {
			t.Parallel()
			root, now := inVerifyTree(t)
			args := []string{"fix"}
			for _, arg := range row.args {
				args = append(args, strings.ReplaceAll(arg, "ROOT", root))
			}
			stdout, stderr, code := clitest.Command(t, root, nil, nil, args...)
			if code != row.exit || !strings.Contains(stderr, row.complain) {
				t.Errorf("exit %d, want %d and %q\n%s%s", code, row.exit, row.complain, stdout, stderr)
			}
			for _, want := range row.say {
				if !strings.Contains(stdout, want) {
					t.Errorf("stdout lacks %q\n%s", want, stdout)
				}
			}
			if got := now(); got != row.now {
				t.Errorf("files are %q, want %q\n%s", got, row.now, stderr)
			}
		})
	}
}

// A verification that cannot even begin writes nothing.
func TestVerifyWithoutAShadowOrBazel(t *testing.T) {
	byCommand, byBazel := "--verify-command=true", "--verify=build"
	for _, row := range []struct {
		rule string
		env  []string
		args []string
		exit int
		say  string
	}{
		{"no home", []string{"HOME="}, []string{byCommand}, 3, "autofix: verify: shadow workspace: no cache folder: neither $XDG_CACHE_HOME nor $HOME are defined; set XDG_CACHE_HOME to one"},
		{"no home, for Bazel", []string{"HOME="}, []string{byBazel, "--bazel=/bin/true"}, 3, "autofix: verify: shadow workspace: no cache folder: "},
		{"a relative cache folder", []string{"XDG_CACHE_HOME=cache"}, []string{byCommand}, 3, "XDG_CACHE_HOME"},
		{"a relative home", []string{"HOME=home"}, []string{byCommand}, 3, "is not absolute; name one with XDG_CACHE_HOME"},
		{"the cache folder is in the workspace", []string{"XDG_CACHE_HOME=ROOT/.cache"}, []string{byCommand}, 3, ".cache/rules_autofix/verify is inside the workspace; name another with XDG_CACHE_HOME"},
		{"a file for a cache folder", []string{"XDG_CACHE_HOME=ROOT/../file"}, []string{byCommand}, 3, "name another"},
		{"a read-only cache folder", []string{"XDG_CACHE_HOME=ROOT/../read only", asUnprivileged + "=1"}, []string{byCommand}, 3, "permission denied; name another cache folder with XDG_CACHE_HOME"},
		{"no Bazel", []string{"PATH=/nowhere"}, []string{byBazel}, 2, "neither bazel nor bazelisk is on the PATH; install Bazelisk, name a command with --bazel or AUTOFIX_BAZEL, or verify without Bazel with --verify-command"},
		{"no such Bazel", nil, []string{byBazel, "--bazel=/no/such/bazel"}, 2, `bazel command "/no/such/bazel": no such file or directory`},
		{"a Bazel that fails", nil, []string{byBazel, "--bazel=/bin/false"}, 3, "autofix: verify: bazel query: exit 1"},
		{"no workspace of Bazel", nil, []string{byBazel, "--root=ROOT/sub folder"}, 2, "is not a Bazel workspace: it has no MODULE.bazel or WORKSPACE; name a command with --verify-command"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			t.Parallel()
			root, now := inVerifyTree(t)
			if err := os.WriteFile(filepath.Join(root, "..", "file"), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(filepath.Join(root, "..", "read only"), 0o555); err != nil {
				t.Fatal(err)
			}
			var env []string
			for _, variable := range row.env {
				env = append(env, strings.ReplaceAll(variable, "ROOT", root))
			}
			args := []string{"fix"}
			dir := root
			for _, arg := range row.args {
				if arg = strings.ReplaceAll(arg, "ROOT", root); strings.HasPrefix(arg, "--root=") {
					dir = strings.TrimPrefix(arg, "--root=")
				}
				args = append(args, arg)
			}
			stdout, stderr, code := clitest.Command(t, dir, env, nil, args...)
			if code != row.exit || !strings.Contains(stderr, row.say) {
				t.Errorf("exit %d, want %d and %q\n%s%s", code, row.exit, row.say, stdout, stderr)
			}
			if got := now(); got != unfixed {
				t.Errorf("files are %q", got)
			}
			if _, err := os.Lstat(filepath.Join(root, ".cache")); err == nil {
				t.Error("a cache folder was made in the workspace")
			}
		})
	}
}

// golang/go #79813: two calls of one function are inlined, and each declares
// the same variable. One fix is applied, and the other waits until its tool has
// seen the new text.
func TestGo79813(t *testing.T) {
	root, _ := inVerifyTree(t)
	const text = "package p\n\nfunc f(a *s) {\n\tdrop(&a.b)\n\tdrop(&a.b)\n}\n"
	const inlined = "var b *buf = &a.b\n\tb.n--"
	call := func(at int) string {
		start := strings.Index(text, "drop")
		if at > 0 {
			start = strings.LastIndex(text, "drop")
		}
		return fmt.Sprintf(`{"posn": "x.go:%d:2", "message": "inline", "suggested_fixes": [{"message": "Inline the call", "edits": [{"filename": "x.go", "start": %d, "end": %d, "new": %q}]}]}`,
			4+at, start, start+len("drop(&a.b)"), inlined)
	}
	for name, text := range map[string]string{"x.go": text, "builds.sh": "test $(grep -c 'var b' x.go) -lt 2\n", "report.json": `{"p": {"inline": [` + call(0) + ", " + call(1) + "]}}"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if stdout, stderr, code := clitest.Command(t, root, nil, nil, "check", "--import=go-vet=report.json", "--out=a.json"); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	for _, from := range []struct{ flag, again string }{
		{"--import=go-vet=report.json", "run the tools again, and import their new reports\n"},
		{"--artifact=a.json", "make the artifact again, or check and fix anew with: autofix fix --safety=unsafe '--verify-command=sh builds.sh' x.go\n"},
	} {
		stdout, stderr, code := clitest.Command(t, root, nil, nil, "fix", from.flag, "--safety=unsafe", "--verify-command=sh builds.sh")
		if code != 0 {
			t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
		}
		got, err := os.ReadFile(filepath.Join(root, "x.go"))
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.Replace(text, "drop(&a.b)", inlined, 1); string(got) != want {
			t.Errorf("got %s", got)
		}
		for _, want := range []string{
			"autofix: put off a fix of vet/inline in x.go: ", from.again, "(deferred: the test ", "together with vet/inline in x.go",
		} {
			if !strings.Contains(stdout, want) {
				t.Errorf("%s: no %q in\n%s", from.flag, want, stdout)
			}
		}
		if err := os.WriteFile(filepath.Join(root, "x.go"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
