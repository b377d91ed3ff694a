//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPermissivePassesAndStrictFailsWithTheCommandToPaste(t *testing.T) {
	w := hello.fresh(t)
	before := w.sources(t)
	w.bazel(t, "build", "--config=autofix", "//...").wantCode(t, 0)

	w.bazel(t, "build", "--config=autofix-strict", "//greet").wantCode(t, 1).wantStderr(t,
		"Autofix gate //greet:greet failed: (Exit 1)",
		"autofix: gate: 1 safe fix pending; fix all targets with: bazel run //:fix\n",
		"greet/greet.go:3:1: warning: not formatted",
	)
	w.wantUntouched(t, before)

	w.bazel(t, "run", "//:fix", "--", "//greet").wantCode(t, 0)
	w.bazel(t, "build", "--config=autofix-strict", "//greet").wantCode(t, 0)
	if diff := cmp.Diff("greet/greet.go\n", w.git(t, "diff", "--name-only")); diff != "" {
		t.Errorf("what the command changed (-want +got):\n%s", diff)
	}
}

func TestSwitchingPoliciesAnalyzesAndChecksNothingAgain(t *testing.T) {
	w := hello.fresh(t)
	w.append(t, "docs/notes.txt", "\n"+nonce()+"   \n")
	_, first := w.logged(t, "build", "--config=autofix", "//...")
	if checks := targetsOf(first, "AutofixCheck"); !slices.Contains(checks, "//:autofix_sources") {
		t.Fatalf("checks of the first build: %v, want //:autofix_sources among them", checks)
	}

	for _, step := range []struct {
		config string
		code   int
	}{
		{"autofix-strict", 1}, {"autofix", 0}, {"autofix-strict", 1},
	} {
		got, spawns := w.logged(t, "build", "--keep_going", "--config="+step.config, "//...")
		got.wantCode(t, step.code)
		if strings.Contains(got.stderr, "discarding analysis cache") {
			t.Errorf("going to %s throws the analysis away:\n%s", step.config, got.stderr)
		}
		if checks := targetsOf(spawns, "AutofixCheck"); len(checks) != 0 {
			t.Errorf("going to %s repeats the checks of %v", step.config, checks)
		}
	}
}

func TestSecondBuildChecksOnlyWhatChanged(t *testing.T) {
	w := hello.fresh(t)
	w.bazel(t, "build", "--config=autofix", "//...").wantCode(t, 0)
	for _, step := range []struct {
		rule  string
		edit  []string
		check []string
	}{
		{"nothing changed", nil, []string{}},
		{"a file of one target", []string{"scripts/hello.sh"}, []string{"//scripts:hello"}},
		{"a file of two targets", []string{"greet/greet.go"}, []string{"//:autofix_sources", "//greet:greet"}},
		{"two files", []string{"main.go", "banner/banner.go"}, []string{"//:hello", "//banner:canonical"}},
		{"a file of a skipped target", []string{"scripts/vendored.sh"}, []string{}},
	} {
		t.Run(step.rule, func(t *testing.T) {
			for _, name := range step.edit {
				comment := "// "
				if strings.HasSuffix(name, ".sh") {
					comment = "\n# "
				}
				w.append(t, name, comment+nonce()+"\n")
			}
			got, spawns := w.logged(t, "build", "--config=autofix", "//...")
			got.wantCode(t, 0)
			if diff := cmp.Diff(step.check, targetsOf(spawns, "AutofixCheck")); diff != "" {
				t.Errorf("targets that were checked (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAutofixTestIsTheGateAsATest(t *testing.T) {
	w := hello.fresh(t)
	const command = "bazel run //:fix -- //greet:greet"
	got := w.bazel(t, "test", "--test_output=errors", "//:greet_autofix_test").wantCode(t, 3)
	if out := got.stdout + got.stderr; !strings.Contains(out, "\n  "+command+"\n") {
		t.Errorf("the failing test does not print %q:\n%s", command, out)
	}
	w.wantCommandsOpen(t, "test", []string{"//:greet_autofix_test"})
}

func TestAutofixTestThatChecksNothingFails(t *testing.T) {
	w := scripts.fresh(t)
	w.write(t, "nothing/BUILD.bazel", `load("@rules_autofix//rules:defs.bzl", "autofix_sources", "autofix_test")

autofix_sources(
    name = "skipped",
    srcs = ["BUILD.bazel"],
    tags = ["no-autofix"],
)

autofix_test(
    name = "nothing_autofix_test",
    targets = [":skipped"],
)
`)
	got := w.bazel(t, "test", "--test_output=errors", "//nothing:all").wantCode(t, 3)
	if out := got.stdout + got.stderr; !strings.Contains(out, "nothing was checked") || !strings.Contains(out, "or set allow_empty = True\n") {
		t.Errorf("the test does not say that nothing was checked, and the way out:\n%s", out)
	}
}
