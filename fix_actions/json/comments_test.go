package json_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rules-autofix/rules_autofix/fix_actions/operationtest"
)

func TestComments(t *testing.T) {
	language.Comments(t, func(random *rand.Rand) string {
		p := &operationtest.Printer{Random: random, Comment: "//", Quote: `"`, Step: "  "}
		p.Above("")
		p.Flow(4, "", true)
		p.Trailing()
		return p.Text()
	})
}

// The comments in an empty container stay if it gets a value, and those of one
// that becomes another kind of value go above it.
func TestCommentsOfEmptyContainers(t *testing.T) {
	const text = "{\n  // of x\n  \"x\": { // open\n    // in\n  }, // after\n  \"y\": [ /* a */ ] // b\n}\n"
	for _, test := range []struct{ name, text, script, want string }{
		{"scalars", text, "replace /x 5\nreplace /y 6", "{\n  // of x\n  // open\n  // in\n  \"x\": 5, // after\n  /* a */\n  \"y\": 6 // b\n}\n"},
		{"the same kind", text, "replace /x {\"k\": 1}\nreplace /y [1]", "{\n  // of x\n  \"x\": { // open\n    // in\n    \"k\": 1\n  }, // after\n  \"y\": [ /* a */ 1 ] // b\n}\n"},
		{"on one line", "{\"x\": [ /* a */ ], \"y\": {// b\n}}\n", "replace /x 5\nreplace /y 6", "{/* a */ \"x\": 5, // b\n\"y\": 6}\n"},
		{"CR LF", "[\r\n  [ // a\r\n  ]\r\n]\r\n", "replace /0 5", "[\r\n  // a\r\n  5\r\n]\r\n"},
		{"equal", text, "replace /x {}\nreplace /y []", text},
	} {
		got, err := language.Run(t, test.text, operationtest.Parse(t, test.script))
		if err != nil || got != test.want {
			t.Errorf("%s: %v\ngot:\n%s\nwant:\n%s", test.name, err, got, test.want)
		}
	}
}
