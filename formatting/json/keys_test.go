package json_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/json"
	"github.com/rules-autofix/rules_autofix/internal/testing/formattest"
)

func TestDuplicateKeys(t *testing.T) {
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, "\"k%d\": 0,\n", i)
	}
	l := language(t, json.Options{})
	formattest.DuplicateKeys(t, l, "a.json", []formattest.Case{
		{Name: "none", Src: "{\"a\": {\"a\": [{\"a\": 1}, {\"a\": 1}]}, \"b\": \"a\"}\n"},
		{Name: "no object", Src: "[\"a\", \"a\"]\n"},
		{Name: "one line", Src: "{\"a\": 1, \"a\": 2}", Want: "a 1:2 1:10"},
		{Name: "three times", Src: "{\"a\": 1,\n\"a\": 2,\n\"a\": 3}", Want: "a 1:2 2:1, a 1:2 3:1"},
		{Name: "an escape", Src: `{"a": 1, "\u0061": 2, "\u0062": 3}`, Want: "a 1:2 1:10"},
		{Name: "an object within it", Src: "{\"a\": {\"b\": 1, \"b\": 2}, \"a\": []}", Want: "b 1:8 1:16, a 1:2 1:25"},
		{Name: "an object in an array", Src: "[{\"a\": 1}, {\"a\": [[{\"b\": 1, \"b\": 1}]]}]", Want: "b 1:21 1:29"},
		{Name: "brackets and colons in strings", Src: `{"a": ":{", "b": "}\":\"a\":"}`},
		{Name: "many", Src: "{" + many.String() + "\"k7\": 1}", Want: "k7 8:1 101:1"},
		{Name: "letters in another case", Src: `{"a": 1, "A": 2}`},
		{Name: "an empty name", Src: `{"": 1, "": 2}`, Want: " 1:2 1:9"},
		{Name: "a byte order mark", Src: "\ufeff{\"a\": 1, \"a\": 2}", Want: "a 1:5 1:13"},
		{Name: "CRLF", Src: "{\r\n\"a\": 1,\r\n\"a\": 2\r\n}\r\n", Want: "a 2:1 3:1"},
	})
	formattest.DuplicateKeys(t, l, "a.jsonc", []formattest.Case{
		{Name: "comments", Src: "{\n// \"a\": 1\n\"a\": 1, /* \"a\": 2 */ \"a\": 3,\n}\n", Want: "a 3:1 3:22"},
		{Name: "empty", Src: "\n"},
	})
}
