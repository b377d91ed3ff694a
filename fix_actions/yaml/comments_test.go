package yaml_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_actions/operationtest"
)

func TestComments(t *testing.T) {
	language.Comments(t, func(random *rand.Rand) string {
		p := &operationtest.Printer{Random: random, Comment: "#", Step: "  "}
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
		{"collections", text, "replace /a/z [1]\nreplace /a/l/0 {\"k\": 1}", "a:\n  # in\n  # more\n  z: # after\n  - 1\n  l:\n  # b\n  - k: 1\n"},
		{"CR LF", "z: [ # in\r\n  ]\r\n", "replace /z 5", "# in\r\nz: 5\r\n"},
		{"without comments", "z: [\n  ] # after\n", "replace /z 5", "z: 5 # after\n"},
	} {
		got, err := language.Run(t, test.text, operationtest.Parse(t, test.script))
		if err != nil || got != test.want {
			t.Errorf("%s: %v\ngot:\n%s\nwant:\n%s", test.name, err, got, test.want)
		}
	}
}
