package editorconfig_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

func TestOrigin(t *testing.T) {
	property := func(name string) func(editorconfig.Properties) any {
		return func(p editorconfig.Properties) any { return p.Get(name) }
	}
	size := func(p editorconfig.Properties) any { n, _ := p.IndentSize(); return n }
	for _, row := range []struct {
		name       string
		root, near string // of the folder a
		file       string
		value      func(editorconfig.Properties) any
		path       string
		line       int
	}{
		{"one line", "[*]\nend_of_line = lf\n", "", "a/x", property("end_of_line"), ".editorconfig", 2},
		{"the last of two in a section", "[*]\nindent_size = 2\nindent_size = 4\n", "", "a/x", size, ".editorconfig", 3},
		{"the last section that matches", "[*]\nindent_size = 2\n[*.go]\nindent_size = 4\n[*.py]\nindent_size = 8\n", "", "a/x.go", size, ".editorconfig", 4},
		{"the nearer file", "[*]\nindent_size = 2\n", "# nearer\n\n[*]\nINDENT_SIZE: 4\n", "a/x", size, "a/.editorconfig", 4},
		{"a nearer file without it", "[*]\nindent_size = 2\n", "[*.go]\nindent_size = 4\n", "a/x", size, ".editorconfig", 2},
		{"by another property", "[*]\nindent_size = tab\ntab_width = 4\n", "", "a/x", size, ".editorconfig", 3},
		{"not set", "[*]\nindent_size = 2\n", "", "a/x", property("charset"), "", 0},
		{"not for this file", "[*.go]\ncharset = utf-8\n", "", "a/x", property("charset"), "", 0},
		{"unset", "[*]\ncharset = unset\n", "", "a/x", property("charset"), "", 0},
		{"an invalid section", "[{a..b]\ncharset = latin1\n[*]\ncharset = utf-8\n", "", "a/x", property("charset"), ".editorconfig", 4},
		{"above a root", "[*]\ncharset = utf-8\n", "root = true\n", "a/x", property("charset"), "", 0},
		{"no file", "", "", "x", property("charset"), "", 0},
		{"CRLF and a mark", "\ufeff[*]\r\ncharset = utf-8\r\n", "", "x", property("charset"), ".editorconfig", 2},
	} {
		var set editorconfig.Set
		for folder, text := range map[string]string{".": row.root, "a": row.near} {
			if text == "" {
				continue
			}
			if err := set.Add(folder, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if path, line := set.Origin(row.file, row.value); path != row.path || line != row.line {
			t.Errorf("%s: %s:%d, want %s:%d", row.name, path, line, row.path, row.line)
		}
	}
}
