//go:build e2e

package e2e

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
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

// Files named autofix.toml apply to their folders, with what they extend, in the
// checks, the gate and the fix as on the command line. What they extend must be
// declared.
func TestConfigurationOfFolders(t *testing.T) {
	w := hello.fresh(t)
	const text = "x \ny"
	w.write(t, "tools/base.toml", "extends = \"//\"\n\n[rules.\"text/final-newline\"]\nseverity = \"info\"\n")
	w.write(t, "parts/extends/autofix.toml", "extends = \"//tools/base.toml\"\n\n[[overrides]]\nfiles = [\"left/**\"]\n\n[overrides.rules.\"text/*\"]\nfix = \"never\"\n")
	w.write(t, "parts/alone/autofix.toml", "")
	w.write(t, "parts/BUILD.bazel", "load(\"@rules_autofix//rules:defs.bzl\", \"autofix_sources\")\n\nautofix_sources(\n    name = \"parts\",\n    srcs = glob([\"**/*.txt\"]),\n)\n\n"+
		"exports_files([\n    \"alone/autofix.toml\",\n    \"extends/autofix.toml\",\n])\n")
	for _, folder := range []string{"alone", "extends", "extends/left"} {
		w.write(t, "parts/"+folder+"/x.txt", text)
	}
	w.write(t, "tools/BUILD.bazel", "exports_files([\"base.toml\"])\n")
	w.append(t, "BUILD.bazel", "\nfilegroup(\n    name = \"folders\",\n    srcs = configuration + [\n        \"//parts:alone/autofix.toml\",\n        \"//parts:extends/autofix.toml\",\n    ],\n)\n")
	w.append(t, ".bazelrc", "build --@rules_autofix//rules:config=//:folders\n")
	w.bazel(t, "build", "--config=autofix", "//parts").wantCode(t, 1).
		wantStderr(t, "parts/extends/autofix.toml:1:1: extends: tools/base.toml is not an input of the checks: add \"//tools:base.toml\" to the target")

	w.replace(t, "BUILD.bazel", "        \"//parts:extends/autofix.toml\",\n", "        \"//parts:extends/autofix.toml\",\n        \"//tools:base.toml\",\n")
	w.bazel(t, "build", "--config=autofix", "--output_groups=+autofix_artifact", "//parts").wantCode(t, 0)
	w.run(t, ".", tool, "check", "--out=command.json", "parts/alone/x.txt", "parts/extends/x.txt", "parts/extends/left/x.txt").wantCode(t, 0)
	findings := func(file string) (all []string) {
		read, err := artifact.Decode([]byte(w.read(t, file)))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range read.Diagnostics {
			if path.Ext(d.Path) == ".txt" {
				all = append(all, fmt.Sprintf("%s:%d: %s [%s], %d fixes", d.Path, d.Line, d.Severity, d.Rule, len(d.Fixes)))
			}
		}
		slices.Sort(all)
		return all
	}
	want := []string{
		"parts/alone/x.txt:1: warning [text/trailing-whitespace], 1 fixes",
		"parts/alone/x.txt:2: warning [text/final-newline], 1 fixes",
		"parts/extends/left/x.txt:1: info [text/trailing-whitespace], 0 fixes",
		"parts/extends/left/x.txt:2: info [text/final-newline], 0 fixes",
		"parts/extends/x.txt:1: info [text/trailing-whitespace], 1 fixes",
		"parts/extends/x.txt:2: info [text/final-newline], 1 fixes",
	}
	if diff := cmp.Diff(want, findings("command.json")); diff != "" {
		t.Errorf("the command (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, findings("bazel-bin/parts/parts.autofix/autofix.json")); diff != "" {
		t.Errorf("the aspect (-want +got):\n%s", diff)
	}
	w.bazel(t, "build", "--config=autofix-strict", "//parts").wantCode(t, 1).wantStderr(t, "parts/alone/x.txt:1:2: warning", "and 2 more")
	w.bazel(t, "run", "//:fix", "--", "--undeclared-config=fail", "//parts").wantCode(t, 0)
	for file, want := range map[string]string{"alone": "x\ny\n", "extends": "x\ny\n", "extends/left": text} {
		if got := w.read(t, "parts/"+file+"/x.txt"); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}
