package cue_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/cue"
	"github.com/rules-autofix/rules_autofix/internal/testing/attack"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

var attacks = []formattest.Case{
	{Name: "a lone CR", Src: "a:1 // c\rd\n", Want: attack.Refused + "a carriage return that does not end a line at line 1, column 9"},
	{
		Name: "a comment that moves behind what it is about",
		Src:  "@experiment(try)\na: {\n\tif b {\n\n\n\t\t// c\n\n\n\t\t[\n\n\n\t\t\td\n\n\n\t\t]\n\t} else {\n\t\t// e\n\t\t[f]\n\t}\n}\n", Want: attack.Refused + "a comment",
	},
	{Name: "a string of lines", Src: "a:\"\"\"\n    x\n      y\n    \"\"\"\n", Want: "a: \"\"\"\n\tx\n\t  y\n\t\"\"\"\n"},
	{Name: "one with a value in it", Src: "a:{\nb:\"\"\"\n x \\(y)\n   z\n \"\"\"\n}\n", Want: "a: {\n\tb: \"\"\"\n x \\(y)\n   z\n \"\"\"\n}\n"},
	{Name: "bytes", Src: "a:'\\x41'\n", Want: "a: '\\x41'\n"},
	{Name: "imports", Src: "import (\n\"b\"\n\"a\"\n)\nx:a\n", Want: "import (\n\t\"b\"\n\t\"a\"\n)\n\nx: a\n"},
	{Name: "nothing", Src: "", Want: ""},
	{Name: "attributes", Src: "a:1 @foo( bar)\n", Want: "a: 1 @foo( bar)\n"},
}

func TestAttacks(t *testing.T) { attack.Run(t, cue.New(cue.Options{}), "a.cue", attacks) }

func TestControls(t *testing.T) {
	attack.Controls(t, cue.New(cue.Options{Simplify: true}), "a.cue", []string{
		"a:\"a@b\"\n", "a:1 // c@d\n", "// c@d\na:1\n", "a:\"\"\"\n  a@b\n  \"\"\"\n", "a:'a@b'\n", "a:#\"a@b\"#\n", "a:@1\n", "@a:1\n",
		"\"a@b\":1\n", "a:'''\n  a@b\n  '''\n", "a:\"\\(b@)\"\n", "a:1 @b(c@d)\n",
	}, nil)
}

func FuzzSaysTheSame(f *testing.F) {
	attack.Fuzz(f, cue.New(cue.Options{Simplify: true}), "a.cue", attacks, nil)
}
