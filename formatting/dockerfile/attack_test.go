package dockerfile_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/rules-autofix/rules_autofix/internal/testing/attack"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

var attacks = []formattest.Case{
	{Name: "a form feed between words, which parts them", Src: "from a\ncopy a\fb  c\n", Want: "FROM a\nCOPY a b c\n"},
	{Name: "a form feed in a script", Src: "from a\nrun  echo a\fb\n", Want: "FROM a\nRUN echo a\fb\n"},
	{Name: "a form feed in a comment", Src: "from a\n# a\fb\nrun  c\n", Want: "FROM a\n# a\fb\nRUN c\n"},
	{Name: "a vertical tab in a value", Src: "from a\nenv  A=\"a\vb\"\n", Want: "FROM a\nENV A=\"a\vb\"\n"},
	{Name: "a lone CR in a script", Src: "from a\nrun  echo 'a\rb'\n", Want: "FROM a\nRUN echo 'a\rb'\n"},
	{Name: "a here-document with tabs", Src: "from a\nrun  <<-E\n\ta \\\n\tb\n\tE\n", Want: "FROM a\nRUN <<-E\n\ta \\\n\tb\n\tE\n"},
	{Name: "a comment that would be a directive", Src: "\n# escape=`\nfrom a\n", Want: "\n# escape=`\nFROM a\n"},
	{Name: "a string over lines", Src: "from a\nrun 'a \\\n  b'\n", Want: "FROM a\nRUN 'a \\\n  b'\n"},
}

func TestAttacks(t *testing.T) { attack.Run(t, made(t, canonical(4)), "Dockerfile", attacks) }

func TestControls(t *testing.T) {
	controls := []string{
		"from a\nrun echo  a@b\n", "from a\nenv A=a@b\n", "from a\nenv A a@b\n", "from a\n# c@d\nrun  a\n", "from a\ncopy a@b  c\n",
		"from a\nrun a \\\n @b\n", "from a\nrun a \\@\n b\n", "from a\nrun <<E\na@b\nE\n", "from a\nrun <<E@\na\nE\n", "from a\nrun a \\\n# c@d\n b\n",
		"from a\nlabel a=\"a@b\"\n", "from a\ncmd [\"a@b\"  ,\"c\"]\n", "from a@b\n", "from a\nshell [\"a\"@,\"b\"]\n", "@from a\n", "@\nfrom a\n",
		"# syntax=a@b\nfrom a\n", "#@escape=`\nfrom a\n", "from a\nrun  --mount=type=cache,target=a@b x\n", "from a\nrun 'a \\\n@b'\n",
		"from a\nworkdir  a@\n", "from a\nexpose  1@ 2\n", "from a\nuser@b\n", "from a\nonbuild@run  x\n", "from a\nhealthcheck@cmd  x\n",
	}
	for _, opts := range styles {
		attack.Controls(t, made(t, opts), "Dockerfile", controls, sameToBuildKit)
	}
}

// sameToBuildKit asks BuildKit's parser what two files say. What a shell reads
// may have other whitespace.
func sameToBuildKit(before, after []byte) error {
	was, errBefore := parser.Parse(bytes.NewReader(before))
	is, errAfter := parser.Parse(bytes.NewReader(after))
	if errBefore != nil || errAfter != nil {
		if fmt.Sprint(errBefore) != fmt.Sprint(errAfter) {
			return fmt.Errorf("%w, and then %w", errBefore, errAfter)
		}
		return nil
	}
	if a, b := said(was.AST), said(is.AST); was.EscapeToken != is.EscapeToken || !reflect.DeepEqual(a, b) {
		return fmt.Errorf("BuildKit reads %q, and then %q", a, b)
	}
	return nil
}

func said(n *parser.Node) []string {
	var all []string
	for _, child := range n.Children {
		name := strings.ToLower(child.Value)
		all = append(all, "instruction "+name)
		for _, flag := range child.Flags {
			all = append(all, "flag "+flag)
		}
		for _, doc := range child.Heredocs {
			all = append(all, "document "+doc.Name, doc.Content)
		}
		for arg := child.Next; arg != nil; arg = arg.Next {
			text := strings.Join(strings.FieldsFunc(arg.Value, func(r rune) bool { return r == ' ' || r == '\t' }), " ")
			if name == "from" || name == "healthcheck" {
				text = strings.ToUpper(text)
			}
			all = append(all, fmt.Sprintf("argument %t %s", child.Attributes["json"], text))
			all = append(all, said(arg)...)
		}
	}
	return all
}

func FuzzSaysTheSame(f *testing.F) {
	attack.Fuzz(f, made(f, keep), "Dockerfile", attacks, sameToBuildKit)
}
