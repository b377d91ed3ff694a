package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

func TestNolint(t *testing.T) {
	for text, want := range map[string]string{
		"//nolint":                    "all",
		"// nolint":                   "all",
		"//nolint:all":                "all",
		"//nolint:a,ALL":              "all",
		"//nolint:a":                  "a",
		"//nolint:a,b // it is right": "a b",
		"//nolint // it is right":     "all",
		"// a nolint":                 "none",
		"/* nolint */":                "none",
		"// Text.":                    "none",
	} {
		names, ok := nolint(text)
		got := "all"
		if !ok {
			got = "none"
		} else if names != nil {
			var all []string
			for name := range names {
				all = append(all, name)
			}
			slices.Sort(all)
			got = strings.Join(all, " ")
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// A comment is about the piece of syntax that it stands at.
func TestNolintRanges(t *testing.T) {
	const text = `package a

var (
	a = 1
	b = 2 //nolint:x
)

//nolint
func f() {
	g()
}

func g() {
	f(
		1,
	) //nolint:y
	f()
}
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	ranges := nolintRanges(fset, []*ast.File{file})
	for _, test := range []struct {
		line int
		want string // the analyzers that are turned off
	}{
		{4, ""}, {5, "x"}, {9, "x y"}, {10, "x y"}, {11, "x y"}, {13, ""}, {14, "y"}, {15, "y"}, {16, "y"}, {17, ""},
	} {
		var off []string
		for _, name := range []string{"x", "y"} {
			if ranges.silence(name, token.Position{Filename: "a.go", Line: test.line}) {
				off = append(off, name)
			}
		}
		if got := strings.Join(off, " "); got != test.want {
			t.Errorf("line %d: %q, want %q", test.line, got, test.want)
		}
	}
	if ranges.silence("x", token.Position{Filename: "b.go", Line: 9}) {
		t.Error("the comment is about another file")
	}
}
