//go:build e2e

package e2e

import "testing"

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
