package syntax_test

import (
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// What is refused of a Dockerfile is the first instruction that BuildKit refuses, each asked for itself.
func FuzzRefused(f *testing.F) {
	for _, src := range []string{
		"FROM a\nRUN\n", "FROM a\nRUN b\nCMD []\nENTRYPOINT [\"\"]\n", "FROM a\nRUN --mount=type=x b\n", "FROM a\nRUN --a b\nCMD --b c\n",
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
		if len(file.Errors) > 0 || len(file.Directives) > 0 || file.Instructions[0].Name != "from" {
			return
		}
		var want *syntax.Instruction
		for _, ins := range file.Instructions {
			node := file.Node(ins)
			node.PrevComment = nil
			for word := node.Next; word != nil; word = word.Next {
				word.Value = syntax.Lexable(word.Value)
			}
			if _, err := instructions.ParseInstruction(node); err != nil {
				want = ins
				break
			}
		}
		if got, why := file.Refused(); got != want || (why == "") != (want == nil) {
			t.Errorf("%q: refused is %+v, %s, want %+v", src, got, why, want)
		}
	})
}
