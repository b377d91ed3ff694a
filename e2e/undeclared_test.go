//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// undeclared adds files to the workspace of examples/scripts that targets own
// in every way, which must not change, and two without an owner: old/loose.txt
// is tracked by git, and old/new.txt is not.
func undeclared(t *testing.T) *workspace {
	t.Helper()
	w := scripts.fresh(t)
	w.overlay(t, "undeclared")
	w.git(t, "add", "--all")
	w.git(t, "commit", "--quiet", "--message=More files")
	t.Cleanup(func() { w.git(t, "reset", "--hard", "--quiet", "HEAD~") })
	w.write(t, "old/new.txt", "no final newline")
	return w
}

func TestUndeclaredFiles(t *testing.T) {
	w := undeclared(t)
	const loose = "  .bazelrc\n  .gitignore\n  old/BUILD.bazel\n  old/loose.txt\n  tools/autofix.bazelrc\n"

	got := w.bazel(t, "run", "//:fix", "--", "--undeclared=fail", "--mode=check").wantCode(t, 1)
	if want := "files have no target, so nothing checked them:\n" + strings.ReplaceAll(loose, "  ", "    "); !strings.Contains(got.stderr, want) {
		t.Errorf("fail: no\n%s\nin\n%s", want, got.stderr)
	}
	w.bazel(t, "run", "//:fix", "--", "--undeclared=fail", "--mode=check", "//bin/...").wantCode(t, 0)

	got = w.bazel(t, "run", "//:fix", "--", "--undeclared=report", "//...", "--rule=text/final-newline", "-//old/...").wantCode(t, 0)
	if !strings.Contains(got.stdout, ":\n  .bazelrc\n  .gitignore\n  tools/autofix.bazelrc\nautofix: list them in autofix_sources") {
		t.Errorf("report:\n%s", got.stdout)
	}

	w.bazel(t, "run", "//:fix", "--", "--undeclared=fix").wantCode(t, 0)
	if diff := cmp.Diff("old/loose.txt\n", w.git(t, "diff", "--name-only")); diff != "" {
		t.Errorf("changed files (-want +got):\n%s", diff)
	}

	t.Run("without git", func(t *testing.T) {
		away := filepath.Join(scratch, "git-of-scripts")
		if err := os.Rename(w.path(".git"), away); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := os.Rename(away, w.path(".git")); err != nil {
				t.Fatal(err)
			}
		}()
		got := w.bazel(t, "run", "//:fix", "--", "--undeclared=fix", "//old/...").wantCode(t, 0)
		if !strings.Contains(got.stdout, "  text/final-newline    1  old/new.txt\n") {
			t.Errorf("got\n%s", got.stdout)
		}
	})
}

// A file that a target names and no check reads is listed with the reason.
func TestFilesThatNoCheckReads(t *testing.T) {
	w := undeclared(t)
	w.append(t, "old/BUILD.bazel", `
filegroup(
    name = "with_data",
    srcs = ["read.txt"],
    data = ["data.txt"],
)

filegroup(
    name = "branches",
    srcs = select({
        ":never": ["branch.txt"],
        "//conditions:default": [],
    }),
)

filegroup(
    name = "incompatible",
    srcs = ["incompatible.txt"],
    target_compatible_with = [":no_platform_has_it"],
)

constraint_setting(name = "setting")

constraint_value(
    name = "no_platform_has_it",
    constraint_setting = ":setting",
)
`)
	for _, name := range []string{"read", "data", "branch", "incompatible"} {
		w.write(t, "old/"+name+".txt", name+"\n")
	}
	w.git(t, "add", "--all")
	const want = `autofix: 6 files have a target, and no check read them:
  old/branch.txt: in a branch of a select in srcs of //old:branches that was not taken
  old/data.txt: in data of //old:with_data
  old/elsewhere.txt: //old:never_built is tagged manual
  old/incompatible.txt: //old:incompatible is incompatible with the platform
  old/left_alone.txt: //old:left_alone is tagged no-autofix
  old/never_built.txt: //old:never_built is tagged manual
`
	got := w.bazel(t, "run", "//:fix", "--", "--undeclared=unchecked", "--mode=check", "//old/...").wantCode(t, 0)
	if !strings.Contains(got.stdout, want) {
		t.Errorf("no\n%s\nin\n%s", want, got.stdout)
	}

	debug := w.bazel(t, "build", "--config=autofix-debug", "//old:with_data").wantCode(t, 0)
	if want := "old/data.txt: skipped: it is in data, which is not checked"; !strings.Contains(debug.stderr, want) {
		t.Errorf("no %q in\n%s", want, debug.stderr)
	}
}

// A checkout inside a checkout, as created by `git worktree add`: two
// workspaces, each with its own files.
func TestFixInAWorktreeInsideAnotherWorkspace(t *testing.T) {
	w := scripts.fresh(t)
	w.git(t, "worktree", "add", "--quiet", "--detach", "inner tree")
	inner := &workspace{dir: w.path("inner tree")}
	t.Cleanup(func() {
		inner.remove()
		w.git(t, "worktree", "remove", "--force", "inner tree")
	})
	w.write(t, ".bazelignore", "inner tree\n")

	before := inner.sources(t)
	w.bazel(t, "run", "//:fix", "--", "--undeclared=fix", "--safety=suggestion").wantCode(t, 0)
	inner.wantUntouched(t, before)

	outer := w.sources(t)
	inner.bazelIn(t, "bin", "run", "--symlink_prefix=/", "//:fix", "--", "--safety=suggestion").wantCode(t, 0)
	if diff := cmp.Diff("bin/greet.sh\n", inner.git(t, "diff", "--name-only")); diff != "" {
		t.Errorf("changed files (-want +got):\n%s", diff)
	}
	if links, _ := filepath.Glob(inner.path("bazel-*")); len(links) != 0 {
		t.Errorf("links in the workspace: %q", links)
	}
	for path, source := range w.sources(t) {
		if !strings.HasPrefix(path, "inner tree/") && source.text != outer[path].text {
			t.Errorf("%s changed", path)
		}
	}
}
