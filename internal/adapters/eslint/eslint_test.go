package eslint

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

// one returns the output with one message about a.js.
func one(message string) string {
	return `[{"filePath": "/work/web/a.js", "messages": [` + message + `], "errorCount": 1}]`
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text, output string
		want, refused      []string
	}{
		{
			name:   "a fix",
			text:   "var a\n",
			output: one(`{"ruleId": "no-var", "severity": 2, "message": "No var.", "line": 1, "column": 1, "endLine": 1, "endColumn": 6, "fix": {"range": [0, 3], "text": "let"}}`),
			want:   []string{"web/a.js:0-5 error eslint/no-var No var.", "  safe Apply the fix of no-var", `    web/a.js:0-3 "let"`},
		},
		{
			name: "a fix and suggestions are alternatives",
			text: "a == b\n",
			output: one(`{"ruleId": "@ts/eqeqeq", "severity": 1, "message": "Equal.", "line": 1, "column": 3,
				"fix": {"range": [2, 4], "text": "==="},
				"suggestions": [{"messageId": "x", "desc": "Use Object.is", "fix": {"range": [0, 6], "text": "Object.is(a, b)"}}]}`),
			want: []string{
				"web/a.js:2-2 warning eslint/@ts/eqeqeq Equal.",
				"  safe Apply the fix of @ts/eqeqeq", `    web/a.js:2-4 "==="`,
				"  suggestion Use Object.is", `    web/a.js:0-6 "Object.is(a, b)"`,
			},
		},
		{
			name:   "offsets are code units, without the byte order mark",
			text:   "\ufeff\"😀\" == b\r\n",
			output: one(`{"ruleId": "eqeqeq", "severity": 1, "message": "Equal.", "line": 1, "column": 6, "endLine": 1, "endColumn": 8, "fix": {"range": [5, 7], "text": "==="}}`),
			want:   []string{"web/a.js:10-12 warning eslint/eqeqeq Equal.", "  safe Apply the fix of eqeqeq", `    web/a.js:10-12 "==="`},
		},
		{
			name:   "a fix that deletes the byte order mark",
			text:   "\ufeffa\n",
			output: one(`{"ruleId": "unicode-bom", "severity": 2, "message": "Mark.", "line": 1, "column": 1, "fix": {"range": [-1, 0], "text": ""}}`),
			want:   []string{"web/a.js:3-3 error eslint/unicode-bom Mark.", "  safe Apply the fix of unicode-bom", `    web/a.js:0-3 ""`},
		},
		{
			name:   "lines end at U+2028",
			text:   "a\u2028b ;\n",
			output: one(`{"ruleId": "semi", "severity": 2, "message": "Space.", "line": 2, "column": 2, "endLine": 2, "endColumn": 3}`),
			want:   []string{"web/a.js:5-6 error eslint/semi Space."},
		},
		{
			name:   "a file that does not parse",
			text:   "let = = 3",
			output: one(`{"ruleId": null, "fatal": true, "severity": 2, "message": "Parsing error", "line": 1, "column": 1}`),
			want:   []string{"web/a.js:0-0 error eslint/parsing-error Parsing error"},
		},
		{
			name:   "a directive that disables nothing",
			text:   "// eslint-disable-line\n",
			output: one(`{"ruleId": null, "severity": 1, "message": "Unused directive", "line": 0, "column": 0, "fix": {"range": [0, 22], "text": " "}}`),
			want:   []string{"web/a.js:0-0 warning eslint/notice Unused directive", "  safe Apply the fix of notice", `    web/a.js:0-22 " "`},
		},
		{
			name:    "a fix within a character leaves the finding",
			text:    "😀\n",
			output:  one(`{"ruleId": "x", "severity": 1, "message": "X.", "line": 1, "column": 1, "fix": {"range": [1, 2], "text": ""}}`),
			want:    []string{"web/a.js:0-0 warning eslint/x X."},
			refused: []string{"place: result 1 (x): web/a.js: no such place: offset 1 is within a character"},
		},
		{
			name:   "a file that is not UTF-8",
			text:   "\xff\n",
			output: one(`{"ruleId": "x", "severity": 1, "message": "X.", "line": 1, "column": 1}`),
			want:   []string{"web/a.js:0-0 warning eslint/x X."},
		},
		{
			name:    "a file that was not given",
			output:  `[{"filePath": "/work/b.js", "messages": [{"ruleId": "x", "severity": 1, "message": "X.", "line": 1, "column": 1}]}]`,
			refused: []string{"not_given: result 1 (x): b.js: not among the files that the checker was given"},
		},
		{name: "nothing found", output: `[{"filePath": "/elsewhere/b.js", "messages": []}]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"web/a.js": test.text}, "web", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"":                            "empty",
		"null":                        "not a JSON array, but null",
		`[{"filePath": 1}]`:           "element 1: json: cannot unmarshal number into Go struct field file.filePath of type string",
		`[{"filePath": "a"}, {"mess`:  "element 2: cut off at byte 26",
		"Oops! Something went wrong!": "at byte 1: invalid character 'O' looking for beginning of value",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("\ufeffvar a = \"😀\"\r\n", one(`{"ruleId": "no-var", "severity": 2, "message": "No var.", "line": 1, "column": 1, "fix": {"range": [-1, 3], "text": "let"}}`))
	f.Add("a\u2028b", one(`{"ruleId": null, "severity": 1, "message": "", "line": 2, "column": 1, "suggestions": [{"fix": {"range": [2, 3], "text": ""}}]}`))
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "web/a.js", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	adaptertest.FuzzModel(f, Adapter{}, "web/a.js", adaptertest.JSON[[]file])
}
