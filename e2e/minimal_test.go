//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A workspace without a .bazelrc and without a list of its files: the module
// names the configuration, and a run fixes files that no target has.
func TestMinimalWorkspace(t *testing.T) {
	w := minimal.fresh(t)
	strict := []string{"//:fix", "--", "--mode=check", "--policy=strict"}
	w.bazel(t, "run", strict...).wantCode(t, 0)

	w.write(t, "notes.txt", "spaces  \n")
	w.write(t, "tools/greet.sh", "#!/bin/sh\nif true; then\n  echo hello\nfi\n")
	w.write(t, "loose/new.sh", "if true; then\n  echo hello\nfi\n")
	w.git(t, "add", "--all")
	got := w.bazel(t, "run", strict...).wantCode(t, 1)
	for _, file := range []string{"notes.txt", "tools/greet.sh", "loose/new.sh"} {
		if !strings.Contains(got.stdout, file) {
			t.Errorf("the gate does not name %s:\n%s", file, got.stdout)
		}
	}

	// One target is one target.
	w.bazel(t, "run", "//:fix", "--", "//tools:greet").wantCode(t, 0)
	if diff := cmp.Diff("tools/greet.sh\n", w.git(t, "diff", "--name-only")); diff != "" {
		t.Errorf("files that the fix of one target changed (-want +got):\n%s", diff)
	}
	w.bazel(t, "run", "//:fix").wantCode(t, 0)
	w.bazel(t, "run", strict...).wantCode(t, 0)

	// The configuration of MODULE.bazel holds for targets and other files.
	const eight = "if true; then\n        echo hello\nfi\n"
	for file, want := range map[string]string{"tools/greet.sh": "#!/bin/sh\n" + eight, "loose/new.sh": eight} {
		if diff := cmp.Diff(want, w.read(t, file)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}

	w.write(t, "notes.txt", "spaces  \n")
	w.bazel(t, "run", "//:fix", "--", "--undeclared=count").wantCode(t, 0)
	if got := w.read(t, "notes.txt"); got != "spaces  \n" {
		t.Errorf("--undeclared=count fixed a file without a target: %q", got)
	}
}

// A mistake in the tag for the configuration is Bazel's error, and a second tag
// is named.
func TestMinimalWorkspaceMistakes(t *testing.T) {
	for _, row := range []struct{ tag, want string }{
		{`autofix.config(files = ["//:none"])`, "//:none"},
		{`autofix.config(files = ["//:autofix_config"]); autofix.config(files = ["//:autofix_config"])`, "2 tags `autofix.config`"},
	} {
		w := minimal.fresh(t)
		w.replace(t, "MODULE.bazel", `autofix.config(files = ["//:autofix_config"])`, strings.ReplaceAll(row.tag, "; ", "\n"))
		if got := w.bazel(t, "run", "//:fix"); got.code == 0 || !strings.Contains(got.stderr, row.want) {
			t.Errorf("%s: exit code %d, want %q in\n%s", row.tag, got.code, row.want, got.stderr)
		}
	}
}
