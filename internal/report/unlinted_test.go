package report

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The extensions are those of the ready-made declarations, except for files
// that have a built-in checker, and those that have only a formatter.
func TestLintableExtensionsAreThoseOfTheDeclarations(t *testing.T) {
	declarations, err := filepath.Glob("../../rules/private/checkers/*.bzl")
	if err != nil || len(declarations) == 0 {
		t.Fatalf("%d declarations, %v", len(declarations), err)
	}
	others := []string{".sh", ".bash", ".proto", ".yaml", ".yml", ".html", ".md", ".vue"}
	var want []string
	for _, file := range declarations {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`"\*(\.[^"*/]+)"`).FindAllStringSubmatch(string(text), -1) {
			if !slices.Contains(others, match[1]) && !slices.Contains(want, match[1]) {
				want = append(want, match[1])
			}
		}
	}
	var got []string
	for _, extensions := range Lintable {
		got = append(got, extensions...)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("the table has  %s\nwant           %s", strings.Join(got, " "), strings.Join(want, " "))
	}
}
