//go:build e2e

package e2e

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Tools that only make new texts write to no source, and what they change is
// fixed like the findings of all others.
func TestToolsThatOnlyMakeNewTexts(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "rewriting")
	w.git(t, "add", "--all")
	before := w.sources(t)
	const strict = "--aspects=//tools/own:rewriting.bzl%rewriting_strict"
	w.bazel(t, "build", strict, "//texts").wantCode(t, 1).wantStderr(t,
		"texts/a.txt:1:1: warning: hues changes this place [hues/fix] (fixable, 2 times",
		"texts/b.tidy:1:1: warning: not formatted at line 1 [layout/format] (fixable)",
	)
	w.wantUntouched(t, before)
	w.shell(t, "bazel run //tools/own:fix -- //texts:texts").wantCode(t, 0)
	for name, want := range map[string]string{
		"texts/a.txt":  "a color\nplain\nanother color\n",
		"texts/b.tidy": "one\ntwo\n",
	} {
		if got := w.read(t, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	w.bazel(t, "build", strict, "//texts").wantCode(t, 0)
}

// Each checker is an action of its own: another one in the set runs none of the
// others again.
func TestAnotherCheckerRunsNoOtherAgain(t *testing.T) {
	w := scripts.fresh(t)
	w.overlay(t, "rewriting")
	const (
		aspects = "tools/own/rewriting.bzl"
		layout  = "        Label(\"//tools/own:layout\"),\n"
	)
	build := []string{"--aspects=//tools/own:rewriting.bzl%rewriting", "--output_groups=+autofix_artifact", "//texts"}
	w.replace(t, aspects, layout, "")
	w.bazel(t, "build", build...).wantCode(t, 0)
	w.replace(t, aspects, "    ],\n", layout+"    ],\n")
	got, spawns := w.logged(t, "build", build...)
	got.wantCode(t, 0)
	if diff := cmp.Diff([]string{"//texts:texts"}, targetsOf(spawns, "AutofixChecker")); diff != "" {
		t.Errorf("checkers that ran (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{}, targetsOf(spawns, "AutofixCheck")); diff != "" {
		t.Errorf("built-in checks that ran (-want +got):\n%s", diff)
	}
}
