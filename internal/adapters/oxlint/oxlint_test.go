package oxlint

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

// one returns the output with one finding.
func one(file, code, span string) string {
	return `{"diagnostics": [{"message": "Unexpected.", "code": "` + code + `", "severity": "error", "filename": "` + file + `", "labels": [` + span + `]}], "number_of_files": 1}`
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text, output string
		want, refused      []string
	}{
		{
			name:   "offsets are bytes, the byte order mark included",
			text:   "\ufeffvar a;\n",
			output: one("a.js", "eslint(no-var)", `{"span": {"offset": 3, "length": 3, "line": 1, "column": 4}}`),
			want:   []string{"a.js:3-6 error oxlint/no-var Unexpected."},
		},
		{
			name:   "a rule of a plugin",
			text:   "var a;\n",
			output: one("/work/a.js", "eslint-plugin-unicorn(no-null)", `{"label": "x", "span": {"offset": 0, "length": 3}}`),
			want:   []string{"a.js:0-3 error oxlint/unicorn/no-null Unexpected."},
		},
		{
			name:   "a rule of typescript-eslint",
			text:   "var a;\n",
			output: one("a.js", "typescript-eslint(ban-types)", `{"span": {"offset": 0, "length": 3}}`),
			want:   []string{"a.js:0-3 error oxlint/typescript/ban-types Unexpected."},
		},
		{
			name:   "a code without a rule, and no place",
			text:   "var a;\n",
			output: one("a.js", "oxc()", ""),
			want:   []string{"a.js:0-0 error oxlint/oxc() Unexpected."},
		},
		{
			name:   "a file that does not parse",
			text:   "var",
			output: `{"diagnostics": [{"message": "Unexpected token", "severity": "error", "filename": "a.js", "labels": [{"span": {"offset": 3, "length": 0}}]}]}`,
			want:   []string{"a.js:3-3 error oxlint/syntax Unexpected token"},
		},
		{
			name:    "outside the file",
			text:    "var a;\n",
			output:  one("a.js", "eslint(no-var)", `{"span": {"offset": 3, "length": 30}}`),
			want:    []string{"a.js:0-0 error oxlint/no-var Unexpected."},
			refused: []string{"place: result 1 (eslint(no-var)): a.js: no such place: offset 33 is after the end of the text, which is at 7"},
		},
		{
			name:    "a file that was not given",
			output:  one("b.js", "eslint(no-var)", ""),
			refused: []string{"not_given: result 1 (eslint(no-var)): b.js: not among the files that the checker was given"},
		},
		{name: "nothing found", output: `{"diagnostics": [], "number_of_files": 1}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"a.js": test.text}, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"":                       "empty",
		"[]":                     "json: cannot unmarshal array into Go value of type oxlint.output",
		`{"diagnostics": [{"me`:  "cut off at byte 21",
		`{"diagnostics": {}}`:    "json: cannot unmarshal object into Go struct field output.diagnostics of type []json.RawMessage",
		`{"diagnostics": []} {}`: "at byte 21: an object after the end",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("\ufeffvar a;", one("a.js", "eslint(no-var)", `{"span": {"offset": 3, "length": 3}}`))
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.js", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	type report struct {
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	adaptertest.FuzzModel(f, Adapter{}, "a.js", adaptertest.JSON[report], "eslint(no-var)", "advice")
}
