package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestExpandArgFile(t *testing.T) {
	file := func(content string) string {
		path := filepath.Join(t.TempDir(), "args")
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return "@" + path
	}
	tests := []struct {
		name       string
		args, want []string
		listed     bool
	}{
		{"no arguments", nil, nil, false},
		{"no file", []string{"check", "a"}, []string{"check", "a"}, false},
		{"one argument per line, nothing unquoted", []string{"check", file("a b\n'c'\n\\d\n")}, []string{"check", "a b", "'c'", "\\d"}, true},
		{"without a final newline", []string{file("a\nb")}, []string{"a", "b"}, true},
		{"CRLF", []string{file("a\r\nb\r\n")}, []string{"a", "b"}, true},
		{"an empty line is an empty argument", []string{file("a\n\nb\n")}, []string{"a", "", "b"}, true},
		{"an empty file", []string{"check", file("")}, []string{"check"}, true},
		{"a newline", []string{"check", file("\n")}, []string{"check"}, true},
		{"a newline of Windows", []string{"check", file("\r\n")}, []string{"check"}, true},
		{"flags are no list", []string{"check", file("--verbose\n")}, []string{"check", "--verbose"}, false},
		{"NUL bytes, as git diff -z writes", []string{file("a\n1\x00b\x00")}, []string{"a\n1", "b"}, true},
		{"NUL bytes without a final one", []string{file("a\x00b")}, []string{"a", "b"}, true},
		{"a file in a file is an argument", []string{file("@b\n")}, []string{"@b"}, true},
		{"only the last argument", []string{"@nothing", "a"}, []string{"@nothing", "a"}, false},
		{"a label of another repository", []string{"bazel-fix", "@repo//pkg"}, []string{"bazel-fix", "@repo//pkg"}, false},
		{"standard input", []string{"check", "@-"}, []string{"check", "of stdin"}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			// TempDir has single slashes between its elements, so the file is
			// not mistaken for a label.
			env := &Environment{Stdin: strings.NewReader("of stdin\n")}
			got, err := env.ExpandArgFile(test.args)
			if err != nil || !slices.Equal(got, test.want) || env.Listed != test.listed {
				t.Errorf("got %q, %v, %v, want %q, %v", got, env.Listed, err, test.want, test.listed)
			}
		})
	}
}
