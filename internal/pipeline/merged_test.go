package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// Applying the merged artifact gives the same bytes as applying the artifacts,
// and loses none of its fixes.
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
			result := holdPlan(t, files, artifacts, opts)
			rules := map[string]bool{}
			for _, o := range result.Outcomes {
				rules[o.Rule] = true
			}
			for _, rule := range test.rules {
				if !rules[rule] {
					t.Errorf("no fix of %s in the plan, only %v", rule, rules)
				}
			}
			if len(rules) != len(test.rules) {
				t.Errorf("fixes of %v, want %v", rules, test.rules)
			}
		})
	}
}

// holdPlan checks that artifacts and the plan that a merge makes from them
// produce the same bytes from files, and that both orders of the artifacts give
// the same plan. It returns the result of the plan.
func holdPlan(t *testing.T, files map[string]string, artifacts []*artifact.Artifact, opts Options) *Result {
	t.Helper()
	direct, viaMerged := newWorkspace(t, files), newWorkspace(t, files)
	merge := func(artifacts []*artifact.Artifact) []byte {
		t.Helper()
		merged, _, err := Merge(viaMerged, artifacts, opts)
		if err != nil {
			t.Fatal(err)
		}
		encoded, err := artifact.Marshal(merged)
		if err != nil {
			t.Fatal(err)
		}
		return encoded
	}
	encoded := merge(artifacts)
	backward := slices.Clone(artifacts)
	slices.Reverse(backward)
	if reversed := merge(backward); !bytes.Equal(encoded, reversed) {
		t.Errorf("the plan depends on the order of artifacts:\n%s\n%s", encoded, reversed)
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
			t.Errorf("%s is %q, want %q; the plan:\n%s", path, got, want, encoded)
		}
	}
	for _, o := range result.Outcomes {
		if o.Status != fixedits.StatusApplied {
			t.Errorf("%s of the plan is %s: %s", o.Rule, o.Status, o.Reason)
		}
	}
	return result
}

// Details that are easily lost between artifacts and a plan.
func TestMergedArtifactKeepsToThePlan(t *testing.T) {
	files := map[string]string{
		"a.txt": "one two three\n",
		"b.go":  "package b\n\nvar x = 1\n",
		"c.go":  "package c\n\nvar y = 1\n",
	}
	const rule = "r/one"
	first := edit("a.txt", 0, 3, "1")
	made := func(origin string, fixes ...proposed) *artifact.Artifact {
		return artifactOf(t, origin, files, fixes...)
	}
	ownIDs := func(a *artifact.Artifact) *artifact.Artifact {
		renamed := map[string]string{}
		for i := range a.Fixes {
			id := fmt.Sprintf("own%d", i)
			renamed[a.Fixes[i].ID] = id
			a.Fixes[i].ID = id
		}
		for i := range a.Diagnostics {
			for k, id := range a.Diagnostics[i].Fixes {
				a.Diagnostics[i].Fixes[k] = renamed[id]
			}
		}
		return a
	}
	together := func(a, b *artifact.Artifact) *artifact.Artifact {
		a.Fixes = append(a.Fixes, b.Fixes...)
		return a
	}
	alternatives := func(a *artifact.Artifact) *artifact.Artifact { // the first finding has all fixes
		for i := range a.Fixes {
			if id := a.Fixes[i].ID; !slices.Contains(a.Diagnostics[0].Fixes, id) {
				a.Diagnostics[0].Fixes = append(a.Diagnostics[0].Fixes, id)
			}
		}
		a.Diagnostics = a.Diagnostics[:1]
		return a
	}
	unsure := func(a *artifact.Artifact) *artifact.Artifact {
		a.Fixes[0].Confidence = fixedits.ConfidenceLow
		return a
	}
	without := func(a *artifact.Artifact) *artifact.Artifact {
		a.Tool.Name, a.Without = "autofix", []string{"format"}
		return a
	}
	safe, unsafe := proposed{rule: rule, edits: []fixedits.Edit{first}}, proposed{rule: rule, safety: fixedits.SafetyUnsafe, edits: []fixedits.Edit{first}}
	wide := func(rule, text string) proposed {
		return proposed{rule: rule, phase: fixedits.PhaseFormat, edits: []fixedits.Edit{edit("b.go", 16, 19, text)}}
	}
	tests := []struct {
		name      string
		artifacts []*artifact.Artifact
		fixes     int // of the plan
	}{
		{"a safe fix and its unsafe twin", []*artifact.Artifact{made("//1", unsafe), made("//2", safe)}, 1},
		{"the twins of one artifact, with ids of its own", []*artifact.Artifact{ownIDs(together(made("//1", unsafe), made("//1", safe)))}, 1},
		{"a format fix of a file that is formatted", []*artifact.Artifact{
			made("//1", wide("format/one", "  =  ")), made("//2", wide("format/two", "   = ")),
		}, 0},
		{"an alternative that another artifact has on its own", []*artifact.Artifact{
			alternatives(made("//1", safe, proposed{rule: "r/two", edits: []fixedits.Edit{edit("a.txt", 4, 7, "2")}})),
			made("//2", proposed{rule: "r/two", edits: []fixedits.Edit{edit("a.txt", 4, 7, "2")}}),
		}, 2},
		{"one origin, and different severities", []*artifact.Artifact{
			made("//1", proposed{rule: rule, severity: fixedits.SeverityInfo, edits: []fixedits.Edit{first}}),
			made("//1", proposed{rule: rule, severity: fixedits.SeverityError, edits: []fixedits.Edit{first}}),
		}, 1},
		{"one fix, and different confidences", []*artifact.Artifact{made("//1", safe), unsure(made("//1", safe))}, 1},
		{"a formatter that was turned off", []*artifact.Artifact{
			without(made("//1", proposed{rule: rule, edits: []fixedits.Edit{edit("b.go", 16, 19, "   = ")}})),
		}, 1},
		{"a fix of two files, of which a formatter undoes one", []*artifact.Artifact{
			made("//1", proposed{rule: rule, edits: []fixedits.Edit{first, edit("b.go", 16, 19, "   = ")}}),
		}, 1},
		{"a fix that a formatter undoes", []*artifact.Artifact{
			made("//1", proposed{rule: rule, edits: []fixedits.Edit{edit("b.go", 16, 19, "   = ")}}),
		}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result := holdPlan(t, files, test.artifacts, Options{Tools: tools(&rewriter{})})
			if len(result.Outcomes) != test.fixes {
				t.Errorf("the plan has %d fixes, want %d", len(result.Outcomes), test.fixes)
			}
		})
	}
}

// A plan is applied as it is, whatever formatters would change. If other
// artifacts change a file too, it is formatted as usual.
func TestPlanIsAppliedAsItIs(t *testing.T) {
	files := map[string]string{"b.go": "package b\n\nvar x = 1\n"}
	plan := artifactOf(t, "", files, proposed{rule: "r/one", edits: []fixedits.Edit{edit("b.go", 16, 19, "   =   ")}})
	plan.Plan = true
	other := artifactOf(t, "", files, proposed{rule: "r/two", edits: []fixedits.Edit{edit("b.go", 8, 9, "c")}})
	again := artifactOf(t, "", files, proposed{rule: "r/two", edits: []fixedits.Edit{edit("b.go", 8, 9, "c")}})
	again.Plan = true
	tests := []struct {
		name      string
		artifacts []*artifact.Artifact
		want      string
	}{
		{"alone", []*artifact.Artifact{plan}, "package b\n\nvar x   =   1\n"},
		{"with an artifact of the same file", []*artifact.Artifact{plan, other}, "package c\n\nvar x = 1\n"},
		{"with a plan of the same file", []*artifact.Artifact{plan, again}, "package c\n\nvar x = 1\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ws := newWorkspace(t, files)
			if _, err := Apply(context.Background(), ws, test.artifacts, Options{Tools: tools(&rewriter{})}); err != nil {
				t.Fatal(err)
			}
			if got := content(t, ws, "b.go"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A without is a source that refuses one path.
type without struct {
	Source
	path string
}

func (w without) Canonical(path string) (string, error) {
	if path == w.path {
		return "", errors.New("it is a link that leaves the workspace")
	}
	return w.Source.Canonical(path)
}

// The operations of an accepted fix stay in the plan, except one on a path that
// the workspace refuses. It changed nothing there, and the plan has no snapshot
// of it.
func TestMergedArtifactKeepsOperations(t *testing.T) {
	files := map[string]string{"a.yaml": "a: 1\n", "b.yaml": "b: 1\n"}
	a := artifactOf(t, "//1", files, proposed{rule: "r/one", phase: fixedits.PhaseSemantic, edits: []fixedits.Edit{edit("a.yaml", 3, 4, "2")}})
	operation := func(file string) fixedits.Operation {
		return fixedits.Operation{Kind: fixedits.OpReplaceValue, File: file, Pointer: "/a", Value: []byte("2")}
	}
	a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf("out.yaml", []byte("a: 2\n")))
	a.Fixes[0].Actions = []fixedits.Operation{operation("a.yaml"), operation("out.yaml")}
	merged, _, err := Merge(without{newWorkspace(t, files), "out.yaml"}, []*artifact.Artifact{a}, Options{Tools: tools(nil)})
	if err != nil {
		t.Fatal(err)
	}
	if err := merged.Validate(); err != nil {
		t.Fatal(err)
	}
	if len(merged.Fixes) != 1 || !fixedits.EqualOperations(merged.Fixes[0].Actions, a.Fixes[0].Actions[:1]) {
		t.Errorf("the plan has %+v", merged.Fixes)
	}
}
