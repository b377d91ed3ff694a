package config_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/config"
)

// A file's configuration goes over what .editorconfig says, and that over defaults.
func TestEditorConfigIsBelowTheConfiguration(t *testing.T) {
	root := write(t, map[string]string{
		".editorconfig":       "[*.go]\nindent_size = 2\n[x/**]\nindent_size = 3\n",
		"a/autofix.toml":      "[format.go]\nindent = 8\n",
		"b/autofix.toml":      "[files]\neditorconfig = false\n",
		"c/autofix.toml":      "",
		"c/own/.editorconfig": "root = true\n[*]\nindent_size = 5\n",
	})
	files := []string{"x.go", "x.txt", "x/y/z.txt", "a/x.go", "b/x.go", "c/x.go", "c/own/x.go"}
	editor, err := config.FindEditor(root, files)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := config.FindAll(root, files, schemas, editor)
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

func TestReadEditor(t *testing.T) {
	root := write(t, map[string]string{
		".editorconfig": "[*]\nindent_size = 2\n", "a/.editorconfig": "[*]\ntab_width = 3\n",
		"a/b/.editorconfig": "[*]\nindent_size = 4\n", "other": "", "long/.editorconfig": strings.Repeat("x", 1<<17),
	})
	set, err := config.ReadEditor(root, []string{".editorconfig", "a/.editorconfig"})
	if err != nil {
		t.Fatal(err)
	}
	p := set.For("a/b/x")
	if p.Get("indent_size") != "2" || p.Get("tab_width") != "3" {
		t.Errorf("what was given says %q", p.Key())
	}
	for name, want := range map[string]string{
		"none/.editorconfig": "none/.editorconfig: no such file or directory",
		"other":              "other: not an .editorconfig: the file must have that name",
		"../.editorconfig":   "../.editorconfig: not in the workspace: it would hold for none of its files",
		"long/.editorconfig": "long/.editorconfig:1: a line of 131072 bytes; the limit is 65536",
	} {
		if _, err := config.ReadEditor(root, []string{name}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
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
