package pipeline

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

func apply(t *testing.T, files map[string]string, artifacts []*artifact.Artifact, change func(*Options)) (*Result, func(string) string) {
	t.Helper()
	ws := newWorkspace(t, files)
	opts := Options{Tools: tools(&rewriter{})}
	if change != nil {
		change(&opts)
	}
	result, err := Apply(context.Background(), ws, artifacts, opts)
	if err != nil {
		t.Fatal(err)
	}
	return result, func(path string) string { return content(t, ws, path) }
}

func TestApplyReportsRemainingFindings(t *testing.T) {
	files := map[string]string{"a.txt": "one two three\n"}
	same := proposed{rule: "r/same", edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}}
	one := artifactOf(t, "//one", files, same,
		proposed{rule: "r/two", edits: []fixedits.Edit{edit("a.txt", 4, 7, "2")}},
		proposed{rule: "r/rival", edits: []fixedits.Edit{edit("a.txt", 4, 13, "2 3")}},
		proposed{rule: "r/hint", safety: fixedits.SafetySuggestion, edits: []fixedits.Edit{edit("a.txt", 8, 13, "3")}})
	two := artifactOf(t, "//two", files, same)
	result, now := apply(t, files, []*artifact.Artifact{two, one}, nil)
	// Of the two at offset 4 the shorter comes first in the total order.
	rival := Left{Diagnostic: one.Diagnostics[slices.IndexFunc(one.Diagnostics, func(d fixedits.Diagnostic) bool { return d.Rule == "r/rival" })]}
	rival.Reason = "conflict: overlaps r/two at a.txt:1:5"
	hint := Left{Diagnostic: one.Diagnostics[slices.IndexFunc(one.Diagnostics, func(d fixedits.Diagnostic) bool { return d.Rule == "r/hint" })]}
	hint.Reason = "suggestion"
	if diff := cmp.Diff([]Left{rival, hint}, result.Left, cmpopts.IgnoreFields(Left{}, "Fix")); diff != "" {
		t.Error(diff)
	}
	duplicates := 0
	for _, o := range result.Outcomes {
		if o.Status == fixedits.StatusDuplicate {
			duplicates++
			if !o.Settled {
				t.Error("the duplicate of an applied fix is not settled")
			}
		}
	}
	if duplicates != 1 {
		t.Errorf("%d duplicates, want the one of the file in two targets", duplicates)
	}
	if got := now("a.txt"); got != "1 2 three\n" {
		t.Errorf("a.txt is %q", got)
	}
}

func TestApplyTwiceIsStale(t *testing.T) {
	files := map[string]string{"a.txt": "one\n"}
	a := artifactOf(t, "//a", files, proposed{rule: "r/r", edits: []fixedits.Edit{edit("a.txt", 0, 0, "again ")}})
	ws := newWorkspace(t, files)
	opts := Options{Tools: tools(&rewriter{})}
	for i, want := range []fixedits.Status{fixedits.StatusApplied, fixedits.StatusStale} {
		result, err := Apply(context.Background(), ws, []*artifact.Artifact{a}, opts)
		if err != nil {
			t.Fatal(err)
		}
		if got := statuses(result)["r/r"]; got != want || result.Stale() != (want == fixedits.StatusStale) {
			t.Errorf("run %d: %s, stale: %t, want %s", i+1, got, result.Stale(), want)
		}
	}
	if got := content(t, ws, "a.txt"); got != "again one\n" {
		t.Errorf("a.txt is %q", got)
	}
}

func TestApplyDoesNotDependOnTheOrderOfArtifacts(t *testing.T) {
	files := map[string]string{"a.txt": "one two\n", "b.go": "package b\n"}
	artifacts := []*artifact.Artifact{
		artifactOf(t, "//1", files, proposed{rule: "r/1", edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}}),
		artifactOf(t, "//2", files, proposed{rule: "r/2", edits: []fixedits.Edit{edit("a.txt", 2, 5, "2")}}),
		artifactOf(t, "//3", files, proposed{rule: "r/3", edits: []fixedits.Edit{edit("a.txt", 4, 7, "3"), edit("b.go", 8, 9, "c")}}),
	}
	first, _ := apply(t, files, artifacts, nil)
	for _, order := range [][]int{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		shuffled := []*artifact.Artifact{artifacts[order[0]], artifacts[order[1]], artifacts[order[2]]}
		again, _ := apply(t, files, shuffled, nil)
		if diff := cmp.Diff(first, again, cmp.AllowUnexported(Result{})); diff != "" {
			t.Errorf("order %v: %s", order, diff)
		}
	}
}

func TestApplyNeverLeavesTheWorkspace(t *testing.T) {
	files := map[string]string{"a.txt": "one\n"}
	ws := newWorkspace(t, files)
	a := artifactOf(t, "//a", map[string]string{"a.txt": "one\n"}, proposed{rule: "r/r", edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}})
	for i := range a.Fixes {
		a.Fixes[i].Edits[0].Path = "../a.txt"
	}
	a.Snapshots[0].Path = "../a.txt"
	result, err := Apply(context.Background(), ws, []*artifact.Artifact{a}, Options{Tools: tools(&rewriter{})})
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(result)["r/r"]; got != fixedits.StatusForeign || result.Written {
		t.Errorf("status %s, written %v", got, result.Written)
	}
}

// The format checker, not an artifact, owns the formatter of a merged text. If
// the tags of a target turn that checker off, the text is not formatted.
func TestApplyDoesNotFormatIfTheFormatCheckIsOff(t *testing.T) {
	const before = "package b\n\n\n\nvar  X = 1\n"
	files := map[string]string{"b.go": before, "c.go": before}
	rename := func(path string) proposed {
		return proposed{rule: "r/rename", edits: []fixedits.Edit{edit(path, 8, 9, "z")}}
	}
	off := artifactOf(t, "//off", map[string]string{"b.go": before}, rename("b.go"))
	off.Without = []string{"format"}
	on := artifactOf(t, "//on", map[string]string{"c.go": before}, rename("c.go"))
	both := artifactOf(t, "//both", map[string]string{"b.go": before})
	other := artifactOf(t, "//other", map[string]string{"b.go": before})
	const renamed, formatted = "package z\n\n\n\nvar  X = 1\n", "package z\n\nvar X = 1\n"
	tests := []struct {
		name      string
		artifacts []*artifact.Artifact
		b         string
	}{
		{"off for its only target", []*artifact.Artifact{off, on}, renamed},
		{"off for one of two targets", []*artifact.Artifact{on, both, off}, formatted},
		{"the check of another tool does not matter", []*artifact.Artifact{other, off, on}, renamed},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, a := range []*artifact.Artifact{off, on, both} {
				a.Tool.Name = tools(&rewriter{}).Checkers.Tool.Name
			}
			_, now := apply(t, files, test.artifacts, nil)
			if got := now("b.go"); got != test.b {
				t.Errorf("b.go is %q, want %q", got, test.b)
			}
			if got := now("c.go"); got != formatted {
				t.Errorf("c.go is %q, want %q", got, formatted)
			}
		})
	}
}
