package pipeline

import (
	"context"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// A data file decodes to the same value after fixes of style and layout,
// whatever tool proposes them, and whether or not its formatter is on.
func TestDataKeepsItsValue(t *testing.T) {
	const secret = "a: 1 \nb: |\n  s3cret"
	all := func(phase fixedits.Phase, safety fixedits.Safety, from, to string) func(path, text string) proposed {
		return func(path, text string) proposed {
			at := strings.Index(text, from)
			return proposed{rule: "r/r", phase: phase, safety: safety, edits: []fixedits.Edit{edit(path, at, at+len(from), to)}}
		}
	}
	style, format, semantic, safe := fixedits.PhaseStyle, fixedits.PhaseFormat, fixedits.PhaseSemantic, fixedits.SafetySafe
	tests := []struct {
		name, path, text string
		fix              func(path, text string) proposed
		want             string // empty if the fix is refused
	}{
		{"a newline after a block scalar", "a.yaml", secret, all(style, safe, "cret", "cret\n"), ""},
		{"as a requested suggestion", "a.yaml", secret, all(style, fixedits.SafetySuggestion, "cret", "cret\n"), ""},
		{"as layout", "a.yaml", secret, all(format, safe, secret, secret+"\n"), ""},
		{"as a semantic fix", "a.yaml", secret, all(semantic, safe, "cret", "cret\n"), secret + "\n"},
		{"trailing whitespace elsewhere", "a.yaml", secret, all(style, safe, " \n", "\n"), "a: 1\nb: |\n  s3cret"},
		{"a template", "a.yaml", "{{ if }}\nb: |\n  x", all(style, safe, "x", "x\n"), "{{ if }}\nb: |\n  x\n"},
		{"JSON", "a.json", `{"a": 1}`, all(style, safe, "1", "2"), ""},
		{"TOML", "a.toml", "a = 1\n", all(style, safe, "1", "2"), ""},
		{"not a data file", "a.txt", "a = 1\n", all(style, safe, "1", "2"), "a = 2\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{test.path: test.text}
			ws := newWorkspace(t, files)
			a := artifactOf(t, "", files, test.fix(test.path, test.text))
			opts := Options{Tools: tools(&rewriter{}), Safety: fixedits.SafetySuggestion}
			result, err := Apply(context.Background(), ws, []*artifact.Artifact{a}, opts)
			if err != nil {
				t.Fatal(err)
			}
			want, status := test.want, fixedits.StatusApplied
			if want == "" {
				want, status = test.text, fixedits.StatusBrokeValue
			}
			if got := content(t, ws, test.path); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") || strings.HasSuffix(got, "\n") != strings.HasSuffix(want, "\n") {
				t.Errorf("became %q, want %q", got, want)
			}
			if got := result.Outcomes[0]; got.Status != status {
				t.Errorf("%s: %s, want %s", got.Status, got.Reason, status)
			}
			if left := result.Left; status == fixedits.StatusBrokeValue && (len(left) != 1 || left[0].Pending || !strings.Contains(left[0].Reason, "broke_value: "+test.path+" would not keep its value")) {
				t.Errorf("left: %+v", left)
			}
		})
	}
}

// A plan is applied as it is even if something else changes its file.
func TestAPlanMayChangeValues(t *testing.T) {
	files := map[string]string{"a.json": "{\n  \"a\": 1, \"b\": 2\n}\n"}
	ws := newWorkspace(t, files)
	opts := Options{Tools: tools(&rewriter{})}
	change := proposed{rule: "r/r", phase: fixedits.PhaseSemantic, edits: []fixedits.Edit{edit("a.json", 9, 10, "7")}}
	plan, _, err := Merge(ws, []*artifact.Artifact{artifactOf(t, "", files, change)}, opts)
	if err != nil {
		t.Fatal(err)
	}
	other := artifactOf(t, "", files, proposed{rule: "r/s", phase: fixedits.PhaseSemantic, edits: []fixedits.Edit{edit("a.json", 0, 0, "\n")}})
	if _, err := Apply(context.Background(), ws, []*artifact.Artifact{plan, other}, opts); err != nil {
		t.Fatal(err)
	}
	if got := content(t, ws, "a.json"); !strings.Contains(got, `"a": 7`) {
		t.Errorf("became %q", got)
	}
}
