package main

import (
	"os"
	"path/filepath"
	"slices"
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
	}{
		{"no arguments", nil, nil},
		{"no file", []string{"check", "a"}, []string{"check", "a"}},
		{"one argument per line, nothing unquoted", []string{"check", file("a b\n'c'\n\\d\n")}, []string{"check", "a b", "'c'", "\\d"}},
		{"without a final newline", []string{file("a\nb")}, []string{"a", "b"}},
		{"CRLF", []string{file("a\r\nb\r\n")}, []string{"a", "b"}},
		{"an empty line is an empty argument", []string{file("a\n\nb\n")}, []string{"a", "", "b"}},
		{"an empty file", []string{"check", file("")}, []string{"check"}},
		{"a file in a file is an argument", []string{file("@b\n")}, []string{"@b"}},
		{"only the last argument", []string{"@nothing", "a"}, []string{"@nothing", "a"}},
		{"a label of another repository", []string{"bazel-fix", "@repo//pkg"}, []string{"bazel-fix", "@repo//pkg"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			// TempDir has single slashes between its elements, so the file is
			// not mistaken for a label.
			got, err := new(environment).expandArgFile(test.args)
			if err != nil || !slices.Equal(got, test.want) {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}
