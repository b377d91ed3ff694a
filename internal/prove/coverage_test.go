package prove_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// half is a fix of which a test reaches two of three lines with code.
const half = `--- a/lib/clamp.py
+++ b/lib/clamp.py
@@ -1,2 +1,5 @@
 def clamp(x):
-    return x
+    # no more than ten
+    if x < 0:
+        return 0
+    return min(x, 10)
--- a/test_clamp.py
+++ b/test_clamp.py
@@ -5,3 +5,6 @@
 class ClampTest(unittest.TestCase):
     def test_much(self):
         self.assertEqual(clamp.clamp(11), 10)
+
+    def test_more(self):
+        self.assertEqual(clamp.clamp(12), 10)
`

// The evidence says which changed lines tests reach, and by what, with the
// standard library of Python alone.
func TestCoverageOfUnittest(t *testing.T) {
	if err := exec.Command("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 8))").Run(); err != nil {
		t.Skip("python3 cannot run here: ", err)
	}
	if exec.Command("python3", "-m", "coverage", "--version").Run() == nil {
		t.Skip("python3 has coverage.py, which goes first")
	}
	c := newCase(t, map[string]string{
		"lib/clamp.py": "def clamp(x):\n    return x\n", "lib/__init__.py": "",
		"test_clamp.py": "import unittest\n\nfrom lib import clamp\n\nclass ClampTest(unittest.TestCase):\n    def test_much(self):\n        self.assertEqual(clamp.clamp(11), 10)\n",
	})
	c.Command, c.Patch, c.Set, c.KeepHunks = strings.Fields("python3 -m unittest test_clamp.ClampTest.test_much"), half, []string{"runs=1", "mutants=0"}, true
	result, err := c.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	best := result.Evidence.Candidates[0]
	want := &evidence.Coverage{Lines: 3, Covered: 2, By: []string{"trace"}, Files: []evidence.CoveredFile{{Path: "lib/clamp.py", Covered: []int{3, 5}, Missed: []int{4}}}}
	if diff := cmp.Diff(want, best.Coverage); diff != "" {
		t.Errorf("-want +got:\n%s\n%s", diff, strings.Join(result.Evidence.Reasons, "\n"))
	}
	c.nothingLeft(t)
}

// A command whose tests are not known has no coverage, which the evidence
// notes.
func TestNoCoverage(t *testing.T) {
	c := caseOfSums(t)
	c.Patch = fixOfSums
	result, err := c.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := &evidence.Coverage{Unknown: []string{"cmp calc.cfg tests/want.cfg: no coverage: what its tests are is not known"}}
	if diff := cmp.Diff(want, result.Evidence.Candidates[0].Coverage); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, condition := range result.Evidence.Candidates[0].Conditions {
		if condition.ID == "P7" && condition.Holds != evidence.Unknown {
			t.Errorf("%+v", condition)
		}
	}
}
