package config

import (
	"path"
	"testing"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

func TestExcludes(t *testing.T) {
	c, err := Parse("sub/autofix.toml", []byte(`files.exclude = ["gen/**", "**/*.pb.go", "one.txt", "a[bc]?.{x,y}", "dir/", '\*.md']`), []*Section{FilesSection})
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]bool{
		"sub/gen": true, "sub/gen/a/b": true, "gen/a": false, "sub/generated": false,
		"sub/x.pb.go": true, "sub/a/b/x.pb.go": true, "x.pb.go": false, "sub/x.pb.go/below": true,
		"sub/one.txt": true, "sub/a/one.txt": false, "sub/one.txt2": false,
		"sub/abz.x": true, "sub/acz.y": true, "sub/adz.y": false,
		"sub/dir/a": true, "sub/*.md": true, "sub/x.md": false,
	} {
		if got := c.Excludes(file); got != want {
			t.Errorf("Excludes(%q) = %t", file, got)
		}
	}
	route, err := Parse("app/[id]/autofix.toml", []byte(`files.exclude = ["gen/**"]`), []*Section{FilesSection})
	if err != nil {
		t.Fatal(err)
	}
	if !route.Excludes("app/[id]/gen/a") || route.Excludes("app/i/gen/a") {
		t.Error("the name of the folder is taken for a glob")
	}
	if (*Config)(nil).Excludes("a") || new(Config).Excludes("a") {
		t.Error("the defaults exclude something")
	}
}

// The quick checks before a match do not change its result.
func FuzzGlob(f *testing.F) {
	for _, seed := range []struct{ glob, name string }{
		{"a/**", "a"},
		{"**/a", "a"},
		{"**/*.go", "x/y.go"},
		{"a/**/b", "a/b"},
		{"{a,b}/c", "b/c"},
		{`\*a`, "*a"},
		{"a*", "a"},
		{"[a-z]b", "cb"},
		{"a/*/**", "a/b"},
		{"**", "x"},
		{"a/{**,b}", "a"},
		{"{a/,}b", "b"},
		{"a/{,b}", "a"},
		{"[^a]", "b"},
		{"]", "]"},
		{"a{/**,}", "a"},
		{"{**/,}a", "a"},
	} {
		f.Add(seed.glob, seed.name)
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		if !utf8.ValidString(pattern+"\n"+name) || !doublestar.ValidatePattern(pattern) || name != path.Clean(name) || pattern != path.Clean(pattern) {
			return
		}
		g := newGlob(pattern)
		if got, want := g.matches(name), doublestar.MatchUnvalidated(pattern, name); got != want {
			t.Errorf("%q, %q: %t, want %t", pattern, name, got, want)
		}
	})
}
