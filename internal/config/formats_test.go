package config_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// A file's configuration goes over what .editorconfig says, and that over
// defaults.
func TestEditorConfigIsBelowTheConfiguration(t *testing.T) {
	root := write(t, map[string]string{
		".editorconfig":       "[*.go]\nindent_size = 2\n[x/**]\nindent_size = 3\n",
		"a/autofix.toml":      "[format.go]\nindent = 8\n",
		"b/autofix.toml":      "[files]\neditorconfig = false\n",
		"c/autofix.toml":      "",
		"c/own/.editorconfig": "root = true\n[*]\nindent_size = 5\n",
	})
	files := []string{"x.go", "x.txt", "x/y/z.txt", "a/x.go", "b/x.go", "c/x.go", "c/own/x.go"}
	tools := config.NewToolFiles(kinds)
	if err := tools.Find(folder(root), files); err != nil {
		t.Fatal(err)
	}
	tree, err := config.FindAll(folder(root), files, sections, tools)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]int{
		"x.go": 2, "x.txt": 0, "x/y/z.txt": 3, "a/x.go": 8, "b/x.go": 0, "c/x.go": 2, "c/own/x.go": 5,
	} {
		c := tree.For(file)
		if got := c.FormatOptions(goFormat, c.Editor(file)).Int("indent"); got != want {
			t.Errorf("%s: indent %d, want %d", file, got, want)
		}
	}
	if tree.For("x.go") != tree.For("x/y/z.txt") {
		t.Error("one configuration was made twice")
	}
}

func TestFormatsAreSwitched(t *testing.T) {
	yaml := config.FormatSchema{Language: "yaml", Off: true}
	for toml, want := range map[string][2]bool{
		"": {true, false},
		"[format.yaml]\nenabled = true\n[format.go]\nlang-version = \"go1\"":   {true, true},
		"[format.go]\nenabled = false\n[format]\nyaml = { enabled = false }\n": {false, false},
	} {
		c := parse(t, "autofix.toml", toml)
		if got := [2]bool{c.Formats(goFormat), c.Formats(yaml)}; got != want {
			t.Errorf("%q: %v, want %v", toml, got, want)
		}
	}
}

// Every mistake is told, whatever the order in which tables are looked at.
func TestAMistakeInOneFormatHidesNoOther(t *testing.T) {
	for _, test := range []struct{ name, toml string }{
		{"no table", "[format]\naa = 1\nbb = 2\ncc = 3\n"},
		{"an unknown language", "[format.aa]\n[format.bb]\n[format.cc]\n"},
	} {
		_, err := config.Parse("autofix.toml", []byte(test.toml), sections)
		if err == nil {
			t.Fatalf("%s: no error", test.name)
		}
		for _, language := range []string{"aa", "bb", "cc"} {
			if !strings.Contains(err.Error(), language) {
				t.Errorf("%s: %s is not told of in:\n%v", test.name, language, err)
			}
		}
	}
}
