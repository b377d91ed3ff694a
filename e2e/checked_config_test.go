//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is said to agents is read by the fix step alone: neither for the default
// aspects, whose configuration is a filegroup, nor for others, whose own is a
// file in a folder below, a change of it, or of lines above other sections,
// repeats anything but the one action that takes it out. A change of rules
// repeats the checks that have them.
func TestSettingsOfAgentsRepeatNoCheck(t *testing.T) {
	w := hello.fresh(t)
	const rules = "[rules.\"text/trailing-whitespace\"]\nseverity = \"error\"\n"
	first := w.read(t, "autofix.toml")
	w.write(t, "strict/lint.toml", rules)
	w.write(t, "strict/BUILD.bazel", "load(\"@rules_autofix//rules:defs.bzl\", \"canonical_sources\")\n\n"+
		"exports_files([\"lint.toml\"])\n\n"+
		"canonical_sources(\n    name = \"canonical\",\n    srcs = [\"//docs:notes.txt\"],\n    config = \"lint.toml\",\n)\n")
	w.write(t, "strict/strict.bzl", `load("@rules_autofix//rules:defs.bzl", "autofix_aspects")

_made = autofix_aspects(
    name = "strict",
    config = Label("//strict:lint.toml"),
)
strict = _made.autofix
strict_debug = _made.autofix_debug
`)
	args := []string{
		"--aspects=@rules_autofix//rules:defs.bzl%autofix,@rules_autofix//rules:defs.bzl%autofix_debug,//strict:strict.bzl%strict,//strict:strict.bzl%strict_debug",
		"--output_groups=+autofix_artifact,+autofix_report,+autofix_diff,+autofix_debug", "--",
		"//...", "-//:autofix_config", "-//:autofix_sources", "-//:report", // the file is a source of these
	}
	// build returns the labels of checks, and those of configurations, that ran.
	// With none, nothing else may run.
	build := func(none bool) (checks, configs []string) {
		t.Helper()
		got, spawns := w.logged(t, "build", args...)
		got.wantCode(t, 0)
		configs = targetsOf(spawns, "AutofixConfig")
		for _, s := range spawns {
			if none && strings.HasPrefix(s.Mnemonic, "Autofix") && s.Mnemonic != "AutofixConfig" {
				t.Errorf("%s of %s ran again", s.Mnemonic, s.TargetLabel)
			}
		}
		return targetsOf(spawns, "AutofixCheck"), configs
	}
	build(false)

	// The one for the files that the flag names, and the one for the own file,
	// which the aspects and the canonical text share.
	stripped := []string{"@@rules_autofix~//rules:checked_config", "@@rules_autofix~//rules:checked_config"}
	for _, test := range []struct{ above, below string }{
		{"[ai]\nenabled = true\n\n", ""},
		{"[ai]\nenabled = true\njobs = 2\n# A line more above the others.\n\n", ""},
		{"", "\n# Another.\n[ai]\nenabled = true\njobs = 2\n\n[ai.agents.\"x\"]\ncommand = [\"x\"]\n"},
		{"[ai]\nthis = \"is for the fix step to refuse\"\n", ""},
		{"# Of nothing.\n\n", "\n# The end."},
	} {
		w.write(t, "autofix.toml", test.above+first+test.below)
		w.write(t, "strict/lint.toml", test.above+rules+test.below)
		_, configs := build(true)
		if diff := cmp.Diff(stripped, configs); diff != "" {
			t.Errorf("with %q, (-want +got):\n%s", test, diff)
		}
	}

	all := []string{"//:hello", "//banner:canonical", "//greet:greet", "//greet:greet_test", "//scripts:hello", "//strict:canonical"}
	for _, name := range []string{"autofix.toml", "strict/lint.toml"} {
		w.append(t, name, "\n# "+nonce()+"\n[rules.\"format/go\"]\nfix = \"explicit\"\n")
		checks, _ := build(false)
		if diff := cmp.Diff(all, checks); diff != "" {
			t.Errorf("checks that ran after a change of [rules] in %s (-want +got):\n%s", name, diff)
		}
	}
}

// Without what no check reads, mistakes are still where the file has them, each
// is told once a build, the file's name is its own, and its globs are relative
// to its folder.
func TestMistakesAreWhereTheConfigurationHasThem(t *testing.T) {
	w := hello.fresh(t)
	const begins = "[ai]\nenabled = false\ncommand = [\n  \"[rules]\",\n]\n\n"
	w.write(t, "autofix.toml", begins+"[format.go]\nlang-versoin = \"1.24\"\n")
	w.bazel(t, "build", "--config=autofix-strict", "//greet").wantCode(t, 1).wantStderr(t, "autofix: autofix.toml:8:1: unknown key")
	w.bazel(t, "build", "//banner:canonical").wantCode(t, 1).wantStderr(t, "autofix: autofix.toml:8:1: unknown key")
	all := w.bazel(t, "build", "--config=autofix", "--keep_going", "//...").wantCode(t, 1)
	if n := strings.Count(all.stderr, "autofix.toml:8:1: "); n != 1 {
		t.Errorf("the mistake is told %d times:\n%s", n, all.stderr)
	}

	const warning = "autofix: warning: autofix.toml:2:1: unknown key \"job\""
	w.write(t, "autofix.toml", "[ai]\njob = 2\n\n[format.go]\nlang-version = \"go1.24\"\n")
	warned := w.bazel(t, "build", "--config=autofix", "//...").wantCode(t, 0).wantStderr(t, warning)
	if n := strings.Count(warned.stderr, "warning: autofix.toml"); n != 1 {
		t.Errorf("the warning is told %d times:\n%s", n, warned.stderr)
	}
	w.write(t, "autofix.toml", "[ai]\njob = 2\njobs = 2\n\n[format.go]\nlang-version = \"1.24\"\n")
	w.bazel(t, "build", "--config=autofix", "//greet").wantCode(t, 1).
		wantStderr(t, "autofix: autofix.toml:6:1: lang-version: \"1.24\" is not a Go version such as \"go1.26\"")

	w.git(t, "checkout", "--quiet", "autofix.toml")
	w.append(t, ".bazelrc", "build --@rules_autofix//rules:config=//greet:own.toml\n")
	w.append(t, "greet/BUILD.bazel", "\nexports_files([\"own.toml\"])\n")
	w.write(t, "greet/own.toml", begins+"[files]\nexclude = [\"greet.go\"]\n")
	w.bazel(t, "build", "--config=autofix-strict", "//greet").wantCode(t, 0)
	w.write(t, "greet/own.toml", begins+"[files]\nexclude = [\"greet/greet.go\"]\n")
	w.bazel(t, "build", "--config=autofix-strict", "//greet").wantCode(t, 1).wantStderr(t, "greet/greet.go:")
	w.write(t, "greet/own.toml", begins+"[rules.\"format/go\"]\nfix = \"explicit\"\n")
	w.bazel(t, "test", "//:greet_autofix_test").wantCode(t, 0)
}
