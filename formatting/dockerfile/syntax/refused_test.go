package syntax_test

import (
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// A Dockerfile is refused if BuildKit refuses it, for the same reason each time.
func FuzzRefused(f *testing.F) {
	for _, src := range []string{
		"", "A", "ARG a\n", "RUN b\nFROM a\n", "FROM a\nAS b\n", "FROM a\nCOPY --chmow=1 b c\n", "FROM a\nRUN\n", "FROM a\nRUN b\nCMD []\nENTRYPOINT [\"\"]\n", "FROM a\nRUN --mount=type=x b\n", "FROM a\nRUN --a b\nCMD --b c\n",
		"FROM a\nRUN <<E\nE\n", "FROM a\nRUN [\"a\"\n", "FROM a\nONBUILD RUN --x a\nONBUILD CMD\n", "FROM a\nENTRYPOINT --x=y z\n", "FROM a\nCOPY a\n",
		"FROM --platform=a b\n", "FROM --platform a\n", "FROM --platform= a AS b\n", "FROM --platform=a --platform=b c\n", "FROM --from=a b\n",
		"FROM a\nCOPY --from=b c d\n", "FROM a\nCOPY --from=b c\n", "FROM a\nCOPY --from=b --from=c d e\n", "FROM a\nCOPY --from b c\n",
		"FROM a\nADD --chown=b c d\n", "FROM a\nADD --from=b c d\n", "FROM a\nUSER --from=b c\n", "FROM a\nCOPY -- b c\n", "FROM a AS b-1.c_\n", "FROM a AS 1\n", "FROM a AS b:c\n",
		"FROM a AS B\n", "FROM a AS b\n", "FROM a b\n", "FROM a\nUSER\n", "FROM a\nUSER a b\n", "FROM a\nWORKDIR [\"a\", \"b\"]\n", "FROM a\nEXPOSE\n", "FROM a\nEXPOSE 1 2\n",
		"FROM a\nCOPY a b\n", "FROM a\nCOPY a <<b\nb\n", "FROM a\nCOPY [\"a\", \"\\u003c\u003cb\"]\n", "FROM a\nADD <<a b\na\n", "FROM a\nCOPY [\"a\"]\n",
		"FROM a\nENV a=b c=d\n", "FROM a\nENV a b\n", "FROM a\nENV =b\n", "FROM a\nLABEL a=b =c\n", "FROM a\nLABEL \"\"=c\n", "FROM a\nARG a\nARG b=c d\n", "FROM a\nARG =b\n", "FROM a\nARG a =b\n",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		file := syntax.Parse(src)
		if len(file.Errors) > 0 || len(file.Directives) > 0 {
			return
		}
		read, err := parser.Parse(strings.NewReader(src))
		if err != nil {
			t.Skip("which FuzzParseAgreesWithBuildKit is about")
		}
		for _, node := range read.AST.Children {
			for word := node.Next; word != nil; word = word.Next {
				word.Value = syntax.Lexable(word.Value)
			}
		}
		stages, _, err := instructions.Parse(read.AST, nil)
		taken := err == nil && len(stages) > 0 // it says that there are none when it builds them
		if ins, why := file.Refused(); (why == "") != taken || (ins == nil) != taken {
			t.Errorf("%q: refused is %+v, %q; BuildKit: %v", src, ins, why, err)
		}
		_, why := file.Refused()
		if _, again := syntax.Parse(src).Refused(); again != why {
			t.Errorf("%q is refused for %q, and then for %q", src, why, again)
		}
	})
}
