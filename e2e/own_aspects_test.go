//go:build e2e

package e2e

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Covers autofix_aspects, autofix_test_rule and fix(aspect = ...), with a
// configuration that turns a finding, by default a warning with a fix that is
// not safe, into an error.
func TestOwnAspectsHaveTheirOwnConfigurationAndFix(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "own")
	w.bazel(t, "build", "--config=autofix-strict", "//bin:greet").wantCode(t, 0)

	const (
		finding = "bin/greet.sh:3:26: error: whitespace at the end of the line"
		command = "bazel run //tools/lint:fix -- --safety=suggestion --rule=text/trailing-whitespace //bin:greet"
	)
	before := w.sources(t)
	w.bazel(t, "build", "--aspects=//tools/lint:lint.bzl%lint", "//bin:greet").wantCode(t, 0)
	w.bazel(t, "build", "--aspects=//tools/lint:lint.bzl%lint_strict", "//bin:greet").wantCode(t, 1).wantStderr(t, finding)
	tested := w.bazel(t, "test", "--test_output=errors", "//tools/lint:greet_lint_test").wantCode(t, 3)
	if !strings.Contains(tested.stdout+tested.stderr, finding) {
		t.Errorf("lint_test does not show the finding:\n%s%s", tested.stdout, tested.stderr)
	}
	w.wantUntouched(t, before)

	w.wantCommandsOpen(t, "build", []string{"--aspects=//tools/lint:lint.bzl%lint_strict", "//bin:greet"}, "apply with: "+command+"\n")
	if diff := cmp.Diff("bin/greet.sh\n", w.git(t, "diff", "--name-only")); diff != "" {
		t.Errorf("changed files (-want +got):\n%s", diff)
	}
	w.bazel(t, "test", "//tools/lint:greet_lint_test").wantCode(t, 0)
}

func TestOneConfigurationFlagHoldsForChecksGateTestAndFix(t *testing.T) {
	w := hello.fresh(t)
	w.write(t, "autofix.toml", "[rules.\"format/go\"]\nfix = \"explicit\"\n")
	w.bazel(t, "build", "--config=autofix-strict", "//greet").wantCode(t, 0)
	w.bazel(t, "test", "//:greet_autofix_test").wantCode(t, 0)
	w.bazel(t, "run", "//:fix", "--", "//greet").wantCode(t, 0)
	if text := w.read(t, "greet/greet.go"); text == greetFixed {
		t.Error("a rule that is to be applied only where it is named was applied")
	}
	w.bazel(t, "run", "//:fix", "--", "--rule=format/go", "//greet").wantCode(t, 0)
	if diff := cmp.Diff(greetFixed, w.read(t, "greet/greet.go")); diff != "" {
		t.Errorf("greet.go (-want +got):\n%s", diff)
	}
}

func TestExamplesHaveTheCurrentPreset(t *testing.T) {
	want := readFile(t, "../rules/autofix.bazelrc")
	for _, workspace := range []string{"examples/hello", "examples/schemas", "examples/scripts", "e2e/smoke"} {
		if diff := cmp.Diff(want, readFile(t, "../"+workspace+"/tools/autofix.bazelrc")); diff != "" {
			t.Errorf("%s/tools/autofix.bazelrc (-rules/autofix.bazelrc +got):\n%s", workspace, diff)
		}
	}
}
