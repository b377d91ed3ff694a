package gazelle

import "testing"

// Bazel's globs, which differ from doublestar's: see elementMatch.
func TestGlobMatch(t *testing.T) {
	for _, row := range []struct {
		pattern, file string
		want          bool
	}{
		{"a.txt", "a.txt", true},
		{"a.txt", "b/a.txt", false},
		{"*", "a", true},
		{"*", ".a", true},
		{"*", "a/b", false},
		{"*.txt", "a.txt", true},
		{"*.txt", ".a.txt", false},
		{".*.txt", ".a.txt", true},
		{"a*c", "abc", true},
		{"a*c", "abd", false},
		{"**", "a", true},
		{"**", "a/.b/c", true},
		{"**/*.go", "a.go", true},
		{"**/*.go", "a/b/c.go", true},
		{"a/**", "a/b", true},
		{"a/**", "b/b", false},
		{"a/**/z", "a/z", true},
		{"a/**/z", "a/b/c/z", true},
		{"a/**/z", "a/b/c", false},
		{"a/**/b/**/z", "a/b/x/b/z", true},
		{"[ab].txt", "a.txt", false},
		{"[ab].txt", "[ab].txt", true},
		{"{a,b}.txt", "a.txt", false},
		{`a\b`, `a\b`, true},
		{"", "a", false},
	} {
		if got := (glob{include: []string{row.pattern}}).match(row.file); got != row.want {
			t.Errorf("%q matches %q: %v, want %v", row.pattern, row.file, got, row.want)
		}
	}
}
