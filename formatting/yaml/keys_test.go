package yaml_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/yaml"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func TestDuplicateKeys(t *testing.T) {
	formattest.DuplicateKeys(t, language(t, yaml.Options{}), "a.yaml", []formattest.Case{
		{Name: "none", Src: "a: 1\nb: {a: 1}\nc: [{a: 1}, {a: 2}]\n"},
		{Name: "a block", Src: "a: 1\nb: 2\na: 3\n", Want: "a 1:1 3:1"},
		{Name: "three times", Src: "a: 1\na: 2\na: 3\n", Want: "a 1:1 2:1, a 1:1 3:1"},
		{Name: "a flow mapping", Src: "x: {a: 1, \"b\": 2, 'a': 3}\n", Want: "a 1:5 1:19"},
		{Name: "quotes of either kind", Src: "a: 1\n\"a\": 2\n'a': 3\n", Want: "a 1:1 2:1, a 1:1 3:1"},
		{Name: "an escape", Src: "\"\\u0061\": 1\na: 2\n", Want: "a 1:1 2:1"},
		{Name: "in order of the text", Src: "a: {x: 1, x: 2}\nb: 1\nb: {y: 1, y: 2}\na: 3\n", Want: "x 1:5 1:11, b 2:1 3:1, y 3:5 3:11, a 1:1 4:1"},
		{Name: "mappings in a sequence", Src: "- a: 1\n  a: 2\n- a: 1\n", Want: "a 1:3 2:3"},
		{Name: "documents are apart", Src: "a: 1\n---\na: 2\n---\nb: 1\nb: 2\n", Want: "b 5:1 6:1"},
		{Name: "of types that differ", Src: "1: a\n\"1\": b\ntrue: a\n\"true\": b\n"},
		{Name: "a number", Src: "1: a\n1: b\n", Want: "1 1:1 2:1"},
		{Name: "a truth value in another case", Src: "true: a\nTrue: b\n", Want: "True 1:1 2:1"},
		{Name: "merge keys", Src: "x: &x {a: 1}\ny: &y {b: 1}\nz:\n  <<: *x\n  <<: *y\n  a: 2\n"},
		{Name: "what a merge has is not what is written", Src: "x: &x {a: 1}\nz:\n  a: 2\n  <<: *x\n  a: 3\n", Want: "a 3:3 5:3"},
		{Name: "an alias as a key", Src: "x: &x a\ny:\n  *x : 1\n  a: 2\n", Want: "a 3:3 4:3"},
		{Name: "keys with properties", Src: "!!str a: 1\n&k a: 2\n", Want: "a 1:1 2:1"},
		{Name: "own tags", Src: "x: !Sub a\ny: !Map {k: 1, k: 2}\n", Want: "k 2:10 2:16"},
		{Name: "explicit keys", Src: "? a\n: 1\n? a\n: 2\n", Want: "a 1:3 3:3"},
		{Name: "keys of several parts are not compared", Src: "? [a]\n: 1\n? [a]\n: 2\n"},
		{Name: "text of a block scalar", Src: "a: |\n  b: 1\n  b: 2\n"},
		{Name: "after letters of two bytes", Src: "{é: 1, é: 2}\n", Want: "é 1:2 1:9"},
		{Name: "a byte order mark", Src: "\ufeffa: 1\na: 2\n", Want: "a 1:4 2:1"},
		{Name: "CRLF", Src: "a: 1\r\nb: 1\r\nb: 2\r\n", Want: "b 2:1 3:1"},
		{Name: "a set", Src: "!!set {a, b, a}\n", Want: "a 1:8 1:14"},
	})
}
