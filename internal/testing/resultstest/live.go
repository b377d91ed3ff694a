package resultstest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/coverage"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// Run runs an instrumented command in a tree of files, and returns its results.
// The test is skipped if the program is not there.
func Run(t *testing.T, r *results.Runner, files map[string]string, env []string, argv ...string) (results.Results, *results.Raw) {
	t.Helper()
	path, err := exec.LookPath(argv[0])
	if err != nil {
		t.Skip(argv[0], " is not installed: ", err)
	}
	raw := &results.Raw{End: evidence.Exited, Out: t.TempDir(), Dir: tree(t, files)}
	raw.Argv = r.Instrument(argv, raw.Out)
	command := exec.CommandContext(t.Context(), path, raw.Argv[1:]...)
	command.Dir = raw.Dir
	command.Env = append(environment(), env...)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil && command.ProcessState == nil {
		t.Fatal(err)
	}
	raw.Exit, raw.Stdout, raw.Stderr = command.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes()
	return r.Read(raw), raw
}

// tree returns a folder with files, by path.
func tree(t *testing.T, files map[string]string) string {
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

// environment returns the environment of this process without variables by
// which a runner takes itself for part of another run.
func environment() []string {
	inNodeTest := func(variable string) bool { return strings.HasPrefix(variable, "NODE_TEST_CONTEXT=") }
	return append(slices.DeleteFunc(os.Environ(), inNodeTest), "PYTHONDONTWRITEBYTECODE=1")
}

// sums has sources whose tests reach all lines but 3.
var sums = map[string]string{
	"sub/sum.js":      "exports.f = function (x) {\n  if (x > 5) {\n    return 9;\n  }\n  return x + 1;\n};\n",
	"sub/sum.test.js": "const { test } = require('node:test');\nconst { f } = require('./sum.js');\ntest('adds', () => { if (f(1) !== 2) throw new Error('no'); });\n",
	"sub/two.py":      "def f(x):\n    if x > 5:\n        return 9\n    return x + 1\n",
	"sub/test_two.py": "import unittest\n\nimport two as one\n\n\nclass SumTest(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(one.f(1), 2)\n",
}

// Measures measures with a tool on this machine. The test is skipped if a
// command that needs the tool fails. source is sub/sum.js or sub/two.py.
func Measures(t *testing.T, r *results.Runner, argv []string, by, source string, needs ...string) {
	if err := exec.Command(needs[0], needs[1:]...).Run(); err != nil {
		t.Skipf("%s cannot measure it here: %v", by, err)
	}
	lines, want := []int{1, 2, 3, 5}, map[int]bool{1: true, 2: true, 3: false, 5: true}
	if strings.HasSuffix(source, ".py") {
		lines, want = []int{1, 2, 3, 4}, map[int]bool{1: true, 2: true, 3: false, 4: true}
	}
	root, out := tree(t, sums), t.TempDir()
	ways := r.Measure(argv, out)
	at := slices.IndexFunc(ways, func(m results.Measurement) bool { return m.By == by })
	if at < 0 {
		t.Fatalf("no way of %d is by %s", len(ways), by)
	}
	for _, command := range ways[at].Commands {
		cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
		cmd.Dir = filepath.Join(root, "sub")
		cmd.Env = environment()
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", command, err, said)
		}
	}
	got, err := ways[at].Read(&results.Raw{Out: out, Dir: root}, "sub", coverage.Lines{source: lines})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(coverage.Reached{source: want}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
