package vet

import (
	"slices"
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

// The rules of analyzers in Bazel are their own, and one that fails is a finding
// next to the findings of the others.
func TestReadAnalysis(t *testing.T) {
	const output = `{"v": {
		"crash": {"error": "panicked: out of luck"},
		"printf": [{"category": "verb", "posn": "a.go:1:1", "end": "a.go:1:2", "message": "wrong", "related": [
			{"posn": "b.go:2:3", "end": "b.go:2:4", "message": "declared here"},
			{"posn": "other/c.go:2:3", "message": "not given"},
			{"posn": "b.go:9:1", "message": "no such line"},
			{"posn": "b.go:2:3", "end": "b.go:1:1", "message": "ends before"},
			{"posn": "bazel-out/k8-fastbuild/bin/gen.go:1:1", "message": "made here"},
			{"posn": "/usr/go/src/fmt/print.go:9:1", "message": "of the library"},
			{"posn": "-", "message": "nowhere"}
		]}],
		"same": [{"category": "same", "posn": "a.go:1:2", "message": "also", "related": [
			{"posn": "a.go:1:1", "message": "1"}, {"posn": "a.go:1:1", "message": "2"}, {"posn": "a.go:1:1", "message": "1"}
		]}],
		"odd": [{"category": "a\u0000b", "posn": "a.go:1:3", "message": "odd"}]
	}}`
	files := adaptertest.Files{"a.go": "abc\n", "b.go": "é\nabc\n"}
	found, refused := adaptertest.Read(t, Adapter{Analysis: true}, files, "", output)
	adaptertest.Check(t, found,
		"a.go:0-0 error go/crash the analyzer crash has found nothing here: it panicked: out of luck",
		"a.go:0-1 warning go/printf wrong; other/c.go:2:3: not given; b.go:9:1: no such line; b.go:2:3: ends before; gen.go:1:1: made here; print.go:9:1: of the library; and 1 more (verb)",
		"  related b.go:5-6 2:3 declared here",
		"a.go:1-1 warning go/same also",
		"  related a.go:0-0 1:1 1",
		"  related a.go:0-0 1:1 2",
	)
	if want := []string{"invalid: result 1 (odd): a.go: category: \"a\\x00b\" contains a control character"}; !slices.Equal(refused, want) {
		t.Errorf("refused: %q, want %q", refused, want)
	}
	if got := adaptertest.Malformed(t, Adapter{Analysis: true}, nil, "{"); got != "value 1: cut off at byte 1" {
		t.Errorf("error %s", got)
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
