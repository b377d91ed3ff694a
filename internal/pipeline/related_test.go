package pipeline

import (
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// relatedTo returns an artifact whose only finding, in a.txt, has a related
// place at the start of each of some files.
func relatedTo(t *testing.T, files map[string]string, paths ...string) *artifact.Artifact {
	t.Helper()
	a := artifactOf(t, "//:a", files, proposed{rule: "r/r", edits: []fixedits.Edit{edit("a.txt", 0, 1, "x")}})
	for _, path := range paths {
		a.Diagnostics[0].Relate(fixedits.Related{Path: path, End: 1, Line: 1, Column: 1, Message: "of " + path})
	}
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	return a
}

// wantRelated compares the paths of the related places of the only finding of an
// artifact, which is valid.
func wantRelated(t *testing.T, a *artifact.Artifact, want ...string) {
	t.Helper()
	if err := a.Validate(); err != nil {
		t.Error(err)
	}
	if len(a.Diagnostics) != 1 {
		t.Fatalf("findings %+v, want one", a.Diagnostics)
	}
	var got []string
	for _, r := range a.Diagnostics[0].Related {
		got = append(got, r.Path)
	}
	if !slices.Equal(got, want) {
		t.Errorf("related places in %q, want %q", got, want)
	}
}

var threeFiles = map[string]string{"a.txt": "aa\n", "b.txt": "bb\n", "vendor/c.txt": "cc\n"}

// A finding of two targets has the related places of both.
func TestTogetherJoinsRelatedPlaces(t *testing.T) {
	one, two := relatedTo(t, threeFiles, "vendor/c.txt"), relatedTo(t, threeFiles, "a.txt", "b.txt")
	two.Diagnostics[0].Category = "kind"
	for _, artifacts := range [][]*artifact.Artifact{{one, two}, {two, one}} {
		all, err := Together(artifacts, artifact.Tool{Name: "autofix"})
		if err != nil {
			t.Fatal(err)
		}
		wantRelated(t, all, "vendor/c.txt", "a.txt", "b.txt")
		if all.Diagnostics[0].Category != "kind" {
			t.Errorf("category %q", all.Diagnostics[0].Category)
		}
	}
}

// A file that is left alone is in no related place.
func TestImportLeavesOutRelatedPlaces(t *testing.T) {
	a := relatedTo(t, threeFiles, "vendor/c.txt", "b.txt")
	Import(newWorkspace(t, threeFiles), []*artifact.Artifact{a}, &Options{Config: parsed(t, "")})
	wantRelated(t, a, "b.txt")
}

// A new check takes the place of what was known about a file.
func TestRenewLeavesOutRelatedPlaces(t *testing.T) {
	a := relatedTo(t, threeFiles, "b.txt", "vendor/c.txt")
	r := renewal{
		source: newWorkspace(t, threeFiles), own: a.Tool.Name, names: map[string]string{},
		again: map[string]bool{"b.txt": true},
	}
	wantRelated(t, r.rest(a), "vendor/c.txt")
	wantRelated(t, a, "b.txt", "vendor/c.txt")
}

// A finding that is not checked again has no place in a file that has changed.
func TestRoundsLeaveOutRelatedPlaces(t *testing.T) {
	a := relatedTo(t, threeFiles, "b.txt", "vendor/c.txt")
	d := driver{left: map[string][]fixedits.Diagnostic{}}
	d.note(1, &Found{Artifacts: []*artifact.Artifact{a}})
	d.note(2, &Found{Files: []string{"b.txt"}})
	a.Diagnostics = d.left["a.txt"]
	wantRelated(t, a, "vendor/c.txt")
}

// A plan has the related places in the files as it knows them.
func TestMergedArtifactHasRelatedPlaces(t *testing.T) {
	before := map[string]string{"a.txt": "aa\n", "b.txt": "b\n", "vendor/c.txt": "cc\n"}
	stale := relatedTo(t, before, "b.txt", "vendor/c.txt")
	current := artifactOf(t, "//:b", threeFiles, proposed{rule: "r/s", edits: []fixedits.Edit{edit("b.txt", 0, 1, "x")}})
	merged, _, err := Merge(newWorkspace(t, threeFiles), []*artifact.Artifact{stale, current}, Options{Tools: tools(&rewriter{})})
	if err != nil {
		t.Fatal(err)
	}
	merged.Diagnostics = slices.DeleteFunc(merged.Diagnostics, func(d fixedits.Diagnostic) bool { return d.Path != "a.txt" })
	wantRelated(t, merged, "vendor/c.txt")
}
