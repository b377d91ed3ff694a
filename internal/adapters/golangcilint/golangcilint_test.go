package golangcilint

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
			name:   "a fix",
			text:   "package a // 😀 langauge\n",
			output: `{"Issues": [{"FromLinter": "misspell", "Text": "misspelling", "Severity": "", "Pos": {"Filename": "a.go", "Offset": 18, "Line": 1, "Column": 19}, "SuggestedFixes": [{"Message": "", "TextEdits": [{"Pos": 18, "End": 26, "NewText": "bGFuZ3VhZ2U="}]}]}], "Report": {}}`,
			want: []string{
				"a.go:18-18 warning golangci-lint/misspell misspelling",
				"  suggestion Apply the fix of misspell",
				`    a.go:18-26 "language"`,
			},
		},
		{
			name:   "a severity, and no column",
			text:   "package a\n",
			output: `{"Issues": [{"FromLinter": "x", "Text": "X.", "Severity": "error", "Pos": {"Filename": "/work/a.go", "Line": 1, "Column": 0}}]}`,
			want: []string{
				"a.go:0-0 error golangci-lint/x X.",
			},
		},
		{
			name:   "a deletion outside the file leaves the finding",
			text:   "package a\n",
			output: `{"Issues": [{"FromLinter": "x", "Text": "X.", "Severity": "info", "Pos": {"Filename": "a.go", "Line": 1}, "SuggestedFixes": [{"TextEdits": [{"Pos": 18, "End": 26, "NewText": null}]}]}]}`,
			want: []string{
				"a.go:0-0 info golangci-lint/x X.",
			},
			refused: []string{
				"place: result 1 (x): a.go: no such place: offset 18 is after the end of the text, which is at 10",
			},
		},
		{
			name:   "a file that was not given",
			output: `{"Issues": [{"FromLinter": "x", "Text": "X.", "Pos": {"Filename": "../b.go", "Line": 1}}]}`,
			refused: []string{
				"not_given: result 1 (x): ../b.go: not among the files that the checker was given",
			},
		},
		{
			name:   "nothing found",
			output: `{"Issues": null}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			found, refused := adaptertest.Read(t, Adapter{}, adaptertest.Files{"a.go": test.text}, "", test.output)
			adaptertest.Check(t, found, test.want...)
			if diff := cmp.Diff(test.refused, refused); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	for output, want := range map[string]string{
		"": "empty",
		`{"Issues": [{"FromLinter": "x", "SuggestedFixes": [{"TextEdits": [{"NewText": "?"}]}]}]}`: "element 1: illegal base64 data at input byte 0",
		`{} {}`: "at byte 4: an object after the end",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("package a", `{"Issues": [{"FromLinter": "x", "Text": "X.", "Pos": {"Filename": "a.go", "Line": 1}, "SuggestedFixes": [{"TextEdits": [{"Pos": 0, "End": 2, "NewText": "YQ=="}]}]}]}`)
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.go", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	type report struct{ Issues []issue }
	adaptertest.FuzzModel(f, Adapter{}, "a.go", adaptertest.JSON[report], "high", "style")
}
