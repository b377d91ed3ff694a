package starlark

import (
	"testing"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/warn"

	"github.com/rules-autofix/rules_autofix/formatting/lineends"
)

// The oracle is the library, which walks the tree for each finding.
func TestDisabledAsTheLibrarySays(t *testing.T) {
	const src = `"""Doc."""

load(":a.bzl", "a")  # buildifier: disable=load

# buildifier: disable=print, unused-variable
def f(x):
    y = 1
    print(x)

    # buildozer: DISABLE=integer-division
    return 4 / 2

# disable=print says nothing here.
def g(
        x,
        # buildifier: disable=no-effect
        y):
    print(x)
    y == 1  # BUILDIFIER: disable=print
    # buildifier: disable=load (after the last statement)

b = [
    a,
    # buildifier: disable=print
]
`
	l := &linter{path: "x.bzl", ends: lineends.ToLF([]byte(src)), src: []byte(src)}
	if err := l.reparse(); err != nil {
		t.Fatal(err)
	}
	l.silence()
	disabled := 0
	for line := range 30 {
		for _, category := range []string{"load", "print", "unused-variable", "integer-division", "no-effect"} {
			want := warn.DisabledWarning(l.tree, line, category)
			if want {
				disabled++
			}
			if got := l.disabled(category, &warn.LinterFinding{Start: build.Position{Line: line}}); got != want {
				t.Errorf("line %d: %s is disabled: %t, want %t", line, category, got, want)
			}
		}
	}
	if disabled < 20 {
		t.Errorf("only %d places are disabled", disabled)
	}
}
