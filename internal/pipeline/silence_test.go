package pipeline

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// Comments silence findings of other tools by their full names, one each, and
// the fixes that only these have go with them.
func TestCommentsSilenceOtherTools(t *testing.T) {
	const text = "import os # autofix ignore=ruff/F401\n# autofix ignore=E501\nf(a, b) # autofix ignore=pylint/*\nx\n"
	a := artifact.New(artifact.Tool{Name: "ruff"}, "")
	add := func(id, rule string, start int, fixes ...string) {
		a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{ID: id, Rule: rule, Path: "a.py", Start: start, End: start, Fixes: fixes})
	}
	add("second", "ruff/F401", 9, "kept")
	add("first", "ruff/F401", 7, "gone", "shared")
	add("short", "ruff/E501", 60)
	add("all", "pylint/a", 62)
	add("all of them", "pylint/b", 62)
	add("elsewhere", "ruff/F401", len(text)-2, "shared")
	for _, id := range []string{"gone", "shared", "kept"} {
		a.Fixes = append(a.Fixes, fixedits.Fix{ID: id})
	}
	silence(a, []checks.File{{Path: "a.py", Content: []byte(text)}})
	var got []string
	for _, d := range a.Diagnostics {
		got = append(got, d.ID)
	}
	for _, fix := range a.Fixes {
		got = append(got, fix.ID)
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"elsewhere", "kept", "second", "shared"}, got); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
}

// So they do where programs of [checkers.NAME] run, in each round.
func TestCommentsSilencePrograms(t *testing.T) {
	files := map[string]string{"x.py": "b # autofix ignore=stub/word\n", "y.py": "b # autofix ignore=other/word\n"}
	ws := newWorkspace(t, files)
	s := &stub{from: "b", to: "c"}
	_, err := Fix(t.Context(), ws, []string{"x.py", "y.py"}, Options{Tools: tools(&rewriter{}), Programs: []*Program{s.program("stub", ".py")}})
	if err != nil {
		t.Fatal(err)
	}
	if x, y := content(t, ws, "x.py"), content(t, ws, "y.py"); x != files["x.py"] || y != "c # autofix ignore=other/word\n" {
		t.Errorf("x.py is %q, y.py %q", x, y)
	}
}
