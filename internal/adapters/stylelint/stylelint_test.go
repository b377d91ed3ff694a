package stylelint

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
			name:   "the end of a finding inside of a character",
			text:   "/*😀*/\n",
			output: `[{"source": "a.css", "warnings": [{"line": 1, "column": 3, "endLine": 1, "endColumn": 4, "rule": "comment-whitespace-inside", "severity": "error", "text": "Expected whitespace", "fix": {"range": [1, 2], "text": "* "}}]}]`,
			want:   []string{"a.css:2-2 error stylelint/comment-whitespace-inside Expected whitespace", "  suggestion Apply the fix of comment-whitespace-inside", `    a.css:1-2 "* "`},
		},
		{
			name:   "a fix, its offsets without the byte order mark",
			text:   "\ufeffa { color: #FFFFFF; }\r\n",
			output: `[{"source": "/work/a.css", "warnings": [{"line": 1, "column": 12, "endLine": 1, "endColumn": 19, "fix": {"text": "", "range": [15, 18]}, "rule": "color-hex-length", "severity": "error", "text": "Expected #FFF"}]}]`,
			want: []string{
				"a.css:14-21 error stylelint/color-hex-length Expected #FFF",
				"  suggestion Apply the fix of color-hex-length",
				`    a.css:18-21 ""`,
			},
		},
		{
			name:   "offsets are code units",
			text:   "/* 😀 */ b { color: RED }\n",
			output: `[{"source": "a.css", "warnings": [{"line": 1, "column": 21, "endLine": 1, "endColumn": 24, "fix": {"text": "red", "range": [20, 23]}, "rule": "value-keyword-case", "severity": "warning", "text": "Expected red"}]}]`,
			want: []string{
				"a.css:22-25 warning stylelint/value-keyword-case Expected red",
				"  suggestion Apply the fix of value-keyword-case",
				`    a.css:22-25 "red"`,
			},
		},
		{
			name:   "a file that does not parse",
			text:   "a {",
			output: `[{"source": "a.css", "warnings": [{"line": 1, "column": 1, "rule": "CssSyntaxError", "severity": "error", "text": "Unclosed block"}]}]`,
			want: []string{
				"a.css:0-0 error stylelint/CssSyntaxError Unclosed block",
			},
		},
		{
			name:   "a finding without a position",
			text:   "a {}",
			output: `[{"source": "a.css", "warnings": [{"rule": "plugin/x", "severity": "warning", "text": "X."}]}]`,
			want: []string{
				"a.css:0-0 warning stylelint/plugin/x X.",
			},
		},
		{
			name:   "a fix outside the file leaves the finding",
			text:   "a {}",
			output: `[{"source": "a.css", "warnings": [{"line": 1, "column": 1, "fix": {"text": "", "range": [9, 12]}, "rule": "x", "severity": "warning", "text": "X."}]}]`,
			want: []string{
				"a.css:0-0 warning stylelint/x X.",
			},
			refused: []string{
				"place: result 1 (x): a.css: no such place: offset 9 is after the end of the text, which is at 4",
			},
		},
		{
			name:   "a file that was not given",
			output: `[{"source": "/b.css", "warnings": [{"line": 1, "column": 1, "rule": "x", "text": "X."}]}]`,
			refused: []string{
				"not_given: result 1 (x): /b.css: not among the files that the checker was given",
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"a.css": test.text}, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"":                "empty",
		`[{"source": "a"`: "element 1: cut off at byte 15",
		`{}`:              "not a JSON array, but an object",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("\ufeffa {}", `[{"source": "a.css", "warnings": [{"line": 1, "column": 1, "fix": {"text": "", "range": [0, 1]}, "rule": "x", "text": "X."}]}]`)
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.css", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	adaptertest.FuzzModel(f, Adapter{}, "a.css", adaptertest.JSON[[]file], "CssSyntaxError")
}
