package change_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
)

func TestHunks(t *testing.T) {
	moded := file("m.sh", "a\nb\n", "a\nc\n")
	moded.Executable, moded.ModeChanged = true, true
	c := mustNew(
		t,
		file("a.go", "a\nb\n}\n\nc\nd\ne\n", "a\nB\n}\n\nC\nd\ne\nf\n"),
		moded,
		created("n.go", "x\ny\n"),
		deleted("o.go", "x\ny\nz"),
	)
	want := []change.Hunk{
		{ID: "h1", Path: "a.go", Line: 2, Lines: 4}, // with nothing but a brace between
		{ID: "h2", Path: "a.go", Line: 8, Lines: 1},
		{ID: "h3", Path: "m.sh", Line: 1},
		{ID: "h4", Path: "m.sh", Line: 2, Lines: 2},
		{ID: "h5", Path: "n.go", Line: 1, Lines: 2},
		{ID: "h6", Path: "o.go", Line: 1, Lines: 3},
	}
	if diff := cmp.Diff(want, c.Hunks()); diff != "" {
		t.Fatal(diff)
	}
	for _, row := range []struct {
		out        []string
		paths      []string
		path       string
		text       string
		executable bool
	}{
		{[]string{"h1"}, []string{"a.go", "m.sh", "n.go", "o.go"}, "a.go", "a\nb\n}\n\nc\nd\ne\nf\n", false},
		{[]string{"h2"}, []string{"a.go", "m.sh", "n.go", "o.go"}, "a.go", "a\nB\n}\n\nC\nd\ne\n", false},
		{[]string{"h1", "h2"}, []string{"m.sh", "n.go", "o.go"}, "", "", false},
		{[]string{"h3"}, []string{"a.go", "m.sh", "n.go", "o.go"}, "m.sh", "a\nc\n", false},
		{[]string{"h4"}, []string{"a.go", "m.sh", "n.go", "o.go"}, "m.sh", "a\nb\n", true},
		{[]string{"h5"}, []string{"a.go", "m.sh", "o.go"}, "", "", false},
		{[]string{"h6", "h99", ""}, []string{"a.go", "m.sh", "n.go"}, "", "", false},
		{nil, []string{"a.go", "m.sh", "n.go", "o.go"}, "", "", false},
	} {
		got := c.Without(row.out...)
		if diff := cmp.Diff(row.paths, got.Paths()); diff != "" {
			t.Errorf("without %v: %s", row.out, diff)
		}
		if f := got.File(row.path); f != nil && (string(f.After) != row.text || f.Executable != row.executable) {
			t.Errorf("without %v: %s is %q, executable: %v", row.out, row.path, f.After, f.Executable)
		}
	}
	if added, deleted := c.Lines("a.go"); added != 3 || deleted != 2 {
		t.Errorf("a.go has %d added and %d deleted lines", added, deleted)
	}
	if added, deleted := c.Lines("o.go"); added != 0 || deleted != 3 {
		t.Errorf("o.go has %d added and %d deleted lines", added, deleted)
	}
	if added, deleted := c.Lines("x"); added+deleted != 0 {
		t.Error("a file that is not there has changed lines")
	}
	if diff := cmp.Diff([]int{2, 5, 8}, c.Added("a.go")); diff != "" {
		t.Error(diff)
	}
	if c.Added("o.go") != nil || c.Added("x") != nil {
		t.Error("a file that is not there has added lines")
	}
}

// All hunks together are the change, and leaving out some is leaving out the
// others of the rest.
func TestHunksAreTheChange(t *testing.T) {
	for seed := range 100 {
		r := rand.New(rand.NewPCG(2, uint64(seed)))
		_, c := random(t, r)
		checkHunks(t, c, r)
	}
}

func checkHunks(t *testing.T, c *change.Change, r *rand.Rand) {
	t.Helper()
	if diff := cmp.Diff(c, c.Without()); diff != "" && !c.Empty() {
		t.Fatalf("without nothing: %s", diff)
	}
	var all, some []string
	total := 0
	for _, h := range c.Hunks() {
		all = append(all, h.ID)
		total += h.Lines
		if r.IntN(2) == 0 {
			some = append(some, h.ID)
		}
	}
	if left := c.Without(all...); !left.Empty() {
		t.Fatalf("without all hunks, there is %s", left.Diff())
	}
	lines := 0
	for _, name := range c.Paths() {
		added, deleted := c.Lines(name)
		lines += added + deleted
	}
	if lines != total {
		t.Fatalf("the files have %d changed lines, and the hunks %d", lines, total)
	}
	left := c.Without(some...)
	var rest []string
	for _, h := range left.Hunks() {
		rest = append(rest, h.ID)
	}
	if none := left.Without(rest...); !none.Empty() {
		t.Fatalf("without %v and then all others, there is %s", some, none.Diff())
	}
	for i := range left.Files {
		f, before := &left.Files[i], c.File(left.Files[i].Path)
		if before == nil || string(before.Before) != string(f.Before) || f.Created != before.Created || f.Deleted != before.Deleted || !f.Created && !f.Deleted && !f.Changes() {
			t.Fatalf("without %v: %s is %v", some, f.Path, f)
		}
	}
}
