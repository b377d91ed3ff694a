package results

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// run runs an instrumented command in a tree of files, and returns its results.
// The test is skipped if the program is not there.
func run(t *testing.T, files map[string]string, env []string, argv ...string) (Results, *Raw) {
	t.Helper()
	path, err := exec.LookPath(argv[0])
	if err != nil {
		t.Skip(argv[0], " is not installed: ", err)
	}
	raw := &Raw{End: evidence.Exited, Out: t.TempDir(), Dir: newTree(t, files)}
	reader := For(argv, func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(raw.Dir, name)) })
	raw.Argv = reader.Instrument(argv, raw.Out)
	command := exec.CommandContext(t.Context(), path, raw.Argv[1:]...)
	command.Dir = raw.Dir
	command.Env = append(liveEnv(), env...)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil && command.ProcessState == nil {
		t.Fatal(err)
	}
	raw.Exit, raw.Stdout, raw.Stderr = command.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes()
	return reader.Read(raw), raw
}

// newTree returns a folder with files, by path.
func newTree(t *testing.T, files map[string]string) string {
	t.Helper()
	// On macOS, the temporary folder is a link, and programs print where it leads.
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// liveEnv is the environment of a runner, which must not take itself for part of
// another run.
func liveEnv() []string {
	inNodeTest := func(variable string) bool { return strings.HasPrefix(variable, "NODE_TEST_CONTEXT=") }
	return append(slices.DeleteFunc(os.Environ(), inNodeTest), "PYTHONDONTWRITEBYTECODE=1")
}

func TestRealGo(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a test")
	}
	if os.Getenv("HOME") == "" {
		t.Skip("go has no cache without HOME")
	}
	files := map[string]string{
		"go.mod": "module example.test/m\n\ngo 1.21\n",
		"a/a_test.go": `package a

import (
	"fmt"
	"testing"
)

func TestBad(t *testing.T)  { t.Errorf("got %d", 1) }
func TestEvil(t *testing.T) { fmt.Print("\x16=== RUN   TestLast\n\x16--- PASS: TestLast (0.00s)\n") }
func TestLast(t *testing.T) { t.Run("sub case", func(t *testing.T) { t.Skip() }) }
`,
		"b/b_test.go": "package b\n\nvar x int = \"no\"\n",
		"c/c_test.go": "package c\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nfunc TestMain(*testing.M) { os.Exit(0) }\n\nfunc TestC(t *testing.T) { t.Fatal() }\n",
	}
	got, raw := run(t, files, []string{"GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off"}, "go", "test", "./...")
	want := []string{
		"not built", "example.test/m/a|TestBad|failed", "example.test/m/a|TestEvil|passed", "example.test/m/a|TestLast|passed",
		"example.test/m/a|TestLast/sub_case|skipped", "example.test/m/b||error", "forged_case", "forged_case", "no_tests",
	}
	if diff := cmp.Diff(want, brief(got)); diff != "" {
		t.Errorf("-want +got:\n%s\n%s\n%s", diff, told(got), raw.Stderr)
	}
	if !strings.Contains(got.Signature, "a_test.go: got 1") || !strings.Contains(got.Signature, "cannot use") {
		t.Error(got.Signature)
	}
}

const nodeTests = `const { test, describe } = require('node:test');
const assert = require('node:assert');
test('adds', () => assert.strictEqual(1 + 1, 2));
describe('outer', () => { test('fails', () => assert.strictEqual(1, 2)); });
test('later', { skip: true }, () => {});
`

func TestRealNode(t *testing.T) {
	files := map[string]string{"x.test.js": nodeTests, "package.json": `{"scripts": {"test": "node --test x.test.js"}}`}
	for _, argv := range [][]string{{"node", "--test"}, {"node", "--test", "x.test.js"}, {"node", "--test", "--test-reporter=dot"}, {"npm", "test"}} {
		t.Run(strings.Join(argv, " "), func(t *testing.T) {
			home := t.TempDir()
			got, raw := run(t, files, []string{"HOME=" + home, "npm_config_update_notifier=false"}, argv...)
			var cases []string
			for _, c := range got.Cases { // the version decides whether the suite is known
				cases = append(cases, c.Name+"|"+string(c.Status))
			}
			want := []string{"adds|passed", "later|skipped", "outer > fails|failed"}
			if diff := cmp.Diff(want, cases); diff != "" || len(got.Problems) > 0 || raw.Exit != 1 {
				t.Errorf("exit %d, -want +got:\n%s\n%s\n%s\n%s", raw.Exit, diff, told(got), raw.Stdout, raw.Stderr)
			}
			if !strings.Contains(got.Signature, "Expected values to be strictly equal") {
				t.Error(got.Signature)
			}
		})
	}
}

func TestRealPytest(t *testing.T) {
	if exec.Command("python3", "-m", "pytest", "--version").Run() != nil {
		t.Skip("python3 has no pytest here")
	}
	files := map[string]string{"tests/test_x.py": `import pytest

def test_ok(): pass
def test_bad(): assert 1 == 2
@pytest.mark.xfail
def test_known(): assert 0
@pytest.mark.parametrize("n", [1, 2])
def test_n(n): pass
class TestC:
    def test_m(self, nothing): pass
`, "tests/test_y.py": "import nothing_like_this\n"}
	got, raw := run(t, files, nil, "python3", "-m", "pytest", "-p", "no:cacheprovider", "--continue-on-collection-errors")
	want := []string{
		"not built", "tests.test_x|test_bad|failed", "tests.test_x|test_known|skipped", "tests.test_x|test_n[1]|passed", "tests.test_x|test_n[2]|passed",
		"tests.test_x|test_ok|passed", "tests.test_x.TestC|test_m|error", "tests.test_y||error",
	}
	if diff := cmp.Diff(want, brief(got)); diff != "" {
		t.Errorf("-want +got:\n%s\n%s\n%s", diff, told(got), raw.Stdout)
	}
}

func TestRealUnittest(t *testing.T) {
	files := map[string]string{"test_x.py": `import sys, unittest

class A(unittest.TestCase):
    def test_ok(self):
        """Adds ... here."""
        print("test_forged (test_x.A.test_forged) ... ok", file=sys.stdout)
    def test_bad(self): self.assertEqual(1, 2)
    def test_later(self): self.skipTest("not now")
    def test_parts(self):
        for i in range(3):
            with self.subTest(i=i): self.assertEqual(i, 1)
`, "test_y.py": "import nothing_like_this\n"}
	got, raw := run(t, files, nil, "python3", "-m", "unittest")
	want := []string{
		"not built", "test_x.A|test_bad|failed", "test_x.A|test_later|skipped", "test_x.A|test_ok|passed", "test_x.A|test_parts|failed", "test_y||error",
	}
	if diff := cmp.Diff(want, brief(got)); diff != "" || raw.Exit != 1 {
		t.Errorf("exit %d, -want +got:\n%s\n%s\n%s", raw.Exit, diff, told(got), raw.Stderr)
	}
	if !strings.Contains(got.Signature, "AssertionError: 1 != 2") {
		t.Error(got.Signature)
	}
}

// A test that prints what the runner would print of another one is found out.
func TestRealUnittestForged(t *testing.T) {
	const evil = `import sys, unittest

class A(unittest.TestCase):
    def test_a(self): sys.stderr.write("ok\ntest_b (test_x.A.test_b) ... ")
    %s
`
	for _, row := range []struct {
		second string
		want   []string
	}{
		{"def test_b(self): self.fail()", []string{"test_x.A|test_a|passed", "test_x.A|test_b|failed", "test_x.A|test_b #2|failed", "forged_case"}},
		{"def tell_b(self): self.fail()", []string{"test_x.A|test_a|passed", "test_x.A|test_b|passed", "forged_case"}},
	} {
		got, raw := run(t, map[string]string{"test_x.py": strings.Replace(evil, "%s", row.second, 1)}, nil, "python3", "-m", "unittest")
		have := brief(got)
		slices.Sort(have)
		slices.Sort(row.want)
		if diff := cmp.Diff(row.want, have); diff != "" {
			t.Errorf("%s: -want +got:\n%s\n%s", row.second, diff, raw.Stderr)
		}
	}
}

func TestRealCargo(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a test")
	}
	if os.Getenv("HOME") == "" {
		t.Skip("cargo has no folder of its own without HOME")
	}
	files := map[string]string{
		"Cargo.toml": "[package]\nname = \"sums\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
		"src/lib.rs": `pub fn add(a: i32, b: i32) -> i32 { a + b }

#[cfg(test)]
mod tests {
    #[test]
    fn adds() { assert_eq!(super::add(1, 2), 4); }
    #[test]
    fn evil() {
        use std::io::Write;
        std::io::stdout().write_all(b"\ntest tests::more ... ok\n").unwrap();
    }
    #[test]
    #[ignore]
    fn later() {}
}
`,
		"tests/it.rs": "#[test]\nfn whole() { assert_eq!(sums::add(1, 1), 2); }\n",
	}
	got, raw := run(t, files, []string{"CARGO_NET_OFFLINE=true", "RUST_BACKTRACE=0"}, "cargo", "test", "--", "--test-threads=1")
	want := []string{
		"it tests/it.rs|whole|passed", "sums src/lib.rs|tests::adds|failed", "sums src/lib.rs|tests::evil|error", "sums src/lib.rs|tests::later|skipped",
		"sums src/lib.rs|tests::more|passed", "forged_case",
	}
	if diff := cmp.Diff(want, brief(got)); diff != "" {
		t.Errorf("exit %d, -want +got:\n%s\n%s\n%s", raw.Exit, diff, raw.Stdout, raw.Stderr)
	}
}
