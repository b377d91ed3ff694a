package pipeline

import (
	"context"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestCanonicalize(t *testing.T) {
	words := []rewrite{
		{rule: "w/a", from: "a", to: "b"},
		{rule: "w/b", from: "b", to: "c"},
		{rule: "w/hint", from: "h", to: "H", safety: fixedits.SafetySuggestion},
		{rule: "w/error", from: "e", severity: fixedits.SeverityError},
	}
	tests := []struct {
		name, path, content string
		want, differs       string
	}{
		{"fixed in several rounds", "x.txt", "a\n", "c\n", "w/a, w/b would change it"},
		{"canonical already", "x.txt", "c\n", "c\n", ""},
		{"an unsafe fix is not applied", "x.txt", "h\n", "h\n", ""},
		{"formatted", "x.go", "package  x\n", "package x\n", "format/go would change it"},
		{"a syntax error keeps the text", "x.go", "package\n", "package\n", "2:1: expected 'IDENT', found 'EOF' [syntax/go]"},
		{"an error is reported before changes", "x.txt", "a e\n", "c e\n", "1:3: e is found [w/error]"},
		{"a file of an unknown kind", "x.bin", "\x00\x01", "\x00\x01", ""},
		{"an empty file", "x.txt", "", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			opts := Options{Tools: tools(&rewriter{rules: words})}
			got, err := Canonicalize(context.Background(), test.path, []byte(test.content), opts)
			if err != nil {
				t.Fatal(err)
			}
			differs, _ := got.Differs()
			if string(got.Text) != test.want || differs != test.differs {
				t.Errorf("got %q, %q, want %q, %q", got.Text, differs, test.want, test.differs)
			}
		})
	}
}
