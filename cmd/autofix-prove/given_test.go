package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// firstExample returns the arguments of the first example of docs/prove.md.
func firstExample(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../docs/prove.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, found := strings.Cut(string(text), "\n$ autofix prove ")
	if !found {
		t.Fatal("docs/prove.md has no example")
	}
	example, _, _ = strings.Cut(example, "\n")
	example, _, _ = strings.Cut(example, "#")
	return strings.Fields(example)
}

// The first example of the guide does what the guide says, with the commonest of
// patches: a fix with its test, for a suite that is green before.
func TestProveExampleOfTheGuide(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	example := firstExample(t)
	if !slices.Contains(example, "--patch=fix.diff") || !slices.Contains(example, "go") {
		t.Fatalf("the first example is %q", example)
	}
	p := newGoProof(t)
	// TestSum fails; the suite is green without it.
	if err := os.Remove(filepath.Join(p.repo, "sum_test.go")); err != nil {
		t.Fatal(err)
	}
	worktreetest.Write(t, p.repo, map[string]string{"zero_test.go": "package m\n\nimport \"testing\"\n\nfunc TestZero(t *testing.T) {\n\tif Sum(0, 0) != 0 {\n\t\tt.Fatal(\"no\")\n\t}\n}\n"})
	p.commit("green")
	fix, test, _ := strings.Cut(fixOfGo, "--- a/sum_test.go")
	if test == "" {
		t.Fatal("the patch has no test")
	}
	var added strings.Builder
	for line := range strings.Lines(goSumTest) {
		added.WriteString("+" + line)
	}
	worktreetest.Write(t, p.repo, map[string]string{"fix.diff": fix + "--- /dev/null\n+++ b/sum_test.go\n@@ -0,0 +1,9 @@\n" + added.String()})
	worktreetest.Untouched(t, p.repo)
	stdout, stderr, code := p.run(append([]string{"--artifacts=../artifacts"}, example...)...)
	if code != 0 || !strings.HasPrefix(stdout, "verdict:  proven\n") {
		if code == 1 && strings.Contains(stdout, "sandbox of level") {
			t.Skipf("there is no sandbox here: %s", stdout)
		}
		t.Fatalf("exit %d, %s%s", code, stdout, stderr)
	}
	if !strings.Contains(stdout, "\nbefore:   exit 1; 1 passed, 1 failed, on the base with the tests of the patch\nafter:    exit 0; 2 passed\n") {
		t.Errorf("%s", stdout)
	}
	p.theirs(nil)
	stdout, stderr, code = p.run("--verify-evidence=../theirs/evidence.json", "--set=runs=1", "--set=mutants=0")
	if code != 0 || stderr != "autofix: the evidence holds: verdict, tests and patch are the same\n" {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
}

// A patch that is given is proved as it is: nothing is dropped, a comment needs
// no test, and what a test changes is not a fix.
func TestProveOfAGivenPatch(t *testing.T) {
	t.Parallel()
	skipWithout(t, "node")
	const (
		fix = "--- a/slug.js\n+++ b/slug.js\n@@ -3,3 +3,3 @@\n function slug(text) {\n-  return text.trim().toLowerCase().replace(/ /, '-');\n+  return text.trim().toLowerCase().replace(/ /g, '-');\n }\n"
		// The comment and the name are hunks of their own.
		comment = "--- a/slug.js\n+++ b/slug.js\n@@ -1,5 +1,6 @@\n 'use strict';\n \n+// A title as a part of an address.\n function slug(text) {\n-  return text.trim().toLowerCase().replace(/ /, '-');\n+  return text.trim().toLowerCase().replace(/ /g, '-');\n }\n"
		idle    = fix + "@@ -6,2 +6,3 @@\n \n module.exports = { slug };\n+module.exports.version = 2;\n"
		altered = "--- a/slug.test.js\n+++ b/slug.test.js\n@@ -12 +12 @@\n-  assert.strictEqual(slug('a b c'), 'a-b-c');\n+  assert.strictEqual(slug('a b c'), 'a-b c');\n"
	)
	p := newProofOf(t, map[string]string{"slug.js": slugSource, "slug.test.js": slugTest})
	worktreetest.Untouched(t, p.repo)
	for _, tt := range []struct {
		name, patch string
		want        evidence.Verdict
		reason      string
		hunks       string
	}{
		{"a fix alone", fix, evidence.Proven, "", "needed"},
		{"a fix and a comment", comment, evidence.Proven, "", "no_code needed"},
		{"a fix and what nothing needs", idle, evidence.Weak, "No test needs the change of slug.js at line 8.", "needed unproven"},
		{"a test alone", altered, evidence.Refuted, "blanks failed in the base and does not fail with the tests of the patch alone, so the patch changes what it asserts.", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := os.RemoveAll(p.artifacts); err != nil {
				t.Fatal(err)
			}
			worktreetest.Write(t, p.dir, map[string]string{"given.diff": tt.patch})
			stdout, stderr, _ := p.run("--patch=../given.diff", "--artifacts=../artifacts", "--set=runs=1", "--set=mutants=0", "--", "node", "--test")
			if strings.Contains(stdout, "sandbox of level") {
				t.Skipf("there is no sandbox here: %s", stdout)
			}
			e := p.evidence()
			if e.Verdict != tt.want || !strings.Contains(strings.Join(e.Reasons, " "), tt.reason) {
				t.Errorf("%s: %q, want %s: %s\n%s", e.Verdict, e.Reasons, tt.want, tt.reason, stderr)
			}
			var hunks []string
			for _, h := range e.Candidates[0].Hunks {
				hunks = append(hunks, h.Needed)
			}
			if got := strings.Join(hunks, " "); got != tt.hunks {
				t.Errorf("hunks %q, want %q", got, tt.hunks)
			}
			for _, line := range strings.Split(tt.patch, "\n") {
				if (strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-")) && !strings.Contains(string(p.read("patch.diff")), line+"\n") {
					t.Errorf("%q is not in the patch:\n%s", line, p.read("patch.diff"))
				}
			}
		})
	}
}
