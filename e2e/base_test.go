//go:build e2e

package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// What the checks of the base find is old, and where they cannot be built,
// nothing is.
func TestFixSinceABase(t *testing.T) {
	const rest = "four\nfive\nsix\nseven\neight\nnine\nten\n"
	w := verify.fresh(t)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(scratch, "base_cache"))
	w.write(t, "old/BUILD.bazel", "filegroup(\n    name = \"old\",\n    srcs = [\"a.txt\"],\n)\n")
	w.write(t, "old/a.txt", "one  \ntwo\nthree  \n"+rest)
	w.git(t, "add", "--all")
	w.git(t, "commit", "--quiet", "--message=The base")
	w.git(t, "branch", "--force", "base")
	w.git(t, "checkout", "--quiet", "-B", "topic")
	check := func(code int, says string) {
		t.Helper()
		got := w.bazel(t, "run", "//:fix", "--", "--mode=check", "--base=base", "//old/...").wantCode(t, code)
		if !strings.Contains(got.stderr, says) {
			t.Errorf("it does not say %q:\n%s%s", says, got.stdout, got.stderr)
		}
	}
	check(0, "autofix: 0 new, 2 old\n")
	w.write(t, "old/a.txt", "zero\none  \ntwo  \nthree\n"+rest)
	check(1, "autofix: 1 new, 1 old, 1 old one gone\n")
	if text := w.read(t, "old/a.txt"); text != "zero\none  \ntwo  \nthree\n"+rest {
		t.Errorf("it wrote %q", text)
	}

	w.write(t, "old/BUILD.bazel", "filegroup(\n    name = \"old\",\n    srcs = [\"b.txt\"],\n)\n")
	w.git(t, "mv", "old/a.txt", "old/b.txt")
	check(1, "autofix: 1 new, 1 old, 1 old one gone\n")

	w.git(t, "stash", "--quiet")
	w.write(t, "old/BUILD.bazel", "filegroup(\n    name = \"old\",\n    srcs = [\"gone.txt\"],\n)\n")
	w.git(t, "commit", "--quiet", "--all", "--message=It does not build")
	w.git(t, "branch", "--force", "base")
	w.git(t, "revert", "--no-edit", "HEAD")
	check(3, "--base=base: the checks of the base: ")
}
