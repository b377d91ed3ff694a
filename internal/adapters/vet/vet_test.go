package vet

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
			name: "fixes are alternatives, and a package with its tests is the same package",
			text: "é+abc\n",
			output: `{"v": {"printf": [{"posn": "/work/a.go:1:4", "end": "/work/a.go:1:6", "message": "wrong", "suggested_fixes": [{"message": "Fix it", "edits": [{"filename": "/work/a.go", "start": 4, "end": 6, "new": "x"}]}, {"message": "", "edits": [{"filename": "/work/a.go", "start": 0, "end": 2, "new": "y"}]}]}]}}
{"v [v.test]": {"printf": [{"posn": "/work/a.go:1:4", "end": "/work/a.go:1:6", "message": "wrong", "suggested_fixes": [{"message": "Fix it", "edits": [{"filename": "/work/a.go", "start": 4, "end": 6, "new": "x"}]}, {"message": "", "edits": [{"filename": "/work/a.go", "start": 0, "end": 2, "new": "y"}]}]}]}}`,
			want: []string{
				"a.go:3-5 warning vet/printf wrong",
				"  suggestion Fix it",
				`    a.go:4-6 "x"`,
				"  suggestion Apply the fix of vet/printf",
				`    a.go:0-2 "y"`,
			},
		},
		{
			name:   "without an end, and a colon in the name",
			text:   "abc\n",
			output: `{"v": {"printf": [{"posn": "a.go:1", "message": "wrong"}, {"posn": "C:/x.go:1:2", "message": "wrong"}]}}`,
			want: []string{
				"a.go:0-0 warning vet/printf wrong",
			},
			refused: []string{
				"not_given: result 2 (printf): C:/x.go: not among the files that the checker was given",
			},
		},
		{
			name:   "no place",
			text:   "abc\n",
			output: `{"v": {"printf": [{"posn": "-", "message": "wrong"}]}}`,
			refused: []string{
				`invalid: result 1 (printf): "-" is not a position: expected FILE:LINE:COLUMN`,
			},
		},
		{
			name:   "outside the file leaves the finding",
			text:   "abc\n",
			output: `{"v": {"printf": [{"posn": "a.go:1:1", "message": "wrong", "suggested_fixes": [{"message": "m", "edits": [{"filename": "a.go", "start": 9, "end": 9, "new": ""}]}]}]}}`,
			want: []string{
				"a.go:0-0 warning vet/printf wrong",
			},
			refused: []string{
				"place: result 1 (printf): a.go: no such place: offset 9 is after the end of the text, which is at 4",
			},
		},
		{
			name:   "nothing found",
			output: "{}",
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
		`{"v": {"printf": {"error": "it panicked"}}}`: "package v: analyzer printf: failed: it panicked",
		"vet: no packages match":                      "value 1: at byte 1: invalid character 'v' looking for beginning of value",
	} {
		if got := adaptertest.Malformed(t, Adapter{}, nil, output); got != want {
			t.Errorf("%s:\n got %s\nwant %s", output, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("é+abc", `{"v": {"printf": [{"posn": "/work/a.go:1:4", "end": "/work/a.go:1:6", "message": "wrong", "suggested_fixes": [{"message": "Fix it", "edits": [{"filename": "/work/a.go", "start": 4, "end": 6, "new": "x"}]}, {"message": "", "edits": [{"filename": "/work/a.go", "start": 0, "end": 2, "new": "y"}]}]}]}}`)
	f.Fuzz(func(t *testing.T, text, output string) { adaptertest.Fuzz(t, Adapter{}, "a.go", text, output) })
}

// Output that has the format, with hostile values, is no panic.
func FuzzModel(f *testing.F) {
	adaptertest.FuzzModel(f, Adapter{}, "a.go", adaptertest.JSON[map[string]map[string][]diagnostic], "a.go:1:1", "a.go:1:2", "a.go:2:1", "a.go:1", "a.go:1:9223372036854775807")
}
