//go:build e2e

package e2e

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Files of other tools are obeyed where the configuration names them, by checks, gate, fix and canonical text alike, and
// nowhere else: not even by an action that has one of them among its files.
func TestEditorConfigIsObeyedWhereTheConfigurationNamesIt(t *testing.T) {
	const (
		tabs   = "#!/bin/sh\nif true; then\n\techo yes\nfi\n"
		spaces = "#!/bin/sh\nif true; then\n   echo yes\nfi\n"
	)
	w := hello.fresh(t)
	w.write(t, "indented/.editorconfig", "[*.sh]\nindent_style = space\nindent_size = 3\n")
	w.write(t, "indented/yes.sh", tabs)
	w.write(t, "indented/BUILD.bazel", `load("@rules_autofix//rules:defs.bzl", "autofix_sources", "canonical_sources")

autofix_sources(
    name = "indented",
    srcs = [
        ".editorconfig",
        "yes.sh",
    ],
)

canonical_sources(
    name = "canonical",
    srcs = ["yes.sh"],
)

filegroup(
    name = "config",
    srcs = [
        ".editorconfig",
        "//:autofix.toml",
    ],
)
`)
	canonical := func() string {
		t.Helper()
		w.bazel(t, "build", "//indented:canonical").wantCode(t, 0)
		return w.read(t, "bazel-bin/indented/canonical/yes.sh")
	}
	want := func(what, got, want string) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}

	before := w.sources(t)
	w.bazel(t, "build", "--config=autofix-strict", "//indented").wantCode(t, 0)
	w.bazel(t, "run", "//:fix", "--", "//indented").wantCode(t, 0)
	w.wantUntouched(t, before)
	want("the canonical text where nothing names it", canonical(), tabs)

	w.append(t, ".bazelrc", "build --@rules_autofix//rules:config=//indented:config\n")
	w.bazel(t, "build", "--config=autofix-strict", "//indented").wantCode(t, 1).wantStderr(t, "indented/yes.sh:3:1: ")
	want("the canonical text", canonical(), spaces)
	w.bazel(t, "run", "//:fix", "--", "//indented").wantCode(t, 0)
	want("yes.sh", w.read(t, "indented/yes.sh"), spaces)
	w.bazel(t, "build", "--config=autofix-strict", "//indented").wantCode(t, 0)
}
