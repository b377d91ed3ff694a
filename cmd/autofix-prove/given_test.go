package main

import (
	"os"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

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
