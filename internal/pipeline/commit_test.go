package pipeline

import (
	"context"
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// A file that is edited between check and write is not changed.
func TestFilesThatChangeDuringTheRunAreStale(t *testing.T) {
	for _, by := range []policy.Policy{policy.Permissive, policy.Strict} {
		t.Run(string(by), func(t *testing.T) {
			files := map[string]string{"a.txt": "a\n", "b.txt": "a\n"}
			ws := newWorkspace(t, files)
			r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}}}
			r.onCheck = func(path string) {
				if path == "b.txt" {
					writeFile(t, ws.Root(), "b.txt", "edited meanwhile\n")
				}
			}
			result, err := Fix(context.Background(), ws, []string{"a.txt", "b.txt"}, Options{Tools: tools(r), Policy: by})
			if err != nil {
				t.Fatal(err)
			}
			if got := content(t, ws, "b.txt"); got != "edited meanwhile\n" {
				t.Errorf("b.txt is %q", got)
			}
			want := "b\n"
			if by == policy.Strict {
				want = "a\n"
			}
			if got := content(t, ws, "a.txt"); got != want {
				t.Errorf("a.txt is %q, want %q", got, want)
			}
			var stale []string
			for _, o := range result.Outcomes {
				if o.Status == fixedits.StatusStale {
					stale = append(stale, o.Paths...)
				}
			}
			if !slices.Equal(stale, []string{"b.txt"}) {
				t.Errorf("stale %v", stale)
			}
			if !result.Stale() {
				t.Error("the result does not say that it is stale")
			}
			if (len(result.Blocked) > 0) != (by == policy.Strict) {
				t.Errorf("blocked %q", result.Blocked)
			}
			if !slices.ContainsFunc(result.Left, func(l Left) bool { return l.Path == "b.txt" && l.Pending }) {
				t.Errorf("left %+v", result.Left)
			}
		})
	}
}

// A fix is an atom: if one of its files is stale, its other files are not
// written, nor are files that other fixes connect with them.
func TestStaleFilesTakeTheirFixesWithThem(t *testing.T) {
	files := map[string]string{"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "d.txt": "d\n"}
	ws := newWorkspace(t, files)
	change := func(path string) fixedits.FileChange {
		before := []byte(files[path])
		return fixedits.FileChange{Path: path, Before: before, After: []byte("new\n"), BeforeSHA256: fixedits.Digest(before)}
	}
	applied := func(id string, paths ...string) Outcome {
		return Outcome{Round: 1, Settled: true, Outcome: &fixedits.Outcome{ID: id, Rule: "r/r", Status: fixedits.StatusApplied, Paths: paths}}
	}
	result := &Result{
		Rounds:   1,
		Files:    []fixedits.FileChange{change("a.txt"), change("b.txt"), change("c.txt"), change("d.txt")},
		Outcomes: []Outcome{applied("f1", "a.txt", "b.txt"), applied("f2", "b.txt", "c.txt"), applied("f3", "d.txt")},
	}
	writeFile(t, ws.Root(), "a.txt", "edited\n")
	if err := commit(context.Background(), ws.Write, result, &Options{}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"a.txt": "edited\n", "b.txt": "b\n", "c.txt": "c\n", "d.txt": "new\n"} {
		if got := content(t, ws, path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	var got []fixedits.Status
	for _, o := range result.Outcomes {
		got = append(got, o.Status)
	}
	if want := []fixedits.Status{fixedits.StatusStale, fixedits.StatusStale, fixedits.StatusApplied}; !slices.Equal(got, want) {
		t.Errorf("statuses %v, want %v", got, want)
	}
	if len(result.Files) != 1 || !result.Written || !result.Stale() {
		t.Errorf("files %+v, written %v", result.Files, result.Written)
	}
}
