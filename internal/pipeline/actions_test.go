package pipeline

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// What cannot be read has a code.
func TestActionTexts(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.json", "{}")
	write("large.json", strings.Repeat(" ", workspace.MaxSize+1))
	if err := os.Mkdir(filepath.Join(dir, "folder.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"in.json": "a.json", "out.json": filepath.Join(t.TempDir(), "b.json")} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("this system has no links: ", err)
		}
	}
	ws, err := workspace.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	read := ActionTexts(ws)
	for _, test := range []struct {
		path string
		code operation.Code
	}{
		{"a.json", ""},
		{"in.json", ""},
		{"out.json", operation.CodeOutside},
		{"../a.json", operation.CodeOutside},
		{"gone.json", operation.CodeNoFile},
		{"a.json/b.json", operation.CodeNoFile},
		{"folder.json", operation.CodeForeign},
		{"large.json", operation.CodeNoFile},
	} {
		text, err := read(test.path)
		coded, _ := errors.AsType[*operation.Error](err)
		switch {
		case test.code == "" && (err != nil || string(text) != "{}"):
			t.Errorf("%s: %q, %v", test.path, text, err)
		case test.code != "" && (coded == nil || coded.Code != test.code):
			t.Errorf("%s: error %v, want %s", test.path, err, test.code)
		}
	}
}
