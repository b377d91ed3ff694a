package ruff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

// one returns the output with one finding of F401 in a file, whose fix replaces
// a range with content.
func one(file, from, to, applicability, content string) string {
	return `[{"cell": null, "code": "F401", "filename": "` + file + `", "message": "unused",
		"location": {"row": 1, "column": 1}, "end_location": {"row": 1, "column": 2},
		"fix": {"applicability": "` + applicability + `", "message": "Remove it",
			"edits": [{"location": ` + from + `, "end_location": ` + to + `, "content": "` + content + `"}]}}]`
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text, output string
		want, refused      []string
	}{
		{
			name:   "a safe fix",
			text:   "import os\nx = 1\n",
			output: one("/work/a.py", `{"row": 1, "column": 1}`, `{"row": 2, "column": 1}`, "safe", ""),
			want:   []string{"a.py:0-1 warning ruff/F401 unused", "  safe Remove it", `    a.py:0-10 ""`},
		},
		{
			name:   "an unsafe fix and a relative name",
			text:   "import os\n",
			output: one("a.py", `{"row": 1, "column": 1}`, `{"row": 1, "column": 7}`, "unsafe", "IMPORT"),
			want:   []string{"a.py:0-1 warning ruff/F401 unused", "  unsafe Remove it", `    a.py:0-6 "IMPORT"`},
		},
		{
			name:   "a fix that is only displayed",
			text:   "import os\n",
			output: one("a.py", `{"row": 1, "column": 1}`, `{"row": 1, "column": 7}`, "display", "IMPORT"),
			want:   []string{"a.py:0-1 warning ruff/F401 unused", "  unsafe Remove it", `    a.py:0-6 "IMPORT"`},
		},
		{
			name:   "the byte order mark is not in the first column",
			text:   "\ufeffimport os\n",
			output: one("a.py", `{"row": 1, "column": 1}`, `{"row": 1, "column": 10}`, "safe", "x"),
			want:   []string{"a.py:3-4 warning ruff/F401 unused", "  safe Remove it", `    a.py:3-12 "x"`},
		},
		{
			name:   "columns are characters, tabs included",
			text:   "😀\té = 1\n",
			output: one("a.py", `{"row": 1, "column": 3}`, `{"row": 1, "column": 4}`, "safe", "e"),
			want:   []string{"a.py:0-4 warning ruff/F401 unused", "  safe Remove it", `    a.py:5-7 "e"`},
		},
		{
			name:   "a lone CR ends a line",
			text:   "a = 1\rb = 2\r\nc = 3\n",
			output: one("a.py", `{"row": 2, "column": 1}`, `{"row": 3, "column": 1}`, "safe", ""),
			want:   []string{"a.py:0-1 warning ruff/F401 unused", "  safe Remove it", `    a.py:6-13 ""`},
		},
		{
			name: "a file that does not parse",
			text: "def f(:\n",
			output: `[{"cell": null, "code": null, "filename": "a.py", "message": "Expected a parameter", "fix": null,
				"location": {"row": 1, "column": 7}, "end_location": {"row": 1, "column": 8}}]`,
			want: []string{"a.py:6-7 error ruff/invalid-syntax Expected a parameter"},
		},
		{
			name:    "a fix outside the file leaves the finding",
			text:    "import os\n",
			output:  one("a.py", `{"row": 7, "column": 1}`, `{"row": 8, "column": 1}`, "safe", ""),
			want:    []string{"a.py:0-1 warning ruff/F401 unused"},
			refused: []string{"place: result 1 (F401): a.py: 7:1: no such place: the text has 2 lines"},
		},
		{
			name:    "a file that was not given",
			output:  one("/work/b.py", `{"row": 1, "column": 1}`, `{"row": 1, "column": 2}`, "safe", ""),
			refused: []string{"not_given: result 1 (F401): b.py: not among the files that the checker was given"},
		},
		{
			name:    "a notebook",
			text:    "{}",
			output:  strings.Replace(one("a.py", `{"row": 1, "column": 1}`, `{"row": 1, "column": 2}`, "safe", ""), `"cell": null`, `"cell": 1`, 1),
			want:    []string{"a.py:0-0 warning ruff/F401 unused (line 1 of cell 1)"},
			refused: []string{"invalid: result 1 (F401): a.py: in a cell of a notebook, whose place in the file is not known"},
		},
		{name: "nothing found", output: "[]\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"a.py": test.text}, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"":                     "empty",
		`{"a": 1}`:             "not a JSON array, but an object",
		`[{"code": "F401"`:     "element 1: cut off at byte 16",
		`[{"code": 1}]`:        "element 1: json: cannot unmarshal number into Go struct field finding.code of type string",
		`[] []`:                "at byte 4: an array after the array",
		`[{"filename": "a",}]`: "element 1: at byte 18: invalid character '}' looking for beginning of object key string",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("\ufeffimport os\r\n", one("a.py", `{"row": 1, "column": 1}`, `{"row": 2, "column": 1}`, "safe", ""))
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.py", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	adaptertest.FuzzModel(f, Adapter{}, "a.py", adaptertest.JSON[[]finding], "safe", "unsafe", "display", "invalid-syntax")
}
