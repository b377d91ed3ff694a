//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// bazel run //:fix -- --commits=rule leaves the files of a run without the
// flag, and the commits that the page shows.
func TestCommits(t *testing.T) {
	const guide = "docs/commits.md"
	w := hello.fresh(t)
	w.git(t, "tag", "--force", "first")
	t.Cleanup(func() { w.git(t, "reset", "--hard", "--quiet", "first") })
	w.bazel(t, "run", "//:fix").wantCode(t, 0)
	w.git(t, "add", "--all")
	fixed := w.git(t, "write-tree")
	w.git(t, "reset", "--hard", "--quiet")

	// A file with changes of a person is refused, and nothing is written.
	w.append(t, "greet/greet.go", "\n// Mine.\n")
	before := w.sources(t)
	got := w.bazel(t, "run", "//:fix", "--", "--commits=rule").wantCode(t, 2)
	if want := "greet/greet.go: has changes that are not committed"; !strings.Contains(got.stderr, want) {
		t.Errorf("stderr lacks %q:\n%s", want, got.stderr)
	}
	w.wantUntouched(t, before)
	w.git(t, "reset", "--hard", "--quiet")

	// Others stay as they are.
	w.append(t, "README.md", "\nMine.\n")
	w.wantSession(t, guide, blockOf(t, guide, "A commit for each rule", 0), 0, 0)
	if status := w.git(t, "status", "--short"); status != " M README.md\n" {
		t.Errorf("git status:\n%s", status)
	}
	if got := w.git(t, "rev-parse", "HEAD^{tree}"); got != fixed {
		t.Errorf("the last commit differs from a run without commits:\n%s", w.git(t, "diff", strings.TrimSpace(fixed), "HEAD"))
	}
	for _, commit := range strings.Fields(w.git(t, "rev-list", "first..")) {
		if rule := w.git(t, "log", "-1", "--format=%(trailers:key=Autofix-Rule,valueonly)", commit); len(strings.Fields(rule)) != 1 {
			t.Errorf("%s has the rules %q", commit, rule)
		}
	}
}
