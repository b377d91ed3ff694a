package builtin_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A file with a schema that does not parse has one error: that of its syntax,
// or if no formatter reads it, that it cannot be validated.
func TestBrokenFilesOfSchemas(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "s.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	ws, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	const schemas = "[[schema]]\nschema = \"s.json\"\nfiles = [\"**\"]\n"
	const broken = "{\"a\": [\n"
	for _, test := range []struct{ name, toml, want, text string }{
		{"a.json", schemas, "syntax/json", broken},
		{"a.webmanifest", schemas, "syntax/json", broken},
		{"a.toml", schemas, "syntax/toml", broken},
		{"a.yaml", schemas, "syntax/yaml", broken},
		{"a.yaml", schemas + "[format.yaml]\nenabled = true\n", "syntax/yaml", broken},
		{"a.json", schemas + "[format.json]\nenabled = false\n", "syntax/json", broken},
		{"a.yaml", schemas, "schema/unreadable", "a: {{ b }}\nc: {{ d }}-e\n"},
		{".eslintrc", schemas, "schema/unreadable", broken},
		{".clang-format", schemas, "schema/unreadable", broken},
		{"CITATION.cff", schemas, "schema/unreadable", broken},
		{"flake.lock", schemas, "schema/unreadable", broken},
		{"uv.lock", schemas, "schema/unreadable", broken},
	} {
		registry, _ := builtin.Registry("1")
		around := config.NewToolFiles(registry.FileKinds())
		if err := around.Find(ws, nil); err != nil {
			t.Fatal(err)
		}
		c, err := config.Parse("autofix.toml", []byte(test.toml), registry.Sections())
		if err != nil {
			t.Fatal(err)
		}
		files := []checks.File{{Path: test.name, Content: []byte(test.text)}}
		a, err := registry.Run(context.Background(), "", files, c.WithToolFiles(around))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range a.Diagnostics {
			got = append(got, d.Rule)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s with %q: %v, want %s", test.name, test.toml, got, test.want)
		}
	}
}
