package shellcheck

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text, output string
		want, refused      []string
	}{
		{
			name:   "columns are characters, and a tab is one",
			text:   "\techo 😀 $1\n",
			output: `{"comments": [{"file": "a.sh", "level": "info", "code": 2086, "message": "Quote.", "line": 1, "endLine": 1, "column": 9, "endColumn": 11, "fix": {"replacements": [{"line": 1, "endLine": 1, "column": 9, "endColumn": 9, "insertionPoint": "afterEnd", "precedence": 7, "replacement": "\""}, {"line": 1, "endLine": 1, "column": 11, "endColumn": 11, "insertionPoint": "beforeStart", "precedence": 7, "replacement": "\""}]}}]}`,
			want: []string{
				"a.sh:11-13 info shellcheck/SC2086 Quote.",
				"  suggestion Apply the fix of SC2086",
				`    a.sh:11-11 "\""`,
				`    a.sh:13-13 "\""`,
			},
		},
		{
			name:   "the higher precedence comes first",
			text:   "ab\n",
			output: `{"comments": [{"file": "a.sh", "level": "info", "code": 2086, "message": "Quote.", "line": 1, "endLine": 1, "column": 1, "endColumn": 2, "fix": {"replacements": [{"line": 1, "endLine": 1, "column": 2, "endColumn": 2, "precedence": 5, "replacement": "5"}, {"line": 1, "endLine": 1, "column": 2, "endColumn": 2, "precedence": 7, "replacement": "7"}]}}]}`,
			want: []string{
				"a.sh:0-1 info shellcheck/SC2086 Quote.",
				"  suggestion Apply the fix of SC2086",
				`    a.sh:1-1 "7"`,
				`    a.sh:1-1 "5"`,
			},
		},
		{
			name:   "a CR is a character",
			text:   "a\r\n",
			output: `{"comments": [{"file": "/work/a.sh", "level": "error", "code": 1017, "message": "CR.", "line": 1, "endLine": 1, "column": 2, "endColumn": 3, "fix": null}]}`,
			want: []string{
				"a.sh:1-2 error shellcheck/SC1017 CR.",
			},
		},
		{
			name:   "outside the file leaves the finding",
			text:   "ab\n",
			output: `{"comments": [{"file": "a.sh", "level": "info", "code": 2086, "message": "Quote.", "line": 1, "endLine": 1, "column": 1, "endColumn": 2, "fix": {"replacements": [{"line": 5, "endLine": 5, "column": 2, "endColumn": 2, "replacement": "5"}]}}]}`,
			want: []string{
				"a.sh:0-1 info shellcheck/SC2086 Quote.",
			},
			refused: []string{
				"place: result 1 (SC2086): a.sh: 5:2: no such place: the text has 2 lines",
			},
		},
		{
			name:   "a sourced file that was not given",
			output: `{"comments": [{"file": "lib.sh", "level": "style", "code": 1, "message": "M.", "line": 1}]}`,
			refused: []string{
				"not_given: result 1 (SC0001): lib.sh: not among the files that the checker was given",
			},
		},
		{
			name:   "nothing found",
			output: `{"comments": []}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"a.sh": test.text}, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"":   "empty",
		"[]": "json: cannot unmarshal array into Go value of type shellcheck.output",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("echo $1", `{"comments": [{"file": "a.sh", "level": "info", "code": 2086, "message": "Quote.", "line": 1, "endLine": 1, "column": 1, "endColumn": 2, "fix": {"replacements": [{"line": 1, "endLine": 1, "column": 2, "endColumn": 2, "precedence": 5, "replacement": "5"}]}}]}`)
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.sh", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	type report struct {
		Comments []comment `json:"comments"`
	}
	adaptertest.FuzzModel(f, Adapter{}, "a.sh", adaptertest.JSON[report], "style", "info")
}
