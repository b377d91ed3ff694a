package builtin_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/builtin"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/workspace"
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
	for _, test := range []struct{ name, toml, want string }{
		{"a.json", schemas, "syntax/json"},
		{"a.webmanifest", schemas, "syntax/json"},
		{"a.toml", schemas, "syntax/toml"},
		{"a.yaml", schemas, "schema/unreadable"},
		{"a.yaml", schemas + "[format.yaml]\nenabled = true\n", "syntax/yaml"},
		{"a.json", schemas + "[format.json]\nenabled = false\n", "schema/unreadable"},
		{".eslintrc", schemas, "schema/unreadable"},
		{".clang-format", schemas, "schema/unreadable"},
		{"CITATION.cff", schemas, "schema/unreadable"},
		{"flake.lock", schemas, "schema/unreadable"},
		{"uv.lock", schemas, "schema/unreadable"},
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
		files := []checks.File{{Path: test.name, Content: []byte("{\"a\": [\n")}}
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
