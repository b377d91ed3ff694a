package shell_test

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

// texts are scripts of which one change may lead to another.
var texts = []string{
	"f() {\n  a\n  # b\n  if c; then\n    d\n  fi\n}\n",
	"\n\na\n\n\n\nb\n\t\n \nf() {\n\n\n\tc\n\t \n\n\td\n}\n\n\n",
	"a  \n# b\t \n\nif c; then \n\td\nfi \n",
	"a\n\n  b",
	"  a\n\nif b;then\nc\nfi\n\n  d\n",
	"a;\n\n  b\n\nc  d\n\n  e\n",
	"a\n\nb;\n\nc;\n\n  d\n",
	"a;\n\nb;\n",
	"a\n\n# b\nc;\n\n # d\n\n # e\n",
	"  a\n\n#b\n\n  c\n",
	"a=(\n  b\n    c # d\n)\n",
	"case a in\n  b)\n  c\n  ;;\nesac\n",
	"a \\\n    b \\\n  | c\n\n d\n",
	"a \\\n    b\n",
	"a\\\nb\n\n c\n",
	" a\n\nb\\\n  c\n",
	"  a\n\nb \\\n\nc\n",
	"  a 'b\n  c\n\n\n  d'\n",
	"  a\n\nb=$(\n  c\n)\n",
	"  a\n\n[[ b &&\n  c ]]\n",
	"  a <<E\n  b\n\n\n  c  \nE\n\n  d\n",
	"if a; then\n  b <<E\n  c\nE\n  d\nfi\n",
	"  a\n\nb <<E\n\\\n\nE\n",
	"{ a <<E; }\n  b  \n\n\nE\n\n  c\n",
	"{ a <<-E; }\n  b  \n\n\nE\n\n  c\n",
	"  a <<E | b\n  c  \nE\n\n d\n",
	"  a\n\nb <<-E\n  c\n\tE\n",
	"a <<E | b\n  E\nE\n\n  c\n",
	" a <<E\nE\n\n b\n",
	"a <<E;\n\nb\n\nE\n\n  b\n\nc\n",
	"a;\n\nb\n\nc;\n\nb\n",
	"  a\n" + strings.Repeat("b\n", 1<<12),
	"a   # b\nccc # d\n\n e # f\n", "f()\n{\n a\n}\n\n\n  b\n", "a |\n\n  b &&\n  c\n\n d", "let a=1 \\\n b=2\n\n c\n",
	"for i in a \\\n  b; do\n c\ndone\n\n\nd\n", "((\n a\n))\n\n b\n", "a=`\n b\n`\n\n c\n", "cat <<A <<-B\n x\nA\n\ty\nB\n\n z\n",
	"! a\n\n @(b|c)\n", "a[\n1\n]=b\n\n c\n", "if a\nthen # b\n c\nfi\n\n { d\n}\n", "a >b \\\n  <<C\n d\nC\n\n e &\n",
}

// The formatted text is formatted to itself, in each style.
func TestStable(t *testing.T) {
	for _, opts := range []shell.Options{
		{},
		{Simplify: true, Indent: 2, BinaryNextLine: true, CaseIndent: true, FuncNextLine: true, SpaceRedirects: true},
	} {
		formattest.Stable(t, language(t, opts), "a.sh", texts)
	}
}

// A text is refused if the printer changes its own output again, or if the
// output parses differently.
func TestUnstable(t *testing.T) {
	formattest.Refuses(t, language(t, shell.Options{}), "a.sh", []formattest.Case{
		{Name: "a here-document in backquotes", Src: "  a\n\n`b <<E\nc\nE`\n\n  d\n", Want: "not stable: a second run changes line 3"},
		{Name: "that looks like another one", Src: "a;\n\n`b <<E\nc\nE`\n\nd;\n\n$(b <<E\nc\nE\n)\n\n  e\n", Want: "not stable: a second run changes line 3"},
		{Name: "a form feed", Src: "  a\n\nb '\f'\n", Want: "would treat a form feed at line 3, column 4 as layout"},
		{Name: "another dialect", Src: " #!/bin/sh\n\na=(b)\n", Want: "the formatted text does not parse: a.sh:3:3: "},
	})
}
