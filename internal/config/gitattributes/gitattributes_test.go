package gitattributes_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config/gitattributes"
)

func TestFor(t *testing.T) {
	const (
		none  = gitattributes.Unspecified
		set   = gitattributes.Set
		unset = gitattributes.Unset
		other = gitattributes.Other
	)
	type attributes = gitattributes.Attributes
	tests := []struct {
		name, root, sub string // of . and of sub
		file            string
		want            attributes
	}{
		{"nothing", "", "", "a.go", attributes{}},
		{"a suffix", "*.pb.go linguist-generated", "", "x/a.pb.go", attributes{Generated: set}},
		{"another suffix", "*.pb.go linguist-generated", "", "x/a.go", attributes{}},
		{"a value", "*.go linguist-generated=true linguist-vendored=false", "", "a.go", attributes{Generated: set, Vendored: unset}},
		{"unset", "*.go -linguist-vendored", "", "a.go", attributes{Vendored: unset}},
		{"the last line applies", "*.go -text\n*.go text\n", "", "a.go", attributes{Text: set}},
		{"each attribute by itself", "*.go -text\na.go linguist-generated\n", "", "a.go", attributes{Text: unset, Generated: set}},
		{"unspecified again", "*.go -text\na.go !text\n", "", "a.go", attributes{Text: none}},
		{"binary", "*.bin binary", "", "a.bin", attributes{Text: unset}},
		{"auto", "* text=auto", "", "a.go", attributes{Text: other}},
		{"a folder", "lib/** linguist-vendored", "", "lib/x/a.go", attributes{Vendored: set}},
		{"only its files", "lib/* linguist-vendored", "", "lib/x/a.go", attributes{}},
		{"only at the top", "/a.go linguist-vendored", "", "x/a.go", attributes{}},
		{"at the top", "/a.go linguist-vendored", "", "a.go", attributes{Vendored: set}},
		{"at any depth", "**/lib/** linguist-vendored", "", "x/lib/a.go", attributes{Vendored: set}},
		{"a folder is not a pattern", "lib/ linguist-vendored", "", "lib/a.go", attributes{}},
		{"the nearer file applies", "*.go -text", "*.go text", "sub/a.go", attributes{Text: set}},
		{"only below it", "*.go -text", "*.go text", "a.go", attributes{Text: unset}},
		{"relative to its folder", "", "/x/*.go -text", "sub/x/a.go", attributes{Text: unset}},
		{"a comment", "# *.go -text", "", "a.go", attributes{}},
		{"a quoted name", `"a b.go" -text`, "", "a b.go", attributes{Text: unset}},
		{"braces are letters", "*.{go,c} -text", "", "a.go", attributes{}},
		{"a macro", "[attr]theirs -text linguist-vendored\n*.go theirs\n", "", "a.go", attributes{Text: unset, Vendored: set}},
		{"a macro of itself", "[attr]x x -text\n*.go x\n", "", "a.go", attributes{Text: unset}},
		{"CRLF", "*.go -text\r\n*.c text\r\n", "", "a.go", attributes{Text: unset}},
		{"no pattern that there is", "[ -text\n* linguist-vendored\n", "", "a.go", attributes{Vendored: set}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := new(gitattributes.Files)
			s.Add(".", []byte(test.root))
			s.Add("sub", []byte(test.sub))
			if got := s.For(test.file); got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

func TestNone(t *testing.T) {
	var s *gitattributes.Files
	if !s.Empty() || s.For("a.go") != (gitattributes.Attributes{}) {
		t.Error("nil says something")
	}
}
