package fixedits_test

import (
	"io/fs"
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Rows with a file: the text with the fixes of some rules alone.
func TestOf(t *testing.T) {
	const base = "use a\na;b; z\n"
	by := func(rule string, f fixedits.Fix) fixedits.Fix { f.Rule = rule; return f }
	for _, test := range []struct {
		name  string
		fixes []fixedits.Fix
		rules []string
		want  string
	}{
		{"no rule", []fixedits.Fix{by("r/a", fix("f1", at(6, 7, "c")))}, nil, base},
		{"one of two", []fixedits.Fix{by("r/a", fix("f1", at(6, 7, "c"))), by("r/b", fix("f2", at(8, 9, "d")))}, []string{"r/b"}, "use a\na;d; z\n"},
		{"both, so that an import is used no more", []fixedits.Fix{by("r/a", fix("f1", at(6, 7, "c"))), by("r/b", fix("f2", at(8, 9, "d")))}, []string{"r/a", "r/b"}, "c;d; z\n"},
		{
			"an edit of two rules is the first one's",
			[]fixedits.Fix{by("r/a", fix("f1", at(6, 7, "c"))), by("r/b", fix("f2", at(6, 7, "c"), at(8, 9, "d")))},
			[]string{"r/b"},
			"use a\na;d; z\n",
		},
		{
			"imports are settled",
			[]fixedits.Fix{by("r/a", fix("f1", at(0, 0, "use c\n"), at(6, 7, "c"))), by("r/b", fix("f2", at(0, 0, "use c\n"), at(8, 9, "c")))},
			[]string{"r/a"},
			"use c\nc;b; z\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			opts := fixedits.Options{
				Owners: true,
				Read:   func(string) ([]byte, error) { return []byte(base), nil },
				Format: func(_ string, text []byte) ([]byte, bool, error) {
					return append(slices.Clone(text), "formatted\n"...), true, nil
				},
			}
			withImports(&opts)
			plan, err := fixedits.Merge([]fixedits.Proposal{{Snapshots: []fixedits.Snapshot{fixedits.SnapshotOf("a", []byte(base))}, Fixes: test.fixes}}, opts)
			if err != nil || len(plan.Files) != 1 {
				t.Fatalf("%d files, %v", len(plan.Files), err)
			}
			text, exists := plan.Files[0].Of(func(rule string) bool { return slices.Contains(test.rules, rule) }, opts.SettleImports)
			if string(text) != test.want || !exists {
				t.Errorf("%q, %t, want %q", text, exists, test.want)
			}
		})
	}
}

// A file that a fix creates or deletes.
func TestOfCreatedAndDeleted(t *testing.T) {
	for _, test := range []struct {
		name     string
		snapshot fixedits.Snapshot
		edit     fixedits.Edit
		before   bool // whether the file exists without the fix
	}{
		{"created", fixedits.SnapshotOfAbsent("a"), fixedits.Edit{Path: "a", Kind: fixedits.EditCreate, New: []byte("new\n")}, false},
		{"deleted", fixedits.SnapshotOf("a", []byte("old\n")), fixedits.Edit{Path: "a", Kind: fixedits.EditDelete}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan, err := fixedits.Merge([]fixedits.Proposal{{Snapshots: []fixedits.Snapshot{test.snapshot}, Fixes: []fixedits.Fix{fix("f1", test.edit)}}}, fixedits.Options{
				Owners: true,
				Read: func(string) ([]byte, error) {
					if test.before {
						return []byte("old\n"), nil
					}
					return nil, fs.ErrNotExist
				},
			})
			if err != nil || len(plan.Files) != 1 {
				t.Fatalf("%d files, %v", len(plan.Files), err)
			}
			file := &plan.Files[0]
			if _, exists := file.Of(func(string) bool { return false }, nil); exists != test.before {
				t.Errorf("without the fix: %t", exists)
			}
			if text, exists := file.Of(func(string) bool { return true }, nil); exists == test.before || exists && string(text) != "new\n" {
				t.Errorf("with the fix: %q, %t", text, exists)
			}
		})
	}
}
