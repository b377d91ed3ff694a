//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Files of other tools are used if the configuration names them, by checks,
// gate, fix and canonical text, and not otherwise: not even by an action that
// has one of them as an input.
func TestEditorConfigAppliesIfTheConfigurationNamesIt(t *testing.T) {
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
	want("the canonical text", canonical(), spaces)
	w.wantCommandsOpen(t, "build", []string{"--config=autofix-strict", "//indented"}, "indented/yes.sh:3:1: ")
	want("yes.sh", w.read(t, "indented/yes.sh"), spaces)
}

// An undeclared configuration file in the workspace is reported, and the
// printed lines declare it.
func TestUndeclaredConfigurationIsReported(t *testing.T) {
	w := hello.fresh(t)
	w.write(t, "scripts/.editorconfig", "[*.sh]\nindent_style = space\nindent_size = 3\n")
	w.write(t, "scripts/hello.sh", "#!/bin/sh\nif true; then\n\techo yes\nfi\n")
	w.bazel(t, "run", "//:fix").wantCode(t, 0)
	if want := "#!/bin/sh\nif true; then\n\techo yes\nfi\n"; w.read(t, "scripts/hello.sh") != want {
		t.Errorf("hello.sh is %q, want %q", w.read(t, "scripts/hello.sh"), want)
	}
	before := w.sources(t)
	got := w.bazel(t, "run", "//:fix", "--", "--policy=strict", "--undeclared-config=fail").wantCode(t, 1).
		wantStderr(t, "\n    scripts/.editorconfig, for 1 file scripts/hello.sh\n")
	w.wantUntouched(t, before)

	// The line before each block names its file.
	for block := range strings.SplitSeq(got.stderr, "\n  \n") {
		lines := strings.Split(block, "\n")
		switch said := lines[len(lines)-1]; {
		case strings.HasSuffix(said, "add to the srcs of autofix_config in BUILD.bazel:"):
			w.replace(t, "BUILD.bazel", "srcs = configuration,", "srcs = configuration + [\n"+blockAfter(t, got.stderr, said)+"],")
		case strings.HasSuffix(said, "add to BUILD.bazel:"):
			w.append(t, "BUILD.bazel", "\n"+blockAfter(t, got.stderr, said))
		case strings.HasSuffix(said, "to scripts/BUILD.bazel:"):
			w.append(t, "scripts/BUILD.bazel", "\n"+blockAfter(t, got.stderr, said))
		case strings.HasPrefix(strings.TrimSpace(said), "and to .bazelrc"):
			w.append(t, ".bazelrc", blockAfter(t, got.stderr, said))
		}
	}
	w.bazel(t, "run", "//:fix", "--", "--undeclared-config=fail").wantCode(t, 0)
	if want := "#!/bin/sh\nif true; then\n   echo yes\nfi\n"; w.read(t, "scripts/hello.sh") != want {
		t.Errorf("hello.sh is %q, want %q", w.read(t, "scripts/hello.sh"), want)
	}
}

// blockAfter returns the indented lines after a given line and an empty one.
func blockAfter(t *testing.T, text, line string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, line+"\n  \n")
	block, _, ended := strings.Cut(rest, "\n  \n")
	if !found || !ended {
		t.Fatalf("no block after %q in:\n%s", line, text)
	}
	var lines strings.Builder
	for part := range strings.Lines(block + "\n") {
		lines.WriteString(strings.TrimPrefix(part, "      "))
	}
	return lines.String()
}

// The path of a module is read from the go.mod that the configuration names,
// like gofumpt does. A go.mod that is not named is an ordinary file.
func TestGoModIsReadIfTheConfigurationNamesIt(t *testing.T) {
	const (
		text   = "package p\n\nimport (\n\t\"m/x\"\n\n\t\"os\"\n)\n\nvar _, _ = x.X, os.Args\n"
		alone  = "package p\n\nimport (\n\t\"m/x\"\n\t\"os\"\n)\n\nvar _, _ = x.X, os.Args\n"
		module = "package p\n\nimport (\n\t\"os\"\n\n\t\"m/x\"\n)\n\nvar _, _ = x.X, os.Args\n"
	)
	w := hello.fresh(t)
	w.append(t, "autofix.toml", "\n[format.go]\nstyle = \"gofumpt\"\n")
	w.write(t, "modules/go.mod", "module m\n\ngo 1.26\n")
	w.write(t, "modules/x.go", text)
	w.write(t, "modules/BUILD.bazel", `load("@rules_autofix//rules:defs.bzl", "canonical_sources")

canonical_sources(
    name = "canonical",
    srcs = ["x.go"],
)

filegroup(
    name = "config",
    srcs = [
        "go.mod",
        "//:autofix.toml",
    ],
)
`)
	canonical := func() string {
		t.Helper()
		w.bazel(t, "build", "//modules:canonical").wantCode(t, 0)
		return w.read(t, "bazel-bin/modules/canonical/x.go")
	}
	if diff := cmp.Diff(alone, canonical()); diff != "" {
		t.Errorf("nothing names it (-want +got):\n%s", diff)
	}
	w.append(t, ".bazelrc", "build --@rules_autofix//rules:config=//modules:config\n")
	if diff := cmp.Diff(module, canonical()); diff != "" {
		t.Errorf("the configuration names it (-want +got):\n%s", diff)
	}
}
