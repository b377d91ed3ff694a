package decoded_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting/decoded"
)

func TestCompare(t *testing.T) {
	const changed = "would decode to another value"
	tests := []struct {
		name, path, before, after string
		want                      string // part of the error; empty: no error
	}{
		{"a newline that a block scalar keeps", "a.yaml", "a: |\n  x", "a: |\n  x\n", changed},
		{"a newline that a block scalar strips", "a.yaml", "a: |-\n  x", "a: |-\n  x\n", ""},
		{"a newline after anything else", "a.yml", "a: x", "a: x\n", ""},
		{"a space in a block scalar", "a.yaml", "a: |\n  x \n  y\n", "a: |\n  x\n  y\n", changed},
		{"a space in a quoted scalar of several lines", "a.yaml", "a: \"x \n  y\"\n", "a: \"x\n  y\"\n", ""},
		{"line endings", "a.yaml", "a: |\r\n  x\r\nb: 1\r\n", "a: |\n  x\nb: 1\n", ""},
		{"quotes that change a type", "a.yaml", "a: 1\n", "a: \"1\"\n", changed},
		{"quotes that do not change a type", "a.yaml", "a: x\n", "a: 'x'\n", ""},
		{"spelling of a boolean", "a.yaml", "a: True\nb: ~\n", "a: true\nb: null\n", ""},
		{"order of keys", "a.yaml", "a: 1\nb: 2\n", "b: 2\na: 1\n", ""},
		{"order of a list", "a.yaml", "- 1\n- 2\n", "- 2\n- 1\n", changed},
		{"a later document", "a.yaml", "a: 1\n---\nb: |\n  x", "a: 1\n---\nb: |\n  x\n", changed},
		{"another document", "a.yaml", "a: 1\n", "a: 1\n---\n", changed},
		{"an alias and its value", "a.yaml", "a: &x [1]\nb: *x\n", "a: [1]\nb: [1]\n", ""},
		{"another alias", "a.yaml", "a: &x 1\nb: &y 2\nc: *x\n", "a: &x 1\nb: &y 2\nc: *y\n", changed},
		{"an alias within itself", "a.yaml", "a: &x [*x]\n", "a: &x\n  - *x\n", ""},
		{"aliases within two values", "a.yaml", "&x [&y [*x]]\n", "&x [&y [*y]]\n", changed},
		{"a tag", "a.yaml", "a: !x 1\n", "a: !y 1\n", changed},
		{"a comment", "a.yaml", "a: 1 # one \n", "a: 1 # one\n", ""},
		{"a syntax error", "a.yaml", "a: [1]\n", "a: [1\n", "a.yaml:"},
		{"a template", "a.yaml", "{{ if }}\na: |\n  x", "{{ if }}\na: |\n  x\n", ""},
		{"a list in a list and a list of both", "a.yaml", "[[a], b]\n", "[[a, b]]\n", changed},

		{"layout of JSON", "a.json", `{"a":[1,2]}`, "{ \"a\": [1, 2] }\n", ""},
		{"an escape", "a.json", `["\u0041"]`, `["A"]`, ""},
		{"a number", "a.json", `[1.0]`, `[1]`, changed},
		{"a literal and a string", "a.json", `[true]`, `["true"]`, changed},
		{"two members of one name", "a.json", `{"a": 1, "a": 2}`, `{"a": 2}`, changed},
		{"members of one name in another order", "a.json", `{"a": 1, "a": 2}`, `{"a": 2, "a": 1}`, changed},
		{"other members in another order", "a.json", `{"b": 0, "a": 1, "a": 2}`, `{"a": 1, "b": 0, "a": 2}`, ""},
		{"comments and commas", "tsconfig.json", "{\"a\": 1, /* one */}", "{\"a\": 1}", ""},
		{"a lock file", "package-lock.json", `{"a": "x "}`, `{"a": "x"}`, changed},
		{"a name without a suffix", ".swcrc", `{"a": 1}`, `{"a": 2}`, changed},
		{"a value per line", "a.jsonl", "{}\n[1]", "{}\n[1]\n", ""},
		{"another value on a line", "a.jsonl", "{}\n[1]\n", "{}\n[2]\n", changed},

		{"layout of TOML", "a.toml", "a=1\n[t]\nb=['x']\n", "a = 1\n\n[t]\nb = [\n  \"x\",\n]\n", ""},
		{"a string of several lines", "a.toml", "a = \"\"\"\nx \n\"\"\"\n", "a = \"\"\"\nx\n\"\"\"\n", changed},
		{"NaN", "a.toml", "a = nan\n", "a=nan\n", ""},
		{"a date", "a.toml", "a = 2020-01-01\n", "a = 2020-01-02\n", changed},
		{"an integer and a float", "a.toml", "a = 1\n", "a = 1.0\n", changed},

		{"not data", "a.txt", "a \n", "b\n", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := decoded.Compare(test.path, []byte(test.before), []byte(test.after))
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestDecodes(t *testing.T) {
	for _, test := range []struct {
		path, text string
		want       bool
	}{
		{"a.yaml", "a: 1\n", true},
		{"a.yaml", "a: {{ .Value }}\n", false},
		{"a.yaml", "a: \"{{ .Value }}\"\nb: ${{ x }}\n", true},
		{"a.yaml", "{{- if .x }}\na: 1\n{{- end }}\n", false},
		{"a.yaml", "a: [1\n", false},
		{"a.json", "{", false},
		{"a.toml", "a = ", false},
		{"a.txt", "a", false},
		{"Cargo.lock", "a = 1\n", true},
		{"a.yaml", strings.Repeat("[", 20_000), false},
		{"a.json", strings.Repeat("[", 20_000), false},
		{"a.toml", "a = " + strings.Repeat("[", 20_000), false},
	} {
		if got := decoded.Decodes(test.path, []byte(test.text)); got != test.want {
			t.Errorf("%s: %.20q decodes: %t", test.path, test.text, got)
		}
	}
}

// Aliases of aliases are not expanded.
func TestAliasesTakeNoTime(t *testing.T) {
	var text strings.Builder
	text.WriteString("- &a0 [x, x]\n")
	for i := range 200 {
		fmt.Fprintf(&text, "- &a%d [*a%d, *a%d]\n", i+1, i, i)
	}
	before := text.String()
	if err := decoded.Compare("a.yaml", []byte(before), []byte(before+"\n")); err != nil {
		t.Error(err)
	}
	if err := decoded.Compare("a.yaml", []byte(before), []byte(strings.Replace(before, "x", "y", 1))); err == nil {
		t.Error("another value has the same digest")
	}
}
