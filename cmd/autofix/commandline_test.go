package main

import (
	"fmt"
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestWithPaths(t *testing.T) {
	tests := []struct {
		paths []string
		want  string
	}{
		{nil, "autofix fix"},
		{[]string{"a b"}, "autofix fix 'a b'"},
		{[]string{"a", "b", "c"}, "autofix fix a b c"},
		{[]string{"a", "b", "c", "d"}, "autofix fix PATHS (the same 4 paths as here)"},
	}
	for _, test := range tests {
		if got := withPaths("autofix fix", test.paths); got != test.want {
			t.Errorf("withPaths(%q) = %q, want %q", test.paths, got, test.want)
		}
	}
}

// The flags that a gate prints select the rules literally, whatever characters
// are in their names, and are quoted for a shell.
func TestTrustFlags(t *testing.T) {
	for _, test := range []struct {
		safety fixedits.Safety
		rules  []string
		want   string
	}{
		{fixedits.SafetySafe, []string{"r/named"}, "--rule=r/named"},
		{fixedits.SafetySuggestion, []string{"r/x", "r/y"}, "--safety=suggestion --rule=r/x --rule=r/y"},
		{fixedits.SafetyUnsafe, []string{"own/it's [1]*"}, `--safety=unsafe '--rule=own/it'\''s \[1]\*'`},
	} {
		if got := trustFlags(test.safety, test.rules); got != test.want {
			t.Errorf("%s %q: %s, want %s", test.safety, test.rules, got, test.want)
		}
	}
}

func TestFewPaths(t *testing.T) {
	many := func(format string) (paths []string) {
		for i := range 100 {
			paths = append(paths, fmt.Sprintf(format, i))
		}
		return paths
	}
	for _, test := range []struct{ paths, want []string }{
		{nil, nil},
		{[]string{"a", "b", "c", "d", "e"}, []string{"a", "b", "c", "d", "e"}},
		{many("src/a/%d.go"), []string{"src/a"}},
		{append(many("src/a/%d.go"), "src/b/x.go"), []string{"src"}},
		{append(many("src/a/%d.go"), "README.md"), []string{"."}},
		{append(many("src/a/%d.go"), "../x"), nil},
		{many("/w/src/%d.go"), []string{"/w/src"}},
		{append(many("/w/%d.go"), "x"), nil},
	} {
		if got := fewPaths(test.paths); !slices.Equal(got, test.want) {
			t.Errorf("%.40q...: got %q, want %q", test.paths, got, test.want)
		}
	}
}
