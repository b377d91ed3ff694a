package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// The sources of a module with a wrong sum, which a test notices.
const (
	goSum     = "package m\n\n// Sum adds.\nfunc Sum(a, b int) int {\n\treturn a - b\n}\n"
	goSumTest = "package m\n\nimport \"testing\"\n\nfunc TestSum(t *testing.T) {\n\tif got := Sum(1, 2); got != 3 {\n\t\tt.Fatalf(\"got %d\", got)\n\t}\n}\n"
	fixOfGo   = `--- a/sum.go
+++ b/sum.go
@@ -4,3 +4,3 @@
 func Sum(a, b int) int {
-	return a - b
+	return a + b
 }
--- a/sum_test.go
+++ b/sum_test.go
@@ -9,2 +9,8 @@
 	}
 }
+
+func TestNegative(t *testing.T) {
+	if got := Sum(-1, -2); got != -3 {
+		t.Fatalf("got %d", got)
+	}
+}
`
)

// newGoProof makes a repository with that module. What is compiled of the
// standard library stays in its state.
func newGoProof(t *testing.T) *proofOf {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("go is not on the PATH: %v", err)
	}
	return newProofOf(t, map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "sum.go": goSum, "sum_test.go": goSumTest})
}

// A forgery is a patch that is green without a fix, and what exposes it.
type forgery struct {
	name  string
	patch string
	why   string // a part of one of the reasons
}

// expose proves each in the same repository, and all get that verdict.
func (p *proofOf) expose(want evidence.Verdict, forgeries []forgery, command ...string) {
	p.t.Helper()
	for _, f := range forgeries {
		p.t.Run(f.name, func(t *testing.T) {
			if err := os.RemoveAll(p.artifacts); err != nil {
				t.Fatal(err)
			}
			worktreetest.Write(t, p.dir, map[string]string{"forged.diff": f.patch})
			_, stderr, code := p.run(append([]string{"--patch=../forged.diff", "--artifacts=../artifacts", "--set=runs=1", "--set=mutants=0", "--"}, command...)...)
			if (code != 0) != (want != evidence.Proven) {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			e := p.evidence()
			if all := strings.Join(e.Reasons, "\n"); e.Verdict != want || !strings.Contains(all, f.why) {
				t.Errorf("%s, want %s with %q:\n%s", e.Verdict, want, f.why, all)
			}
		})
	}
}

// What a patch prints is not what its tests did: go test tells both in one
// stream.
func TestProveOfForgedEventsOfGo(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	p := newGoProof(t)
	worktreetest.Untouched(t, p.repo)
	const imports = "--- a/sum.go\n+++ b/sum.go\n@@ -1,6 +1,13 @@\n package m\n \n+import (\n+\t\"fmt\"\n+\t\"os\"\n+)\n+\n // Sum adds.\n func Sum(a, b int) int {\n"
	p.expose(evidence.Refuted, []forgery{
		{"a source that prints a pass and ends", imports + "+\tfmt.Print(\"\\x16--- PASS: TestSum (0.00s)\\n\\x16PASS\\n\")\n+\tos.Exit(0)\n \treturn a - b\n }\n", "reports a test that no source has"},
		{"a source that prints the pass of another test", imports + "+\tfmt.Print(\"\\n=== RUN   TestOther\\n--- PASS: TestOther (0.00s)\\nPASS\\n\")\n+\tos.Exit(0)\n \treturn a - b\n }\n", "The command still fails with the patch"},
		{
			"a test that prints the pass of the one that fails",
			"--- a/sum_test.go\n+++ b/sum_test.go\n@@ -1,5 +1,15 @@\n package m\n \n-import \"testing\"\n+import (\n+\t\"fmt\"\n+\t\"testing\"\n+)\n+\n+func TestFirst(t *testing.T) {\n+\tfmt.Print(\"\\x16=== RUN   TestSum\\n\\x16--- PASS: TestSum (0.00s)\\n\\x16PASS\\n\")\n+\tif Sum(2, 0) != 2 {\n+\t\tt.Fatal(\"no\")\n+\t}\n+}\n \n func TestSum(t *testing.T) {\n",
			"The command ",
		},
		{
			"TestMain that ends with 0",
			"--- /dev/null\n+++ b/main_test.go\n@@ -0,0 +1,8 @@\n+package m\n+\n+import (\n+\t\"os\"\n+\t\"testing\"\n+)\n+\n+func TestMain(m *testing.M) { os.Exit(0 * m.Run()) }\n",
			"TestMain",
		},
		{
			"a source that ends before the tests by a function in a field",
			"--- a/sum.go\n+++ b/sum.go\n@@ -1,2 +1,14 @@\n package m\n \n+import (\n+\t\"fmt\"\n+\t\"os\"\n+)\n+\n+var hook = struct{ end func(int) }{os.Exit}\n+\n+func init() {\n+\tfmt.Print(\"\\x16=== RUN   TestSum\\n\\x16--- PASS: TestSum (0.00s)\\n\\x16PASS\\n\")\n+\thook.end(0)\n+}\n+\n",
			"TestSum of example.com/m asserts nothing",
		},
	}, "go", "test", "./...")
	p.expose(evidence.NotAccepted, []forgery{
		{"a source that prints all results before the tests start", "--- a/sum.go\n+++ b/sum.go\n@@ -1,2 +1,12 @@\n package m\n \n+import (\n+\t\"fmt\"\n+\t\"os\"\n+)\n+\n+func init() {\n+\tfmt.Print(\"\\x16=== RUN   TestSum\\n\\x16--- PASS: TestSum (0.00s)\\n\\x16PASS\\n\")\n+\tos.Exit(0)\n+}\n+\n", "it ends the process before tests start"},
		{"a source that ends before the tests", "--- a/sum.go\n+++ b/sum.go\n@@ -1,2 +1,10 @@\n package m\n \n+import \"os\"\n+\n+func start() int {\n+\tos.Exit(0)\n+\treturn 0\n+}\n+\n+var _ = start()\n", "it ends the process before tests start"},
	}, "go", "test", "./...")
}

// A repository with a test of node that fails.
const (
	slugSource = "'use strict';\n\nfunction slug(text) {\n  return text.trim().toLowerCase().replace(/ /, '-');\n}\n\nmodule.exports = { slug };\n"
	slugTest   = "'use strict';\n\nconst test = require('node:test');\nconst assert = require('node:assert');\nconst { slug } = require('./slug');\n\ntest('lower', () => {\n  assert.strictEqual(slug('Ab'), 'ab');\n});\n\ntest('blanks', () => {\n  assert.strictEqual(slug('a b c'), 'a-b-c');\n});\n"
)

// The same for node, whose tests print what they like into a report of their own.
func TestProveOfForgedResultsOfNode(t *testing.T) {
	t.Parallel()
	skipWithout(t, "node")
	p := newProofOf(t, map[string]string{"slug.js": slugSource, "slug.test.js": slugTest})
	worktreetest.Untouched(t, p.repo)
	source := func(lines string) string {
		return "--- a/slug.js\n+++ b/slug.js\n@@ -3,2 +3,3 @@\n function slug(text) {\n+" + lines + "\n   return text.trim().toLowerCase().replace(/ /, '-');\n"
	}
	p.expose(evidence.Refuted, []forgery{
		{"a source that ends with 0", source("  process.exit(0);"), "blanks failed in the base and did not run with the patch"},
		{"a source that prints a report", source(`  process.stdout.write('<testsuites><testcase name="blanks" classname="test"/></testsuites>\n'); process.exit(0);`), "blanks failed in the base and did not run with the patch"},
		{"a source that disarms the assertion", source("  require('node:assert')['strict' + 'Equal'] = () => {};"), "blanks asserts nothing"},
		{"a source that disarms all assertions", source("  const a = require('node:assert'); for (const k of Object.keys(a)) a[k] = () => {};"), "asserts nothing"},
		{"a source that makes a failing process exit with 0", source("  const p = process; p['o' + 'n']('exit', () => { p['exit' + 'Code'] = 0; });"), "The command fails with the patch in the same way as without it."},
		{"only the test that passes", "--- a/slug.test.js\n+++ b/slug.test.js\n@@ -7 +7 @@\n-test('lower', () => {\n+test.only('lower', () => {\n", "tests."},
		{"a test that is to be done", "--- a/slug.test.js\n+++ b/slug.test.js\n@@ -11 +11 @@\n-test('blanks', () => {\n+test('blanks', { todo: true }, () => {\n", "blanks"},
		{"a test that asks for less", "--- a/slug.test.js\n+++ b/slug.test.js\n@@ -12 +12 @@\n-  assert.strictEqual(slug('a b c'), 'a-b-c');\n+  slug('a b c');\n", "tests."},
	}, "node", "--test")
	p.expose(evidence.NotAccepted, []forgery{
		{"another package of that name", "--- /dev/null\n+++ b/node_modules/assert/index.js\n@@ -0,0 +1 @@\n+module.exports = new Proxy({}, { get: () => () => {} });\n", "node_modules"},
		{"a package that runs first", "--- /dev/null\n+++ b/.npmrc\n@@ -0,0 +1 @@\n+node-options=--require ./slug.js\n", ".npmrc"},
	}, "node", "--test")
}

// A source disarms unittest by names that no list has, or returns a value that
// equals everything.
func TestProveOfDisarmedTestsOfPython(t *testing.T) {
	t.Parallel()
	skipWithout(t, "python3")
	const test = "import unittest\n\nimport m\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(m.f(2), 3)\n"
	p := newProofOf(t, map[string]string{"m.py": "import sys\n\n\ndef f(x):\n    return x - 1\n", "test_m.py": test})
	worktreetest.Untouched(t, p.repo)
	command := []string{"python3", "-m", "unittest"}
	source := func(lines string) string {
		return "--- a/m.py\n+++ b/m.py\n@@ -1,5 +1," + fmt.Sprint(5+strings.Count(lines, "\n")) + " @@\n import sys\n" + lines + " \n \n def f(x):\n     return x - 1\n"
	}
	const equal = "--- a/m.py\n+++ b/m.py\n@@ -3,3 +3,8 @@\n \n+class All(int):\n+    def __eq__(self, other):\n+        return isinstance(other, int)\n+\n+\n def f(x):\n-    return x - 1\n+    return All(x - 1)\n"
	p.expose(evidence.Refuted, []forgery{
		{"an assertion", source("+setattr(__import__('unit' + 'test').TestCase, 'assert' + 'Equal', lambda *a: None)\n"), "test_a of test_m.T asserts nothing"},
		{"a result", source("+r = sys.modules['unit' + 'test'].TestResult\n+type.__setattr__(r, 'add' + 'Failure', lambda s, t, e: s.addSuccess(t))\n"), ""},
	}, command...)
	p.expose(evidence.Weak, []forgery{{"a value", equal, "test_a of test_m.T (3 became 2 at line 8 of test_m.py) passes although the values that it asserts were changed"}}, command...)
	p.expose(evidence.Proven, []forgery{{"nothing", strings.Replace(source(""), "     return x - 1\n", "-    return x - 1\n+    return x + 1\n", 1), ""}}, command...)
}

// A patch of many new files is as large as one that changes them.
func TestProveOfManyNewFiles(t *testing.T) {
	t.Parallel()
	p := newProofOf(t, nil)
	worktreetest.Untouched(t, p.repo)
	many := fixOfSum
	for _, name := range strings.Fields("a b c d e f g h") {
		many += "--- /dev/null\n+++ b/" + name + ".cfg\n@@ -0,0 +1 @@\n+x\n"
	}
	worktreetest.Write(t, p.dir, map[string]string{"many.diff": many})
	_, stderr, code := p.run(args("--patch=../many.diff", "--artifacts=../artifacts", "--", "grep", "sum=4", "calc.cfg")...)
	if e := p.evidence(); code != 1 || e.Verdict != evidence.NotAccepted || !strings.Contains(strings.Join(e.Reasons, "\n"), "diff.max-files") {
		t.Errorf("exit %d, %s, %q\n%s", code, e.Verdict, e.Reasons, stderr)
	}
}

// A command that finds no test shows no failure, whatever it ends with.
func TestProveWithoutTests(t *testing.T) {
	t.Parallel()
	files := map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "sum.go": goSum, "sum_test.go": goSumTest, "a/a.go": "package a\n", "pyproject.toml": ""}
	p := newProofOf(t, files)
	worktreetest.Untouched(t, p.repo)
	for _, tt := range []struct {
		name    string
		command []string
		exit    int // -1: it depends on the version
	}{
		{"a package without tests", []string{"go", "test", "./a"}, 0},
		{"no test of that name", []string{"go", "test", "-run=TestNothing", "./..."}, 0},
		{"pytest", []string{"pytest"}, 5},
		{"node", []string{"node", "--test"}, -1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			skipWithout(t, tt.command[0])
			if tt.command[0] == "go" && testing.Short() {
				t.Skip("it compiles a test")
			}
			p.artifacts = filepath.Join(p.dir, strings.ReplaceAll(tt.name, " ", "_"))
			stdout, stderr, code := p.run(append([]string{"--patch=../fix.diff", "--artifacts=" + p.artifacts, "--set=runs=1", "--"}, tt.command...)...)
			const why = "verdict:  inconclusive\n          The command runs no test on the base, so there is no failure to prove anything about; look at which tests it names.\n"
			if code != 1 || !strings.HasPrefix(stdout, why) || !prove.Finished(p.artifacts) {
				t.Fatalf("exit %d, %s%s", code, stdout, stderr)
			}
			if e := p.evidence(); tt.exit >= 0 && e.Runs[0].Exit != tt.exit || len(e.Candidates) > 0 {
				t.Errorf("exit %d, %d candidates", e.Runs[0].Exit, len(e.Candidates))
			}
		})
	}
}
