package biome

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

// one returns the output with one finding, whose suggestion replaces the same
// range.
func one(code, severity, span, text string) string {
	if severity != "" {
		severity = `"severity": "` + severity + `", `
	}
	return `{"source": {"name": "Biome"}, "diagnostics": [{"code": {"value": "` + code + `"}, "message": "Use it.", ` + severity +
		`"location": {"path": "a.js", "range": ` + span + `}, "suggestions": [{"range": ` + span + `, "text": "` + text + `"}]}]}`
}

const firstWord = `{"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 4}}`

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, text, output string
		want, refused      []string
	}{
		{
			name:   "columns are characters",
			text:   "é😀 var a;\r\n",
			output: one("lint/suspicious/noVar", "ERROR", `{"start": {"line": 1, "column": 4}, "end": {"line": 1, "column": 7}}`, "let"),
			want:   []string{"a.js:7-10 error biome/noVar Use it.", "  suggestion Apply the suggestion of biome/noVar", `    a.js:7-10 "let"`},
		},
		{
			name:   "the byte order mark is one of them",
			text:   "\ufeffvar a;\n",
			output: one("lint/suspicious/noVar", "WARNING", `{"start": {"line": 1, "column": 2}, "end": {"line": 1, "column": 5}}`, "let"),
			want:   []string{"a.js:3-6 warning biome/noVar Use it.", "  suggestion Apply the suggestion of biome/noVar", `    a.js:3-6 "let"`},
		},
		{
			name:   "an action that is no rule",
			text:   "var a;\n",
			output: one("assist/source/organizeImports", "INFO", firstWord, "let"),
			want:   []string{"a.js:0-3 info biome/organizeImports Use it.", "  suggestion Apply the suggestion of biome/organizeImports", `    a.js:0-3 "let"`},
		},
		{
			name:   "another category",
			text:   "var a;\n",
			output: one("suppressions/unused", "WARNING", firstWord, ""),
			want:   []string{"a.js:0-3 warning biome/suppressions/unused Use it.", "  suggestion Apply the suggestion of biome/suppressions/unused", `    a.js:0-3 ""`},
		},
		{
			name:    "an older version",
			text:    "var a;\n",
			output:  one("lint/suspicious/noVar", "", firstWord, "This is a message."),
			want:    []string{"a.js:0-3 warning biome/noVar Use it."},
			refused: []string{"invalid: result 1 (lint/suspicious/noVar): a.js: its fix is not used: versions of Biome before 2.6 may have written a message in its place"},
		},
		{
			name:    "outside the file",
			text:    "var a;\n",
			output:  one("lint/suspicious/noVar", "ERROR", `{"start": {"line": 1, "column": 9}, "end": {"line": 1, "column": 10}}`, ""),
			want:    []string{"a.js:0-0 error biome/noVar Use it."},
			refused: []string{"place: result 1 (lint/suspicious/noVar): a.js: 1:9: no such place: the line ends at column 7"},
		},
		{
			name:    "about no file",
			output:  `{"source": {"name": "Biome"}, "diagnostics": [{"code": {"value": "internalError/io"}, "message": "No file.", "severity": "ERROR"}]}`,
			refused: []string{`invalid: result 1 (internalError/io): "" is not the name of a file`},
		},
		{name: "nothing found", output: `{"source": {"name": "Biome"}, "diagnostics": []}`},
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
		"":                   "empty",
		"[]":                 "json: cannot unmarshal array into Go value of type rdjson.diagnostics",
		`{"diagnostics": [{`: "cut off at byte 18",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("\ufeffvar a;", one("lint/suspicious/noVar", "ERROR", firstWord, "let"))
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.js", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	type place struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	type span struct {
		Start place  `json:"start"`
		End   *place `json:"end"`
	}
	type report struct {
		Source struct {
			Name string `json:"name"`
		} `json:"source"`
		Diagnostics []struct {
			Message  string `json:"message"`
			Severity string `json:"severity"`
			Location struct {
				Path  string `json:"path"`
				Range *span  `json:"range"`
			} `json:"location"`
			Code struct {
				Value string `json:"value"`
			} `json:"code"`
			Suggestions []struct {
				Range *span  `json:"range"`
				Text  string `json:"text"`
			} `json:"suggestions"`
		} `json:"diagnostics"`
	}
	adaptertest.FuzzModel(f, Adapter{}, "a.js", adaptertest.JSON[report], "ERROR", "lint/suspicious/noVar", "Biome")
}
