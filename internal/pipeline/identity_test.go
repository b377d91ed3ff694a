package pipeline

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// numbered assigns sequential ids to an artifact, as some tools do: f1, f2 and
// d1, d2.
func numbered(a *artifact.Artifact) *artifact.Artifact {
	ids := map[string]string{}
	for i := range a.Fixes {
		id := "f" + string(rune('1'+i))
		ids[a.Fixes[i].ID], a.Fixes[i].ID = id, id
	}
	for i := range a.Diagnostics {
		d := &a.Diagnostics[i]
		d.ID = "d" + string(rune('1'+i))
		d.Fixes = slices.Clone(d.Fixes)
		for k := range d.Fixes {
			d.Fixes[k] = ids[d.Fixes[k]]
		}
	}
	return a
}

// Two tools with sequential ids use one id for different things. The outcome of
// one says nothing about the other.
func TestEqualIDsOfTwoTools(t *testing.T) {
	files := map[string]string{"a.txt": "one two\n", "b.txt": "three\n"}
	one := func() *artifact.Artifact {
		return numbered(artifactOf(t, "//one", files, proposed{rule: "r/one", edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}}))
	}
	two := func() *artifact.Artifact {
		return numbered(artifactOf(t, "//two", files, proposed{rule: "s/two", safety: fixedits.SafetySuggestion, edits: []fixedits.Edit{edit("b.txt", 0, 5, "3")}}))
	}
	for _, artifacts := range [][]*artifact.Artifact{{one(), two()}, {two(), one()}} {
		if artifacts[0].Fixes[0].ID != artifacts[1].Fixes[0].ID || artifacts[0].Diagnostics[0].ID != artifacts[1].Diagnostics[0].ID {
			t.Fatal("the test's own ids differ")
		}
		result, now := apply(t, files, artifacts, nil)
		if got := now("a.txt") + now("b.txt"); got != "1 two\nthree\n" {
			t.Errorf("got %q", got)
		}
		if diff := cmp.Diff([]string{"s/two"}, leftRules(result)); diff != "" {
			t.Errorf("left: -want +got:\n%s", diff)
		}
		if len(result.Left) == 1 && result.Left[0].Reason != "suggestion" {
			t.Errorf("reason %q", result.Left[0].Reason)
		}

		ws := newWorkspace(t, files)
		merged, _, err := Merge(ws, artifacts, Options{Tools: tools(&rewriter{})})
		if err != nil {
			t.Fatal(err)
		}
		if len(merged.Fixes) != 1 || merged.Fixes[0].Rule != "r/one" || len(merged.Diagnostics) != 2 {
			t.Errorf("merged %+v", merged)
		}
		if artifacts[0].Fixes[0].ID != "f1" {
			t.Error("the artifact of the caller was changed")
		}
	}
}

func TestDiagnosticsThatDifferBetweenArtifacts(t *testing.T) {
	d := fixedits.Diagnostic{Rule: "r/r", Path: "a", Message: "m", Severity: fixedits.SeverityInfo}
	fix := func(text string) fixedits.Fix {
		return fixedits.Fix{ID: text, Rule: "r/r", Edits: []fixedits.Edit{edit("a", 0, 1, text)}}
	}
	x, y := fix("x"), fix("y")
	first := &artifact.Artifact{Diagnostics: []fixedits.Diagnostic{d}, Fixes: []fixedits.Fix{x}}
	first.Diagnostics[0].Fixes = []string{"x"}
	second := &artifact.Artifact{Diagnostics: []fixedits.Diagnostic{d}, Fixes: []fixedits.Fix{y}}
	second.Diagnostics[0].Fixes, second.Diagnostics[0].Severity = []string{"y"}, fixedits.SeverityError
	want := d
	want.ID, want.Severity = fixedits.DiagnosticID(&d), fixedits.SeverityError
	want.Fixes = []string{fixedits.ContentID(&y), fixedits.ContentID(&x)}
	for _, artifacts := range [][]*artifact.Artifact{{first, second}, {second, first}, {first, second, first}} {
		if diff := cmp.Diff([]fixedits.Diagnostic{want}, distinctDiagnostics(identified(artifacts))); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}
