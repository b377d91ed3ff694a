package jsonnet_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/attack"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

var attacks = []formattest.Case{
	{Name: "a lone CR", Src: "{a:'b\rc'}\n", Want: attack.Refused + "a carriage return that does not end a line at line 1, column 6"},
	{Name: "a form feed in a string", Src: "{a:\"b\fc\"}\n", Want: "{ a: 'b\\fc' }\n"},
	{Name: "a string of lines", Src: "{a:|||\n    x\n     y\n  |||}\n", Want: "{ a: |||\n  x\n   y\n||| }\n"},
	{Name: "strings", Src: "{a:\"b'c\",d:'\\/\\u0041',e:@'f''g'}\n", Want: "{ a: \"b'c\", d: '/A', e: @'f''g' }\n"},
	{Name: "imports", Src: "local b=import 'b',a=import 'a';a+b\n", Want: "local a = import 'a';\nlocal b = import 'b';\na + b\n"},
	{Name: "imports of one name", Src: "local a=import 'x';local a=import 'b';a\n", Want: "local a = import 'x';\nlocal a = import 'b';\na\n"},
	{Name: "what jsonnetfmt writes in another way", Src: "{['a']:b['c']+{},d:((1))}\n", Want: "{ a: b.c {}, d: (1) }\n"},
}

func TestAttacks(t *testing.T) { attack.Run(t, language(t, nil), "a.jsonnet", attacks) }

func TestControls(t *testing.T) {
	attack.Controls(t, language(t, nil), "a.jsonnet", []string{
		"{a:\"a@b\"}\n", "{a:1} // c@d\n", "# c@d\n{a:1}\n", "/* c@d */{a:1}\n", "{a:|||\n  a@b\n|||}\n", "{a:@1}\n", "{a:'a@b'}\n",
		"{\"a@b\":1}\n", "@{a:1}\n", "{a:1}@\n",
	}, nil)
}

func FuzzSaysTheSame(f *testing.F) { attack.Fuzz(f, language(f, nil), "a.jsonnet", attacks, nil) }
