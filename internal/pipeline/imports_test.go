package pipeline

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters/golangcilint"
)

// sorts is a Go file that sorts n slices, with the issues of an analyzer that
// makes each call one of package slices. Each fix adds the import.
func sorts(n int) (text string, issues map[string][]fixedits.Edit) {
	text = "package a\n\nimport (\n\t\"fmt\"\n\t\"sort\"\n)\n\nfunc f(x []int) {\n"
	for i := range n {
		text += fmt.Sprintf("\tsort.Ints(x[%d:])\n", i)
	}
	text += "\tfmt.Println(x)\n}\n"
	issues = map[string][]fixedits.Edit{}
	for i := range n {
		call := replace("a.go", text, fmt.Sprintf("sort.Ints(x[%d", i), fmt.Sprintf("slices.Sort(x[%d", i))
		added := replace("a.go", text, "\"sort\"", "")
		added.End, added.New = added.Start, []byte("\"slices\"\n\t")
		issues[fmt.Sprintf("slicessort%02d", i)] = []fixedits.Edit{added, call}
	}
	return text, issues
}

// Rule 14: of fixes that add one import, each is applied, and the import that
// nothing uses any more goes.
func TestImportsAreSettled(t *testing.T) {
	text, issues := sorts(12)
	first := maps.Clone(issues)
	maps.DeleteFunc(first, func(name string, _ []fixedits.Edit) bool { return name != "slicessort00" })
	slicesSort := strings.ReplaceAll(strings.Replace(text, "\"sort\"", "\"slices\"", 1), "sort.Ints", "slices.Sort")
	for _, test := range []struct {
		name   string
		issues map[string][]fixedits.Edit
		want   string
	}{
		{"all", issues, slicesSort},
		{"one, so that sort is still used", first, strings.Replace(strings.Replace(text, "\t\"sort\"", "\t\"slices\"\n\t\"sort\"", 1), "sort.Ints", "slices.Sort", 1)},
	} {
		t.Run(test.name, func(t *testing.T) {
			ws := newWorkspace(t, map[string]string{"a.go": text})
			found := imported(t, ws, "vet", golangcilint.Adapter{}, golangci("a.go", test.issues))
			opts := Options{Tools: toolsWithout(), Safety: fixedits.SafetyUnsafe}
			plan, _, err := Merge(ws, []*artifact.Artifact{found}, opts)
			if err != nil {
				t.Fatal(err)
			}
			again := newWorkspace(t, map[string]string{"a.go": text})
			for _, run := range []struct {
				name     string
				artifact *artifact.Artifact
			}{{"the artifact", found}, {"the plan of the artifact", plan}} {
				result, err := Apply(t.Context(), ws, []*artifact.Artifact{run.artifact}, opts)
				if err != nil {
					t.Fatal(err)
				}
				if n := len(result.Outcomes); slices.ContainsFunc(result.Outcomes, func(o Outcome) bool { return o.Status != fixedits.StatusApplied }) {
					t.Errorf("%s: not all of %d fixes are applied: %+v", run.name, n, result.Outcomes)
				}
				if got := content(t, ws, "a.go"); got != test.want {
					t.Errorf("%s: got\n%s", run.name, got)
				}
				ws = again
			}
		})
	}
}
