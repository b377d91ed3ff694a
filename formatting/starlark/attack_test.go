package starlark_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/internal/testing/attack"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

var attacks = []formattest.Case{
	{Name: "a lone CR", Src: "x(\r)\n", Want: attack.Refused + "a carriage return that does not end a line at line 1, column 3"},
	{Name: "a comment of a load that is joined", Path: "a.bzl", Src: "load(\":a.bzl\", \"b\")\n\n# c\nload(\":a.bzl\", \"c\")  # d\n", Want: attack.Refused + "the formatter would change its meaning at line 3"},
	{Name: "loads that are joined", Path: "a.bzl", Src: "load(\":a.bzl\", \"c\")\nload(\":a.bzl\", \"b\")\n", Want: "load(\":a.bzl\", \"b\", \"c\")\n"},
	{Name: "a list that is sorted", Path: "BUILD", Src: "x(deps=['b', ':a', '//a/b:b', 'b'])\n", Want: "x(deps = [\n    \"b\",\n    \":a\",\n    \"//a/b\",\n])\n"},
	{Name: "a list that is not", Path: "BUILD", Src: "x(args=['b', 'a'])\n", Want: "x(args = [\n    \"b\",\n    \"a\",\n])\n"},
	{Name: "control characters in strings", Path: "a.bzl", Src: "a='\f\v\x01'\n", Want: "a = \"\\f\\v\\001\"\n"},
	{Name: "a docstring", Path: "a.bzl", Src: "def f():\n  '''a\n  b\n  '''\n", Want: "def f():\n    \"\"\"a\n    b\n    \"\"\"\n"},
	{Name: "numbers", Path: "a.bzl", Src: "a=[0777,1.,0XFF]\n", Want: "a = [0o777, 1., 0XFF]\n"},
}

func TestAttacks(t *testing.T) { attack.Run(t, starlark.New(), "BUILD", attacks) }

func TestControls(t *testing.T) {
	for _, path := range []string{"BUILD", "a.bzl"} {
		attack.Controls(t, starlark.New(), path, []string{
			"x(name='a@b')\n", "x(  ) # c@d\n", "# c@d\nx(  )\n", "x(a=\"\"\"a@b\"\"\")\n", "x( @)\n", "x(a=r'a@b')\n", "@x(  )\n",
			"x(  )\n@\ny()\n", "x(  a=1,@ b=2)\n", "def f():\n  '''a@b'''\n  return 1 # c@d\n", "def f():\n  return@1\n",
		}, nil)
	}
}

func FuzzSaysTheSame(f *testing.F) { attack.Fuzz(f, starlark.New(), "BUILD", attacks, nil) }

func FuzzLibrarySaysTheSame(f *testing.F) { attack.Fuzz(f, starlark.New(), "a.bzl", attacks, nil) }
