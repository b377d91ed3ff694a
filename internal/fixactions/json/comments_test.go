package json_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/operationtest"
)

func TestComments(t *testing.T) {
	language.Comments(t, func(random *rand.Rand) string {
		p := &operationtest.Printer{Random: random, Comment: "//", Equals: ": ", Inline: true, Quote: `"`, Step: "  "}
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

// The comments of the root and those that belong to no item stay as well.
func TestCommentsOfRemovedValues(t *testing.T) {
	for _, test := range []struct{ name, text, script, want string }{
		{"root, scalar", "// top\n[ // c\n] // end\n", "replace . 5", "// top\n// c\n5 // end\n"},
		{"root, item", "[ // c\n]\n", "insert . - 5", "[ // c\n  5\n]\n"},
		{"root, object", "[ /* c */ ]", "replace . {\"k\": 1}", "/* c */ {\"k\": 1}"},
		{"root, twice", "[ // c\n]\n", "replace . 5\nreplace . {\"k\": 1}\nadd . l 2", "// c\n{\n  \"k\": 1,\n  \"l\": 2\n}\n"},
		{"root, key", "{\n  // c\n}\n", "add . k 1", "{\n  // c\n  \"k\": 1\n}\n"},
		{"root, empty", "{ // c\n}\n", "replace . {}", "{ // c\n}\n"},
		{"all items go", "{\n  \"a\": [ // c\n    1, // one\n    // end\n  ]\n}\n", "replace /a []", "{\n  \"a\": [ // c\n    // end\n  ]\n}\n"},
		{"other keys", "{\n  \"a\": { // c\n    // of k\n    \"k\": 1 // k\n\n    // end\n  }\n}\n", "replace /a {\"m\": 1}", "{\n  \"a\": { // c\n\n    // end\n    \"m\": 1\n  }\n}\n"},
		{"nested", "{\n  \"a\": { // c\n    \"k\": [ // in\n    ]\n  }\n}\n", "replace /a {\"k\": 1}", "{\n  \"a\": { // c\n    // in\n    \"k\": 1\n  }\n}\n"},
		{"before a colon", "{\"a\" /* b */ : /* c */ [ /* d */ ]}", "replace /a 1", "{/* d */ \"a\" /* b */ : /* c */ 1}"},
		{"a comment in a string", "{\"a\": [\"// no\"]}", "replace /a []", "{\"a\": []}"},
	} {
		got, err := language.Run(t, test.text, operationtest.Parse(t, test.script))
		if err != nil || got != test.want {
			t.Errorf("%s: %v\ngot:\n%s\nwant:\n%s", test.name, err, got, test.want)
		}
	}
}
