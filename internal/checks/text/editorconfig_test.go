package text_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/text"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

func TestEditorConfig(t *testing.T) {
	tests := []struct {
		name, path, editor, toml, content string
		want                              []string
		fixed                             string
	}{
		{
			"line ends", "a.txt", "end_of_line = crlf", "", "a\nb\r\n",
			[]string{"1:2 text/line-endings safe: 1 of 2 lines end in LF; expected CRLF"},
			"a\r\nb\r\n",
		},
		{
			"line ends of a file with a formatter", "a.go", "end_of_line = lf", "", "package p\r\n",
			[]string{"1:10 text/line-endings safe: 1 of 1 lines end in CRLF; expected LF"},
			"package p\n",
		},
		{
			"the configuration goes over it", "a.txt", "end_of_line = crlf", "[rules.\"text/line-endings\"]\nwant = \"lf\"\n",
			"a\n", nil, "",
		},
		{"line ends that no rule has", "a.txt", "end_of_line = cr", "", "a\n", nil, ""},
		{
			"a newline in the line ends that are wanted", "a.txt", "end_of_line = crlf", "", "a",
			[]string{"1:2 text/final-newline safe: no newline at the end of the file"},
			"a\r\n",
		},
		{"no final newline", "a.txt", "insert_final_newline = false", "", "a", nil, ""},
		{
			"no final newline, but a severity", "a.txt", "insert_final_newline = false",
			"[rules.\"text/*\"]\nseverity = \"info\"\n", "a",
			[]string{"1:2 text/final-newline safe: no newline at the end of the file"},
			"a\n",
		},
		{"whitespace stays", "a.txt", "trim_trailing_whitespace = false", "", "a \n", nil, ""},
		{
			"whitespace is removed", "a.txt", "trim_trailing_whitespace = true", "", "a \n",
			[]string{"1:2 text/trailing-whitespace safe: whitespace at the end of the line"},
			"a\n",
		},
		{
			"a mark that is too much", "a.txt", "charset = utf-8", "", "\ufeffa\n",
			[]string{"1:1 text/charset suggestion: byte order mark in a file configured as utf-8"},
			"a\n",
		},
		{
			"a mark that is missing", "a.txt", "charset = utf-8-bom", "", "a\n",
			[]string{"1:1 text/charset suggestion: no byte order mark in a file configured as utf-8-bom"},
			"\ufeffa\n",
		},
		{"a mark before a script's first line", "a", "charset = utf-8-bom", "", "#!/bin/sh\n", nil, ""},
		{"a mark in a file with a formatter", "a.go", "charset = utf-8-bom", "", "package p\n", nil, ""},
		{"a character set that no rule has", "a.txt", "charset = latin1", "", "\xe4\n", nil, ""},
		{"nothing is said", "a.txt", "", "", "\ufeff\xe4\n", nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := checkEditor(t, test.path, test.content, test.editor, test.toml)
			if diff := cmp.Diff(test.want, describe(a)); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			if len(a.Fixes) == 0 {
				return
			}
			if got := string(fixed(t, []byte(test.content), a)); got != test.fixed {
				t.Errorf("fixed: %q, want %q", got, test.fixed)
			}
			if again := checkEditor(t, test.path, test.fixed, test.editor, test.toml); len(again.Diagnostics) > 0 {
				t.Errorf("still found: %v", describe(again))
			}
		})
	}
}

// The first byte that is not UTF-8 is reported, and has no fix.
func TestBytesOfNoCharset(t *testing.T) {
	for _, test := range []struct {
		content      string
		line, column int
	}{
		{"ok\n\xc3\xa4 \xe4\n", 2, 4},
		{"\xe4\n", 1, 1},
		{"\xe4", 1, 1},
		{"a\xe4", 1, 2},
	} {
		a := checkEditor(t, "a.txt", test.content, "charset = utf-8\ninsert_final_newline = false", "")
		if len(a.Diagnostics) != 1 || len(a.Fixes) != 0 {
			t.Fatalf("%q: %+v", test.content, a)
		}
		if d := a.Diagnostics[0]; d.Message != "byte 0xe4 is not valid UTF-8" || d.Line != test.line || d.Column != test.column {
			t.Errorf("%q: %d:%d: %s", test.content, d.Line, d.Column, d.Message)
		}
	}
}

func checkEditor(t *testing.T, path, content, editor, toml string) *artifact.Artifact {
	t.Helper()
	r := checks.New(artifact.Tool{Name: "autofix"}, text.New(formats{}))
	c, err := config.Parse("autofix.toml", []byte(toml), r.Sections())
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, ".editorconfig"), []byte("[*]\n"+editor+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	files, err := config.ReadToolFiles(workspace.OpenDeclared(root), r.FileKinds(), []string{".editorconfig"})
	if err != nil {
		t.Fatal(err)
	}
	a, err := r.Run(context.Background(), "", []checks.File{{Path: path, Content: []byte(content)}}, c.WithToolFiles(files))
	if err != nil {
		t.Fatal(err)
	}
	return a
}
