package pipeline

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/checks"
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
