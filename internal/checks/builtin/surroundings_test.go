package builtin_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// formatted returns what the formatters make of a file in a workspace of files,
// of which those named in given are declared, or those are found that are
// there.
func formatted(t *testing.T, files map[string]string, given []string, toml, path, text string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	known, formats := builtin.Registry("1")
	reader := workspace.OpenDeclared(root)
	around, err := config.ReadToolFiles(reader, known.FileKinds(), given)
	if err == nil && given == nil {
		err = around.Find(reader, []string{path})
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Parse("autofix.toml", []byte(toml), known.Sections())
	if err != nil {
		t.Fatal(err)
	}
	registry, err := formats.For(c.WithToolFiles(around), path)
	if err != nil {
		t.Fatal(err)
	}
	result, err := registry.Format(path, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return string(result.Text)
}

// Gofumpt has the language version and the module's path of the go.mod that is
// nearest.
func TestGoModIsRead(t *testing.T) {
	const gofumpt = "[format.go]\nstyle = \"gofumpt\"\n"
	const octal, newOctal = "package p\n\nvar x = 0644\n", "package p\n\nvar x = 0o644\n"
	const std, own = "package p\n\nimport (\n\t\"m/a\"\n\n\t\"os\"\n)\n", "package p\n\nimport (\n\t\"os\"\n\n\t\"m/a\"\n)\n"
	files := map[string]string{
		"go.mod": "module m\n\ngo 1.20\n", "old/go.mod": "module example.com/old\n\ngo 1.12\n",
		"none/go.mod": "module x\n", "bad/go.mod": "module (\n",
	}
	for _, test := range []struct {
		name, toml, path, text, want string
		given                        []string
	}{
		{"the version", gofumpt, "a/x.go", octal, newOctal, nil},
		{"the path", gofumpt, "a/x.go", std, own, nil},
		{"of the nearest one", gofumpt, "old/x.go", octal, octal, nil},
		{"a module without a version has go1.16", gofumpt, "none/x.go", octal, newOctal, nil},
		{"one that does not parse says nothing", gofumpt, "bad/x.go", octal, octal, nil},
		{"what is configured goes before", gofumpt + "lang-version = \"go1.12\"\n", "x.go", octal, octal, nil},
		{"and leaves the other", gofumpt + "lang-version = \"go1.12\"\n", "x.go", std, own, nil},
		{"one that is declared", gofumpt, "a/x.go", octal, newOctal, []string{"go.mod"}},
		{"and no other", gofumpt, "a/x.go", octal, octal, []string{"old/go.mod"}},
		{"gofmt asks for none", "", "a/x.go", octal, octal, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := formatted(t, files, test.given, test.toml, test.path, test.text); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// If the repository has another formatter for a language, the files of that
// language are left alone unless the configuration enables ours.
func TestOtherFormatters(t *testing.T) {
	const json, toml, shell, image = "{ \"a\":  1 }\n", "a=1\n", "a b  \n", "from  x\n"
	for _, test := range []struct {
		name       string
		files      map[string]string
		toml, path string
		text       string
		left       bool
		given      []string
	}{
		{"none", nil, "", "a/x.json", json, false, nil},
		{"prettier, upward", map[string]string{".prettierrc": ""}, "", "a/x.json", json, true, nil},
		{"that of another folder", map[string]string{"b/.prettierrc.yaml": ""}, "", "a/x.json", json, false, nil},
		{"a program that configures prettier", map[string]string{"a/prettier.config.mjs": ""}, "", "a/x.json", json, true, nil},
		{"a dependency on prettier", map[string]string{"package.json": "{\"devDependencies\": {\"prettier\": \"3\"}}"}, "", "x.json", json, true, nil},
		{"no dependency on prettier", map[string]string{"package.json": "{}"}, "", "x.json", json, false, nil},
		{"biome", map[string]string{"biome.jsonc": ""}, "", "x.json", json, true, nil},
		{"dprint with a plugin for it", map[string]string{"dprint.json": "[\"https://plugins.dprint.dev/json-0.19.wasm\"]"}, "", "x.json", json, true, nil},
		{"dprint without one", map[string]string{"dprint.json": "[\"https://plugins.dprint.dev/json-0.19.wasm\"]"}, "", "x.toml", toml, false, nil},
		{"taplo", map[string]string{".taplo.toml": ""}, "", "x.toml", toml, true, nil},
		{"prettier is not for TOML", map[string]string{".prettierrc": ""}, "", "x.toml", toml, false, nil},
		{"asked for", map[string]string{"taplo.toml": ""}, "[format.toml]\nenabled = true\n", "x.toml", toml, false, nil},
		{"declared", map[string]string{"taplo.toml": ""}, "", "x.toml", toml, true, []string{"taplo.toml"}},
		{"not declared", map[string]string{"taplo.toml": "", "b/taplo.toml": ""}, "", "x.toml", toml, false, []string{"b/taplo.toml"}},
		{"dprint for Dockerfiles", map[string]string{".dprint.jsonc": "\"https://plugins.dprint.dev/dockerfile-0.3.wasm\""}, "", "Dockerfile", image, true, nil},
		{"shfmt's ignore", map[string]string{".editorconfig": "[a/**]\nignore = true\n"}, "", "a/x.sh", shell, true, nil},
		{"elsewhere", map[string]string{".editorconfig": "[a/**]\nignore = true\n"}, "", "b/x.sh", shell, false, nil},
		{"of scripts", map[string]string{".editorconfig": "[[shell]]\nignore = true\n"}, "", "x.sh", shell, true, nil},
		{"but not of other files", map[string]string{".editorconfig": "[[shell]]\nignore = true\n"}, "", "x.json", json, false, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := formatted(t, test.files, test.given, test.toml, test.path, test.text); (got == test.text) != test.left {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Formats remembers formatters by what a configuration says, not by which value
// says it: a worker parses the file again for each request.
func TestFormatsAreRememberedByContent(t *testing.T) {
	known, _ := builtin.Registry("test")
	var formats builtin.Formats
	registry := func(text string) *formatting.Registry {
		t.Helper()
		c, err := config.Parse("autofix.toml", []byte(text), known.Sections())
		if err != nil {
			t.Fatal(err)
		}
		r, err := formats.For(c, "a.go")
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	const off = "[format.go]\nenabled = false\n"
	if registry(off) != registry(off) {
		t.Error("equal configurations have two sets of formatters")
	}
	if registry(off) == registry("") {
		t.Error("two configurations have one set of formatters")
	}
}
