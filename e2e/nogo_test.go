//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Follows the README of examples/nogo: a real nogo of rules_go, with an analyzer
// that suggests fixes.
func TestNogoExampleFollowed(t *testing.T) {
	const guide = "examples/nogo/README.md"
	w := nogo.fresh(t)
	w.bazel(t, "build", "--config=lint", "//...").wantCode(t, 0)
	w.wantSession(t, guide, blockOf(t, guide, "nogo", 1), 1, 0, 0)
	if diff := w.git(t, "diff", "--stat", "--", "price"); !strings.Contains(diff, "2 files changed, 2 insertions(+), 2 deletions(-)") {
		t.Errorf("fixed:\n%s", diff)
	}
	fixed := w.sources(t)
	w.bazel(t, "run", "//:fix").wantCode(t, 0)
	w.wantUntouched(t, fixed)
}

// Fixes of nogo are stale, conflict with others, and leave generated files alone
// like all others.
func TestFixesOfNogoAreLikeAllOthers(t *testing.T) {
	w := nogo.fresh(t)
	w.overlay(t, "nogo")
	w.replace(t, "tools/lint/lint.bzl", `Label("//tools/lint:nogo")`, `Label("//tools/lint:nogo"), Label("//tools/lint:words")`)
	if err := os.Chmod(w.path("tools/lint/words.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.git(t, "add", "--all")
	w.bazel(t, "build", "--config=lint", "--output_groups=+autofix_debug", "--aspects=//tools/lint:lint.bzl%lint_debug", "//...").wantCode(t, 0)
	for target, line := range map[string]string{
		"price/price":                 "  price/price.go: checked by the built-in checkers, nogo, words\n",
		"price/made/made":             "  price/made/gen.go: skipped: it is generated\n",
		"tools/nogo/sprintf/sprintf":  "  checker nogo: skipped: go_library has nothing in the output group nogo_fix\n",
		"price/unchecked":             "  checker nogo: turned off by the tag no-autofix-nogo\n",
		"price/price_test":            "  price/price_test.go: checked by the built-in checkers, nogo, words\n",
		"price/made/handwritten_test": "  price/made/made_test.go: checked by the built-in checkers, nogo, words\n",
	} {
		if text := w.read(t, "bazel-bin/"+target+".autofix/lint/autofix.debug"); !strings.Contains(text, line) {
			t.Errorf("%s lacks %q:\n%s", target, line, text)
		}
	}

	// Stale: the file has changed since nogo read it.
	artifact := w.path("bazel-bin/price/price.autofix/lint/nogo.json")
	w.append(t, "price/price.go", "\n// Added since.\n")
	before := w.sources(t)
	stale := w.run(t, ".", tool, "fix", "--root="+w.dir, "--artifact="+artifact).wantCode(t, 1)
	if want := "[nogo/patch] (stale: price/price.go has changed since the check)\n"; !strings.Contains(stale.stdout, want) {
		t.Errorf("stdout lacks %q:\n%s", want, stale.stdout)
	}
	w.wantUntouched(t, before)

	// Conflict: both change one line. One is applied, and the other names it and
	// follows in the next round.
	summary := filepath.Join(t.TempDir(), "summary.json")
	w.bazel(t, "run", "//:fix", "--", "--rounds=1", "--summary="+summary, "//price:price").wantCode(t, 0)
	if diff := cmp.Diff(map[string]string{"diff/patch": "applied", "nogo/patch": "conflict overlaps diff/patch"}, statusesIn(t, summary)); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
	w.bazel(t, "run", "//:fix").wantCode(t, 0)
	if text := w.read(t, "price/price.go"); !strings.Contains(text, "return \"gratis\"\n") {
		t.Errorf("after the second run:\n%s", text)
	}

	// Generated: by its text, or by a rule. The rest of the target is fixed.
	for name, want := range map[string]string{
		"price/made/marked.go":    `fmt.Sprintf("marked")`,
		"price/made/made.go":      `return "made"`,
		"price/made/made_test.go": `return "tested"`,
		"price/unchecked.go":      `fmt.Sprintf("unchecked")`,
	} {
		if text := w.read(t, name); !strings.Contains(text, want) {
			t.Errorf("%s lacks %s:\n%s", name, want, text)
		}
	}
	w.bazel(t, "build", "--config=lint", "//price/made").wantCode(t, 0)
	if text := w.read(t, "bazel-bin/price/made/made.autofix/lint/nogo.txt"); !strings.Contains(text,
		"price/made/gen.go:1:1: warning: 1 result of nogo not used: generated: fix what generates it [autofix/refused-result]\n") {
		t.Errorf("the report says nothing of the generated file:\n%s", text)
	}
}

// A nogo that fails is never one that found nothing.
func TestFailureOfNogoIsNeverNoFindings(t *testing.T) {
	w := nogo.fresh(t)
	w.replace(t, "tools/nogo/sprintf/sprintf.go", "	for _, file := range pass.Files {\n", "	panic(\"out of luck\")\n	for _, file := range pass.Files {\n")
	before := w.sources(t)
	w.bazel(t, "run", "//:fix").wantCode(t, 3).wantStderr(t, "out of luck", "//price:price")
	w.wantUntouched(t, before)
}
