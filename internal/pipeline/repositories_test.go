package pipeline

import (
	"os"
	"path/filepath"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

func TestSubmodulesAreLeftAloneUnlessNamed(t *testing.T) {
	files := map[string]string{
		"a.txt": "one\n", "libs/ours/b.txt": "one\n", "libs/ours/inner/c.txt": "one\n", "libs/ours-too/d.txt": "one\n",
	}
	var fixes []proposed
	for path := range files {
		fixes = append(fixes, proposed{rule: "r/" + filepath.Base(path), edits: []fixedits.Edit{edit(path, 0, 3, "1")}})
	}
	const left, done = fixedits.StatusForeign, fixedits.StatusApplied
	for _, test := range []struct {
		name  string
		named []string
		want  map[string]fixedits.Status
	}{
		{"nothing named", nil, map[string]fixedits.Status{"r/a.txt": done, "r/b.txt": left, "r/c.txt": left, "r/d.txt": done}},
		{"the submodule", []string{"libs/ours"}, map[string]fixedits.Status{"r/a.txt": done, "r/b.txt": done, "r/c.txt": left, "r/d.txt": done}},
		{"a path in it", []string{"libs/ours/b.txt"}, map[string]fixedits.Status{"r/a.txt": done, "r/b.txt": done, "r/c.txt": left, "r/d.txt": done}},
		{"a path in a nested one", []string{"libs/ours/inner/x"}, map[string]fixedits.Status{"r/a.txt": done, "r/b.txt": done, "r/c.txt": done, "r/d.txt": done}},
		{"a folder above it, and one with a similar name", []string{"libs", ".", "libs/ours-too"}, map[string]fixedits.Status{"r/a.txt": done, "r/b.txt": left, "r/c.txt": left, "r/d.txt": done}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ws := newWorkspace(t, files)
			for path, text := range map[string]string{".git/HEAD": "", "libs/ours/.git": "gitdir: ../../.git/modules/ours\n", "libs/ours/inner/.git": "gitdir: x\n"} {
				writeFile(t, ws.Root(), path, text)
			}
			a := artifactOf(t, "//a", files, fixes...)
			opts := Options{Tools: tools(&rewriter{}), Named: test.named}
			merged, planned, err := Merge(ws, []*artifact.Artifact{a}, opts)
			if err != nil {
				t.Fatal(err)
			}
			result, err := Apply(t.Context(), ws, []*artifact.Artifact{a}, opts)
			if err != nil {
				t.Fatal(err)
			}
			applied := 0
			for i := range result.Outcomes {
				o := &result.Outcomes[i]
				if o.Status != test.want[o.Rule] || planned.Outcomes[i].Status != o.Status || (o.Status == left) != (o.Reason.Code == fixedits.CodeSubmodule) {
					t.Errorf("%s is %s, %s: %s; planned %s", o.Rule, o.Status, o.Reason.Code, o.Reason, planned.Outcomes[i].Status)
				}
				if o.Status == done {
					applied++
				}
			}
			if len(merged.Fixes) != applied || len(result.Blocked) > 0 {
				t.Errorf("%d fixes in the plan, want %d", len(merged.Fixes), applied)
			}
			text, err := os.ReadFile(filepath.Join(ws.Root(), "libs/ours/b.txt"))
			if err != nil || (string(text) == "1\n") != (test.want["r/b.txt"] == done) {
				t.Errorf("libs/ours/b.txt is %q, %v", text, err)
			}
		})
	}
}
