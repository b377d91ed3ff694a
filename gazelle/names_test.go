package gazelle

import (
	"testing"

	"github.com/bazelbuild/bazel-gazelle/config"
)

func TestUnnameable(t *testing.T) {
	for name, want := range map[string]string{
		"a.txt":      "",
		"a b/c(1)":   "",
		"-x":         "",
		"ümläut":     "",
		`"quoted"`:   "",
		"":           "empty",
		"a:b":        `Bazel allows neither : nor \ in a label`,
		`a\b`:        `Bazel allows neither : nor \ in a label`,
		"a\nb":       "has a control character",
		"not \xff":   "not UTF-8",
		"a//b":       "not a clean path",
		"../a":       "not a clean path",
		"a/./b":      "not a clean path",
		"/a":         "not a clean path",
		"trailing/":  "not a clean path",
		"del\x7fete": "has a control character",
	} {
		if got := unnameable(name); got != want {
			t.Errorf("unnameable(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestFileOf(t *testing.T) {
	for _, row := range []struct{ rel, text, want string }{
		{"pkg", "a.txt", "a.txt"},
		{"pkg", ":a.txt", "a.txt"},
		{"pkg", "//pkg:a.txt", "a.txt"},
		{"pkg", "@//pkg:a.txt", "a.txt"},
		{"pkg", "@@//pkg:sub/a.txt", "sub/a.txt"},
		{"", "//:a.txt", "a.txt"},
		{"pkg", "//pkga.txt", "//pkga.txt"},
		{"pkg", "//pkg/sub:a.txt", "//pkg/sub:a.txt"},
		{"pkg", "@other//pkg:a.txt", "@other//pkg:a.txt"},
	} {
		if got := fileOf(row.rel, row.text); got != row.want {
			t.Errorf("fileOf(%q, %q) = %q, want %q", row.rel, row.text, got, row.want)
		}
	}
}

func TestIsMapped(t *testing.T) {
	c := config.New()
	c.AliasMap = map[string]string{"macro": kindName}
	c.KindMap = map[string]config.MappedKind{
		kindName: {KindName: "one"}, "one": {KindName: "two"},
		"loop": {KindName: "pool"}, "pool": {KindName: "loop"},
	}
	for _, row := range []struct {
		from, to string
		want     bool
	}{
		{kindName, kindName, true},
		{kindName, "macro", true},
		{kindName, "one", true},
		{kindName, "two", true},
		{kindName, "filegroup", false},
		{"loop", "pool", true},
		{"loop", "other", false},
		{"two", kindName, false},
	} {
		if got := isMapped(c, row.from, row.to); got != row.want {
			t.Errorf("isMapped(%q, %q) = %v, want %v", row.from, row.to, got, row.want)
		}
	}
}
