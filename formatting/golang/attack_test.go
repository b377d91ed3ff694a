package golang

import (
	"bytes"
	"fmt"
	"go/build"
	"io"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/internal/testing/attack"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

var attacks = []formattest.Case{
	{Name: "a build constraint in the middle", Src: "package  p\n\n// +build ignore\n\nfunc f() {}\n", Want: attack.Refused + "the build constraints at line 3"},
	{Name: "one of the new kind", Src: "package  p\n\n//go:build ignore\n\nfunc f() {}\n", Want: attack.Refused + "the build constraints at line 3"},
	{Name: "one that has no blank line below", Src: "// +build ignore\npackage  p\n", Want: attack.Refused + "the build constraints at line 1"},
	{Name: "one above a clause that is indented", Src: "// +build ignore\n package p\n", Want: attack.Refused + "the build constraints at line 1"},
	{Name: "one after a comment", Src: "/* c */ //go:build a\n\npackage  p\n", Want: attack.Refused + "the build constraints at line 1"},
	{Name: "an old one gets a new one", Src: "// +build a b\n// +build c\n\npackage  p\n", Want: "//go:build (a || b) && c\n// +build a b\n// +build c\n\npackage p\n"},
	{Name: "an old one that says something else", Src: "//go:build a\n// +build b\n\npackage  p\n", Want: "//go:build a\n// +build a\n\npackage p\n"},
	{Name: "one within a comment", Src: "/*\n// +build ignore\n*/\n\npackage  p\n", Want: "/*\n// +build ignore\n*/\n\npackage p\n"},
	{Name: "a command that go generate does not see", Src: "package p\n\n //go:generate a\n\nvar  b int\n", Want: attack.Refused + "what go generate reads"},
	{Name: "one that it does", Src: "package p\n\nfunc f() {\n//go:generate a\n}\n", Want: attack.Refused + "what go generate reads"},
	{Name: "one within a comment that it sees", Src: "package  p\n\n/*\n  //go:generate a\n*/\nvar b int\n", Want: attack.Refused + "what go generate reads"},
	{Name: "a position that was none", Src: "package p\n\n //line a:1\nvar  b int\n", Want: attack.Refused + "a directive at line 3"},
	{
		Name: "an embedded file",
		Src:  "package  p\n\nimport _ \"embed\"\n\nvar a string\n//go:embed x.txt\nvar b string\n",
		Want: "package p\n\nimport _ \"embed\"\n\nvar a string\n\n//go:embed x.txt\nvar b string\n",
	},
	{
		Name: "one in the middle of a comment",
		Src:  "package  p\n\nimport _ \"embed\"\n\n// a is\n//go:embed x.txt\n// the text\nvar a string\n",
		Want: "package p\n\nimport _ \"embed\"\n\n// a is\n// the text\n//\n//go:embed x.txt\nvar a string\n",
	},
	{Name: "a directive with a CR", Src: "package  p\n\n//go:\rembed x.txt\nvar a string\n", Want: attack.Refused + "a carriage return that does not end a line at line 3, column 6"},
	{Name: "a preamble", Src: "package  p\n\n// #include <a.h>\nimport \"C\"\n", Want: "package p\n\n// #include <a.h>\nimport \"C\"\n"},
	{
		Name: "a preamble with a string on two lines",
		Src:  "package  p\n\nimport (\n/*\n  #define A \"x\\\n    y\"\n*/\n\"C\"\n)\n", Want: attack.Refused + "cgo's preamble",
	},
	{Name: "constants that count each on its own", Src: "package p\n\nconst a = iota\nconst b = iota\n", Want: attack.Refused + "at line 4"},
	{Name: "constants that do not count", Src: "package p\n\nconst a = 1\nconst b = 2\n", Want: "package p\n\nconst (\n\ta = 1\n\tb = 2\n)\n"},
	{Name: "constants that count together", Src: "package p\n\nconst(\na=iota\nb\n)\n", Want: "package p\n\nconst (\n\ta = iota\n\tb\n)\n"},
	{
		Name: "what gofumpt writes in another way",
		Src:  "package p\nfunc f(s []int) () {\n var x = 1\n for _ = range s {}\n g((x)+0X1F, s[1:len(s)], [][]int{[]int{1}}, s...)\n}\n",
		Want: "package p\n\nfunc f(s []int) {\n\tx := 1\n\tfor range s {\n\t}\n\tg(x+0x1F, s[1:], [][]int{{1}}, s...)\n}\n",
	},
	{Name: "control characters in strings and comments", Src: "package  p\n\n/* a\f */\nvar b = `\f\v\t`\n", Want: "package p\n\n/* a\f */\nvar b = `\f\v\t`\n"},
}

func fumpt(t testing.TB) formatting.Language {
	l, err := New(Options{Style: "gofumpt"})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAttacks(t *testing.T) { attack.Run(t, fumpt(t), "a.go", attacks) }

func TestControls(t *testing.T) {
	attack.Controls(t, fumpt(t), "a.go", []string{
		"package  p // c@d\n", "package  p\nconst a = \"a@b\"\n", "package  p\nconst a = `a@b`\n", "package  p\n/* a@b */\nvar a int\n",
		"package  p\n/* a\n@b */\nvar a int\n", "package  p\nvar  a @int\n", "package  p\n//go:embed@x\nvar a int\n",
		"package  p\n//go:generate a@b\n", "package  p\n\n/*\n#define A \"a@b\"\n*/\nimport \"C\"\n", "@package  p\n",
		"//go:build@a\n\npackage  p\n", "//go:build a@\n\npackage  p\n", "//@go:build a\n\npackage  p\n", "// +build@a\n\npackage  p\n", "// +build a@b\n\npackage  p\n",
	}, sameBuilds)
}

// sameBuilds asks go/build under which tags a file is built.
func sameBuilds(before, after []byte) error {
	tags := []string{"a", "b", "ignore"}
	for set := range 1 << len(tags) {
		context := build.Default
		context.BuildTags = nil
		for i, tag := range tags {
			if set>>i&1 == 1 {
				context.BuildTags = append(context.BuildTags, tag)
			}
		}
		match := func(src []byte) (bool, error) {
			context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(src)), nil }
			return context.MatchFile("", "x.go")
		}
		was, errBefore := match(before)
		is, errAfter := match(after)
		if was != is || (errBefore == nil) != (errAfter == nil) {
			return fmt.Errorf("with the tags %q it is built: %t (%v), and then %t (%v)", context.BuildTags, was, errBefore, is, errAfter)
		}
	}
	return nil
}

func FuzzSaysTheSame(f *testing.F) { attack.Fuzz(f, fumpt(f), "a.go", attacks, sameBuilds) }
