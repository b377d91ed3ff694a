package fixedits_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func here(path, message string) fixedits.Related {
	return fixedits.Related{Path: path, Line: 2, Column: 3, Message: message}
}

func TestRelate(t *testing.T) {
	var many []fixedits.Related
	for i := range fixedits.MaxRelated + 1 {
		many = append(many, fixedits.Related{Path: "a", Start: i, Message: "m"})
	}
	for _, test := range []struct {
		name        string
		given, want []fixedits.Related
	}{
		{"in order, each once", []fixedits.Related{here("b", "2"), here("a", "1"), here("b", "2")}, []fixedits.Related{here("b", "2"), here("a", "1")}},
		{"no more than an artifact may have", many, many[:fixedits.MaxRelated]},
		{"a message that is not UTF-8", []fixedits.Related{here("a", "\xff")}, []fixedits.Related{here("a", "\ufffd")}},
		{"a long message", []fixedits.Related{here("a", strings.Repeat("é", 2001))}, []fixedits.Related{here("a", strings.Repeat("é", 2000))}},
	} {
		var d fixedits.Diagnostic
		d.Relate(test.given...)
		if diff := cmp.Diff(test.want, d.Related); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// Copies of a finding share the memory of its places.
func TestKeepRelatedChangesNoCopy(t *testing.T) {
	d := fixedits.Diagnostic{Related: []fixedits.Related{here("a", "1"), here("b", "2"), here("c", "3")}}
	other := d
	d.KeepRelated(func(path string) bool { return path != "a" })
	if diff := cmp.Diff([]fixedits.Related{here("b", "2"), here("c", "3")}, d.Related); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]fixedits.Related{here("a", "1"), here("b", "2"), here("c", "3")}, other.Related); diff != "" {
		t.Errorf("the copy (-want +got):\n%s", diff)
	}
}

func TestWordsOfAFinding(t *testing.T) {
	d := fixedits.Diagnostic{Message: "wrong"}
	if got := d.Labeled(d.Message); got != "wrong" {
		t.Errorf("without a category: %s", got)
	}
	d.Category = "verb"
	all := []fixedits.Related{here("a.go", "declared here"), {Message: "nowhere"}, here("b.go", "3"), here("b.go", "4"), here("b.go", "5"), here("b.go", "6")}
	for n, want := range map[int]string{
		0: "wrong (verb)",
		2: "wrong (verb); a.go:2:3: declared here; nowhere",
		6: "wrong (verb); a.go:2:3: declared here; nowhere; b.go:2:3: 3; b.go:2:3: 4; b.go:2:3: 5; and 1 more",
	} {
		if got := fixedits.WithRelated(d.Labeled(d.Message), all[:n]); got != want {
			t.Errorf("%d places:\n got %s\nwant %s", n, got, want)
		}
	}
}

// What a finding says beside its message is not part of its identity, so that
// it stays the finding that a base has.
func TestRelatedPlacesAreNotInTheID(t *testing.T) {
	plain := found("wrong")
	more := plain
	more.Category, more.Related = "verb", []fixedits.Related{here("a", "1")}
	if fixedits.DiagnosticID(&plain) != fixedits.DiagnosticID(&more) {
		t.Error("the id has changed")
	}
	other := plain
	other.Category, other.Related = "other", []fixedits.Related{here("b", "2")}
	var c fixedits.Collector
	for _, d := range []fixedits.Diagnostic{plain, more, other} {
		c.Add(d)
	}
	want := []fixedits.Related{here("a", "1"), here("b", "2")}
	if len(c.Diagnostics) != 1 || c.Diagnostics[0].Category != "verb" {
		t.Fatalf("collected %+v", c.Diagnostics)
	}
	if diff := cmp.Diff(want, c.Diagnostics[0].Related); diff != "" {
		t.Errorf("related places (-want +got):\n%s", diff)
	}
}
