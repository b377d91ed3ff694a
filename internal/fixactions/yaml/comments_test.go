package yaml_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
)

func TestComments(t *testing.T) {
	language.Comments(t, func(random *rand.Rand) string {
		p := &operationtest.Printer{Random: random, Comment: "#", Equals: ": ", Step: "  "}
		if p.Chance(3) {
			p.Above("")
			p.Flow(3, "", true)
			p.Trailing()
			return p.Text()
		}
		writeBlock(p, 3, "")
		return p.Text()
	})
}

// writeBlock writes a mapping or a sequence in lines.
func writeBlock(p *operationtest.Printer, depth int, indent string) {
	isSequence := p.Chance(3)
	for range 1 + p.Random.IntN(3) {
		p.Above(indent)
		p.Write(indent)
		if isSequence {
			p.Write("-")
		} else {
			p.Write(p.Word("k") + ":")
		}
		switch {
		case depth == 0 || p.Chance(3):
			p.Write(" " + p.Word("v"))
			p.Trailing()
		case p.Chance(2):
			p.Write(" ")
			p.Flow(depth-1, indent+"  ", true)
			p.Trailing()
		default:
			p.Trailing()
			writeBlock(p, depth-1, indent+"  ")
		}
	}
}

// The comments in empty brackets go above a value that takes their place.
func TestCommentsOfEmptyCollections(t *testing.T) {
	const text = "a:\n  z: [ # in\n    # more\n  ] # after\n  l:\n  - { # b\n    }\n"
	for _, test := range []struct{ name, text, script, want string }{
		{"scalars", text, "replace /a/z 5\nreplace /a/l/0 6", "a:\n  # in\n  # more\n  z: 5 # after\n  l:\n  # b\n  - 6\n"},
		{"collections", text, "replace /a/z [1]\nreplace /a/l/0 {\"k\": 1}", "a:\n  z: [ # in\n    # more\n    1\n  ] # after\n  l:\n  - { # b\n    k: 1\n    }\n"},
		{"CR LF", "z: [ # in\r\n  ]\r\n", "replace /z 5", "# in\r\nz: 5\r\n"},
		{"without comments", "z: [\n  ] # after\n", "replace /z 5", "z: 5 # after\n"},
	} {
		got, err := language.Run(t, test.text, operationtest.Parse(t, test.script))
		if err != nil || got != test.want {
			t.Errorf("%s: %v\ngot:\n%s\nwant:\n%s", test.name, err, got, test.want)
		}
	}
}

// The comments in brackets within brackets stay, and those that belong to no
// entry of a collection, too.
func TestCommentsOfRemovedValues(t *testing.T) {
	for _, test := range []struct{ name, text, script, want string }{
		{"in brackets", "a: [x, [ # c\n  ], y] # d\n", "set /a 1 5", "a: [x, # c\n  5, y] # d\n"},
		{"in brackets on its line", "a: [\n  x,\n  [ # c\n    # d\n  ], # e\n  y,\n]\n", "set /a 1 5", "a: [\n  x,\n  # c\n  # d\n  5, # e\n  y,\n]\n"},
		{"in braces", "a: {k: [ # c\n  ], l: 1}\n", "replace /a/k \"v\"", "a: {k: # c\n  v, l: 1}\n"},
		{"tight", "{\"k\":[[ # c\n]]}\n", "set /k 0 5", "{\"k\":[ # c\n  5]}\n"},
		{"root", "[ # c\n]\n", "replace . 5", "# c\n5\n"},
		{"root, item", "[ # c\n]\n", "insert . - 5", "[ # c\n  5\n]\n"},
		{"root, object", "# top\n--- { # c\n}\n", "replace . [\"x\"]", "# top\n# c\n--- \n- x\n"},
		{"root, same kind", "{ # c\n}\n", "replace . {\"k\": 1}", "{ # c\n  k: 1\n}\n"},
		{"empty again", "a: [ # c\n  ]\n", "replace /a []", "a: [ # c\n  ]\n"},
		{"all items go", "a: [ # c\n  x, # x\n  # end\n  ]\n", "replace /a []", "a: [ # c\n  # end\n  ]\n"},
		{"all keys go", "a:\n  # alone\n\n  # of k\n  k: 1 # k\n\n  # between\n\n  l: 2\n", "replace /a {}", "a: {}\n  # alone\n\n  # between\n"},
		{"other keys", "a: # a\n  # alone\n\n  # of k\n  k: 1 # k\n\n  # between\n\n  l: 2\n", "replace /a {\"m\": 1}", "a: # a\n  # alone\n  m: 1\n\n  # between\n"},
		{"other keys of an item", "-\n  # alone\n\n  k: 1 # k\n", "set . 0 {\"m\": 1}", "-\n  # alone\n  m: 1\n"},
		{"with a tag", "a: !!seq [ # c\n  ]\n", "replace /a \"x\"", "# c\na: x\n"},
		{"with an anchor", "a: &x [ # c\n  ]\n", "replace /a {\"k\": 1}", "# c\na: &x\n  k: 1\n"},
		{"on the next line", "a:\n  [ # c\n  ]\n", "replace /a 5", "a:\n  # c\n  5\n"},
		{"CR LF", "a: [x, [ # c\r\n  ]]\r\n", "set /a 1 5", "a: [x, # c\r\n  5]\r\n"},
		{"a text of lines before", "a: [x\n  y, [ # c\n  ]]\n", "set /a 1 5", "a: [x\n  y, # c\n    5]\n"},
		{"and removed", "a: [ # c\n  ]\nb: 1\n", "replace /a 5\nremove . a", "b: 1\n"},
	} {
		got, err := language.Run(t, test.text, operationtest.Parse(t, test.script))
		if err != nil || got != test.want {
			t.Errorf("%s: %v\ngot:\n%s\nwant:\n%s", test.name, err, got, test.want)
		}
	}
}
