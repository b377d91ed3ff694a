package rdjson

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
			name:   "suggestions are alternatives, columns are bytes",
			text:   "é=abc\n",
			output: `{"source": {"name": "Super Lint"}, "severity": "WARNING", "diagnostics": [{"message": "wrong", "location": {"path": "a.txt", "range": {"start": {"line": 1, "column": 4}, "end": {"line": 1, "column": 5}}}, "code": {"value": "R1"}, "suggestions": [{"range": {"start": {"line": 1, "column": 4}, "end": {"line": 1, "column": 5}}, "text": "x"}, {"range": {"start": {"line": 1, "column": 3}}, "text": "="}]}]}`,
			want: []string{
				"a.txt:3-4 warning super-lint/R1 wrong",
				"  suggestion Apply the suggestion of super-lint/R1",
				`    a.txt:3-4 "x"`,
				"  suggestion Apply the suggestion of super-lint/R1",
				`    a.txt:2-2 "="`,
			},
		},
		{
			name:   "the columns of ruff are characters, without the byte order mark",
			text:   "\ufeffé=abc\n",
			output: `{"source": {"name": "ruff"}, "severity": "WARNING", "diagnostics": [{"message": "wrong", "location": {"path": "a.txt", "range": {"start": {"line": 1, "column": 3}, "end": {"line": 1, "column": 4}}}, "code": {"value": "R1"}, "suggestions": [{"range": {"start": {"line": 1, "column": 3}, "end": {"line": 1, "column": 4}}, "text": "x"}]}]}`,
			want: []string{
				"a.txt:6-7 warning ruff/R1 wrong",
				"  suggestion Apply the suggestion of ruff/R1",
				`    a.txt:6-7 "x"`,
			},
		},
		{
			name:   "whole lines, without the last line ending",
			text:   "a\r\nb\r\n\r\nc\r\n",
			output: `{"source": {"name": "Super Lint"}, "severity": "ERROR", "diagnostics": [{"message": "wrong", "location": {"path": "a.txt", "range": {"start": {"line": 2}}}, "code": {"value": "R1"}, "suggestions": [{"range": {"start": {"line": 2}, "end": {"line": 3}}, "text": "x"}]}]}`,
			want: []string{
				"a.txt:3-4 error super-lint/R1 wrong",
				"  suggestion Apply the suggestion of super-lint/R1",
				`    a.txt:3-6 "x"`,
			},
		},
		{
			name:   "the line ending too",
			text:   "a\nb\n",
			output: `{"source": {"name": "Super Lint"}, "severity": "INFO", "diagnostics": [{"message": "wrong", "location": {"path": "a.txt", "range": {"start": {"line": 1}, "end": {"line": 2, "column": 1}}}, "code": {"value": "R1"}}]}`,
			want: []string{
				"a.txt:0-2 info super-lint/R1 wrong",
			},
		},
		{
			name:   "a whole file",
			text:   "a\n",
			output: `{"source": {"name": "Super Lint"}, "severity": "WARNING", "diagnostics": [{"message": "wrong", "location": {"path": "a.txt"}, "code": {"value": "R1"}}]}`,
			want: []string{
				"a.txt:0-0 warning super-lint/R1 wrong",
			},
		},
		{
			name:   "what a diagnostic says itself",
			text:   "a\n",
			output: `{"source": {"name": "x"}, "diagnostics": [{"message": "wrong", "severity": "ERROR", "source": {"name": "y"}, "location": {"path": "/work/a.txt"}}]}`,
			want: []string{
				"a.txt:0-0 error y/diagnostic wrong",
			},
		},
		{
			name:   "a suggestion outside the file or without a range leaves the finding",
			text:   "a\n",
			output: `{"source": {"name": "Super Lint"}, "severity": "WARNING", "diagnostics": [{"message": "wrong", "location": {"path": "a.txt"}, "code": {"value": "R1"}, "suggestions": [{"text": "x"}, {"range": {"start": {"line": 9}}, "text": "x"}]}]}`,
			want: []string{
				"a.txt:0-0 warning super-lint/R1 wrong",
			},
			refused: []string{
				"invalid: result 1 (R1): a.txt: a suggestion has no range",
				"place: result 1 (R1): a.txt: 9:1: no such place: the text has 2 lines",
			},
		},
		{
			name:   "a file that was not given",
			output: `{"diagnostics": [{"message": "wrong", "location": {"path": "b.txt"}}]}`,
			refused: []string{
				"not_given: result 1: b.txt: not among the files that the checker was given",
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"a.txt": test.text}, "", test.output)
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
		"[]": "json: cannot unmarshal array into Go value of type rdjson.diagnostics",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("a\r\nb", `{"source": {"name": "Super Lint"}, "severity": "WARNING", "diagnostics": [{"message": "wrong", "location": {"path": "a.txt", "range": {"start": {"line": 2}}}, "code": {"value": "R1"}, "suggestions": [{"range": {"start": {"line": 1}, "end": {"line": 2}}, "text": "x"}]}]}`)
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.txt", text, output) })
}

func TestReadLines(t *testing.T) {
	const output = `{"message": "one", "source": {"name": "lint"}, "location": {"path": "a.txt"}}
{"message": "two", "source": {"name": "lint"}, "location": {"path": "b.txt"}}
`
	found, refused := adaptertest.Read(t, LinesAdapter{}, adaptertest.Files{"a.txt": "a\n"}, "", output)
	adaptertest.Check(t, found, "a.txt:0-0 warning lint/diagnostic one")
	if diff := cmp.Diff([]string{"not_given: result 2: b.txt: not among the files that the checker was given"}, refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
	if got, want := adaptertest.Malformed(t, LinesAdapter{}, nil, "{}\n{"), "value 2: cut off at byte 4"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	type report struct {
		Source      source       `json:"source"`
		Severity    string       `json:"severity"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	adaptertest.FuzzModel(f, Adapter{}, "a.txt", adaptertest.JSON[report], "ERROR", "INFO", "Biome", "ruff")
}
