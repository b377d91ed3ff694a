package pipeline

import (
	"bytes"
	"context"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// Applying the merged artifact gives the bytes that applying the artifacts gives, and nothing of it is left out.
func TestMergedArtifactIsThePlan(t *testing.T) {
	files := map[string]string{
		"a.txt": "one two three\n",
		"b.go":  "package b\n\nvar x = 1\n",
		"c.go":  "package c\n\nvar y = 1\n",
		"d.txt": "four\n",
	}
	tests := []struct {
		name  string
		one   []proposed
		two   []proposed
		rules []string // of the fixes in the merged artifact
	}{
		{
			"accepted fixes stay as they came",
			[]proposed{{rule: "r/one", edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}}},
			[]proposed{{rule: "r/two", edits: []fixedits.Edit{edit("a.txt", 4, 7, "2"), edit("d.txt", 0, 4, "4")}}},
			[]string{"r/one", "r/two"},
		},
		{
			"a duplicate and a loser do not",
			[]proposed{{rule: "r/one", edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}}},
			[]proposed{
				{rule: "r/one", edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}},
				{rule: "r/two", edits: []fixedits.Edit{edit("a.txt", 2, 7, "2")}},
			},
			[]string{"r/one"},
		},
		{
			"one fix stands for all in a text that the formatter changed",
			[]proposed{{rule: "r/one", edits: []fixedits.Edit{edit("b.go", 11, 20, "var   z = 1")}}},
			[]proposed{{rule: "r/two", edits: []fixedits.Edit{edit("b.go", 8, 9, "bb")}}},
			[]string{"autofix/merge"},
		},
		{
			"with the files that hang on it, and no others",
			[]proposed{{rule: "r/one", edits: []fixedits.Edit{edit("b.go", 11, 20, "var   z = 1"), edit("c.go", 8, 9, "cc")}}},
			[]proposed{
				{rule: "r/two", edits: []fixedits.Edit{edit("c.go", 15, 16, "z"), edit("d.txt", 0, 4, "4")}},
				{rule: "r/three", edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}},
			},
			[]string{"autofix/merge", "r/three"},
		},
		{
			"a single fix keeps its rule, formatted or not",
			[]proposed{{rule: "r/one", edits: []fixedits.Edit{edit("b.go", 11, 20, "var   z = 1")}}},
			nil,
			[]string{"r/one"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			opts := Options{Tools: tools(&rewriter{})}
			artifacts := []*artifact.Artifact{artifactOf(t, "//1", files, test.one...), artifactOf(t, "//2", files, test.two...)}
			direct, viaMerged := newWorkspace(t, files), newWorkspace(t, files)
			merged, _, err := Merge(viaMerged, artifacts, opts)
			if err != nil {
				t.Fatal(err)
			}
			encoded, err := artifact.Marshal(merged)
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := artifact.Decode(encoded)
			if err != nil {
				t.Fatalf("the merged artifact is malformed: %v", err)
			}
			if _, err := Apply(context.Background(), direct, artifacts, opts); err != nil {
				t.Fatal(err)
			}
			result, err := Apply(context.Background(), viaMerged, []*artifact.Artifact{decoded}, opts)
			if err != nil {
				t.Fatal(err)
			}
			for path := range files {
				if got, want := content(t, viaMerged, path), content(t, direct, path); got != want {
					t.Errorf("%s is %q, want %q", path, got, want)
				}
			}
			rules := map[string]bool{}
			for _, o := range result.Outcomes {
				rules[o.Rule] = true
				if o.Status != fixedits.StatusApplied {
					t.Errorf("%s of the plan is %s: %s", o.Rule, o.Status, o.Reason)
				}
			}
			for _, rule := range test.rules {
				if !rules[rule] {
					t.Errorf("no fix of %s in the plan, only %v", rule, rules)
				}
			}
			if len(rules) != len(test.rules) {
				t.Errorf("fixes of %v, want %v", rules, test.rules)
			}
			backward := []*artifact.Artifact{artifacts[1], artifacts[0]}
			again, _, err := Merge(newWorkspace(t, files), backward, opts)
			if err != nil {
				t.Fatal(err)
			}
			reversed, err := artifact.Marshal(again)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(encoded, reversed) {
				t.Errorf("the plan depends on the order of artifacts:\n%s\n%s", encoded, reversed)
			}
		})
	}
}
