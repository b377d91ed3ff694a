package cue_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/cue"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func TestFormat(t *testing.T) {
	tests := []formattest.Case{
		{Name: "alignment", Src: "a:1\nlong :  2\n", Want: "a:    1\nlong: 2\n"},
		{Name: "tabs", Src: "a: {\n  b: 1\n}\n", Want: "a: {\n\tb: 1\n}\n"},
		{Name: "comments stay", Src: "//a\n\nb: 1 //c\n", Want: "//a\n\nb: 1 //c\n"},
		{Name: "no simplify", Src: "\"a\": 1\n", Want: "\"a\": 1\n"},
		{Name: "simplify", Language: cue.New(cue.Options{Simplify: true}), Src: "\"a\": 1\n", Want: "a: 1\n"},
		{Name: "commas stay", Language: cue.New(cue.Options{Simplify: true}), Src: "a: [\n\t1,\n\t2,\n]\n", Want: "a: [\n\t1,\n\t2,\n]\n"},
		{Name: "strings keep what they hold", Src: "a: \"\"\"\n\tb  \n\t\tc\n\t\"\"\"\n", Want: "a: \"\"\"\n\tb  \n\t\tc\n\t\"\"\"\n"},
	}
	formattest.Format(t, cue.New(cue.Options{}), "a.cue", tests)
}

func TestSyntaxErrors(t *testing.T) {
	tests := []formattest.Case{
		{Name: "at the place of the mistake", Src: "a: 1\nb: = 1\n", Want: "a.cue:2:4: expected operand, found '='"},
		{Name: "after letters of two bytes", Src: "a: \"\u00e9\u00e9\" )\n", Want: "a.cue:1:11: ..."},
		{Name: "at the end", Src: "a: (1", Want: "a.cue:1:6: ..."},
	}
	formattest.SyntaxErrors(t, cue.New(cue.Options{}), "a.cue", tests)
}

func TestMatch(t *testing.T) {
	formattest.Match(t, cue.New(cue.Options{}), map[string]bool{"a.cue": true, "x/a_tool.cue": true, "cue": false, ".a.cue": false, "a.CUE": false})
}

// A text that nests so deep that a recursive parser would overflow the stack,
// which ends the process, is refused before it is parsed. A text that is only
// long is not.
func TestDepth(t *testing.T) {
	const n = 10_001
	repeat := strings.Repeat
	const deep = "nested more than 10000 levels deep"
	tests := []formattest.Case{
		{Name: "brackets", Src: "a: " + repeat("[", n) + repeat("]", n), Want: deep},
		{Name: "blocks", Src: repeat("a: {\n", n) + repeat("}\n", n), Want: deep},
		{Name: "fields", Src: repeat("a: ", n) + "1", Want: deep},
		{Name: "fields across lines", Src: repeat("a:\n", n) + "1", Want: deep},
		{Name: "comprehensions", Src: repeat("if a {\n", n) + repeat("}\n", n), Want: deep},
		{Name: "interpolations", Src: "a: " + repeat("\"\\(", n) + "b" + repeat(")\"", n), Want: deep},
		{Name: "brackets after interpolations", Src: "a: " + repeat("[\"]\\(b)]\\(c)]\", ", n) + repeat("]", n), Want: deep},
		{Name: "terms", Src: "a: 1" + repeat("+1", n), Want: deep},
		{Name: "selectors", Src: "a: b" + repeat(".b", n), Want: deep},
		{Name: "signs", Src: "a: " + repeat("!", n) + "b", Want: deep},
		{Name: "elements are not nested", Src: "a: [" + repeat("1, ", n) + "]"},
		{Name: "nor are fields one after the other", Src: repeat("a: b: {c: [d, {e: f + 1}]}\n", n)},
		{Name: "nor what is within strings and comments", Src: "a: \"" + repeat("[", n) + "\" // " + repeat("[", n) + "\n"},
	}
	formattest.Refuses(t, cue.New(cue.Options{}), "a.cue", tests)
}

// The guard holds on any input: it returns an error, or text that it returns again.
func FuzzFormat(f *testing.F) {
	for _, seed := range []string{
		"", "a:1", "package p\nimport \"b\"\n#C: {d?: int | *1, ...} // e", "a: [for b in c if d {b}]\r\n", "\"a\": \"\\(b)\"",
		"a: \"\"\"\n\tb\n\t\"\"\"\n", "let a = b\n[string]: a & {c: >1}", "@if(a)\nb: _ @c(d)",
	} {
		f.Add([]byte(seed))
	}
	l := cue.New(cue.Options{Simplify: true})
	f.Fuzz(func(t *testing.T, src []byte) {
		formattest.Fuzz(t, l, "a.cue", src)
	})
}
