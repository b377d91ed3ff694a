package fixedits_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestFilesAreCreatedAndDeleted(t *testing.T) {
	one := map[string]string{"a": "one\n"}
	runRows(t, []row{
		{
			rule: "13", name: "a file is created", files: map[string]string{},
			fixes:     []fixedits.Fix{fix("f1", create("new", "x\n"))},
			wantFiles: map[string]string{"new": "x\n"}, status: "f1 applied",
		},
		{
			rule: "13", name: "an empty file and a program are created", files: map[string]string{},
			fixes:     []fixedits.Fix{fix("f1", create("d/empty", ""), createProgram("d/run", "#!/bin/sh\n"))},
			wantFiles: map[string]string{"d/empty": "", "d/run": "executable: #!/bin/sh\n"}, status: "f1 applied",
		},
		{
			rule: "13", name: "files are deleted, even an empty one", files: map[string]string{"a": "one\n", "b": ""},
			fixes:     []fixedits.Fix{fix("f1", remove("a"), remove("b"))},
			wantFiles: map[string]string{"a": gone, "b": gone}, status: "f1 applied",
		},
		{
			rule: "13", name: "a renaming is both, and an atom", files: map[string]string{"a": "one\n", "b": "two\n"},
			fixes: []fixedits.Fix{
				fix("f1", remove("a"), create("c", "one\n")),
				fix("f2", at(1, 3, "1"), in("b", 0, 3, "2")),
			},
			wantFiles: map[string]string{"a": gone, "c": "one\n"}, status: "f1 applied, f2 conflict f1",
			reason: "f2: cannot be applied together with f1: one of them deletes a",
		},
		{
			rule: "13", name: "equal creations are one fix", files: map[string]string{},
			fixes:     []fixedits.Fix{fix("f1", create("n", "x")), fix("f2", create("n", "x"))},
			wantFiles: map[string]string{"n": "x"}, status: "f1 applied, f2 duplicate f1",
		},
		{
			rule: "13", name: "a creation is shared, idempotent or not", files: one,
			fixes: []fixedits.Fix{
				fix("f1", create("n", "x"), at(0, 1, "O")),
				fix("f2", create("n", "x"), at(3, 4, "!\n")),
			},
			wantFiles: map[string]string{"n": "x", "a": "One!\n"}, status: "f1 applied, f2 applied",
		},
		{
			rule: "13", name: "a deletion is shared", files: map[string]string{"a": "one\n", "b": "x\n", "c": "x\n"},
			fixes:     []fixedits.Fix{fix("f1", remove("a"), in("b", 0, 1, "y")), fix("f2", remove("a"), in("c", 0, 1, "z"))},
			wantFiles: map[string]string{"a": gone, "b": "y\n", "c": "z\n"}, status: "f1 applied, f2 applied",
		},
		{
			rule: "13", name: "one path created with two texts", files: map[string]string{},
			fixes:     []fixedits.Fix{fix("f1", create("n", "x")), fix("f2", create("n", "y"))},
			wantFiles: map[string]string{"n": "x"}, status: "f1 applied, f2 conflict f1",
			reason: "f2: creates n, which f1 creates with another text or mode",
		},
		{
			rule: "13", name: "one path created with two modes", files: map[string]string{},
			fixes:     []fixedits.Fix{fix("f1", createProgram("n", "x"), rule("a")), fix("f2", create("n", "x"), rule("b"))},
			wantFiles: map[string]string{"n": "executable: x"}, status: "f1 applied, f2 conflict f1",
			reason: "f2: creates n, which f1 creates with another text or mode",
		},
		{
			rule: "13", name: "a deletion that loses to an edit", files: one,
			fixes:     []fixedits.Fix{fix("f1", at(0, 3, "1")), fix("f2", remove("a"), suggestion)},
			wantFiles: map[string]string{"a": "1\n"}, status: "f1 applied, f2 conflict f1",
			reason: "f2: cannot be applied together with f1: one of them deletes a",
		},
		{
			rule: "13", name: "emptying a file does not delete it", files: one,
			fixes:     []fixedits.Fix{fix("f1", at(0, 4, ""), syntax), fix("f2", remove("a"))},
			wantFiles: map[string]string{"a": ""}, status: "f1 applied, f2 conflict f1",
		},
		{
			rule: "13", name: "a fix that only deletes bytes of a deleted file is subsumed", files: one,
			fixes: []fixedits.Fix{
				fix("f1", remove("a"), syntax), fix("f2", at(1, 2, "")), fix("f3", at(0, 4, "")), fix("f4", at(1, 1, "x")),
			},
			wantFiles: map[string]string{"a": gone},
			status:    "f1 applied, f2 subsumed f1, f3 subsumed f1, f4 conflict f1",
		},
		{
			rule: "13", name: "a formatting fix of a deleted file is superseded", files: one,
			fixes:     []fixedits.Fix{fix("f1", remove("a")), fix("f2", at(0, 1, " o"), format)},
			wantFiles: map[string]string{"a": gone}, status: "f1 applied, f2 superseded f1",
			reason: "f2: gives way to f1 at a:0-4, which deletes the file",
		},
		{
			rule: "13", name: "a file and a folder of one name, whichever comes first", files: map[string]string{},
			fixes: []fixedits.Fix{
				fix("f1", create("d/e/x", "1")),
				fix("f2", create("d", "2"), suggestion),
				fix("f3", create("d/e", "3"), unsafe),
				fix("f4", create("d/y", "4")),
			},
			wantFiles: map[string]string{"d/e/x": "1", "d/y": "4"},
			status:    "f1 applied, f2 conflict f1, f3 conflict f1, f4 applied",
			reason: "f2: cannot be applied together with f1: d would be both a file and a folder\n" +
				"f3: cannot be applied together with f1: d/e would be both a file and a folder",
		},
		{
			rule: "13", name: "a folder that loses to a file", files: map[string]string{},
			fixes:     []fixedits.Fix{fix("f1", create("d", "1")), fix("f2", create("d/e/x", "2"))},
			wantFiles: map[string]string{"d": "1"}, status: "f1 applied, f2 conflict f1",
			reason: "f2: cannot be applied together with f1: d would be both a file and a folder",
		},
		{
			rule: "13", name: "names that differ only in letter case wait for each other", files: map[string]string{},
			fixes:     []fixedits.Fix{fix("f1", create("D/N", "1")), fix("f2", create("d/n", "1"))},
			wantFiles: map[string]string{"D/N": "1"}, status: "f1 applied, f2 deferred f1",
			reason: "f2: waits for the next round: D/N and the file that f1 creates differ only in letter case",
		},
		{
			rule: "13", name: "the path of a withdrawn creation is free again", files: map[string]string{}, opts: brackets,
			fixes: []fixedits.Fix{
				fix("f1", create("n", "(")), fix("f2", create("n", "()"), suggestion), fix("f3", create("n/x", "()"), unsafe),
			},
			wantFiles: map[string]string{"n": "()"}, status: "f1 broke_syntax, f2 applied, f3 conflict f2",
		},
		{
			rule: "13", name: "a renaming is withdrawn as a whole", files: map[string]string{"a": "(\n"}, opts: brackets,
			fixes:     []fixedits.Fix{fix("f1", remove("a"), create("b", "(\n"))},
			wantFiles: map[string]string{}, status: "f1 broke_syntax",
		},
		{
			rule: "13", name: "the formatter runs on a created file", files: map[string]string{}, opts: trimmer,
			fixes:     []fixedits.Fix{fix("f1", create("n", "x  \n"))},
			wantFiles: map[string]string{"n": "x\n"}, status: "f1 applied",
		},
		{
			rule: "13", name: "but not on one that a formatting fix creates", files: map[string]string{}, opts: trimmer,
			fixes:     []fixedits.Fix{fix("f1", create("n", "x  \n"), format)},
			wantFiles: map[string]string{"n": "x  \n"}, status: "f1 applied",
		},
	})
}

func TestFilesThatAreNotAsTheSnapshotSays(t *testing.T) {
	runRows(t, []row{
		{
			rule: "13", name: "a creation of a file that exists", files: map[string]string{"a": "one\n"},
			fixes:     []fixedits.Fix{fix("f1", create("a", "one\n"))},
			wantFiles: map[string]string{}, status: "f1 stale", reason: "f1: a already exists",
		},
		{
			rule: "13", name: "a deletion of a file that is gone", files: map[string]string{},
			fixes:     []fixedits.Fix{fix("f1", remove("a"))},
			wantFiles: map[string]string{}, status: "f1 stale", reason: "f1: a no longer exists",
		},
		{
			rule: "13", name: "a creation below a file", files: map[string]string{"a": "one\n"},
			fixes:     []fixedits.Fix{fix("f1", create("a/b/c", "x"))},
			wantFiles: map[string]string{}, status: "f1 stale", reason: "f1: a/b/c: a already exists and is not a folder",
		},
		{
			rule: "13", name: "not even if the file is deleted", files: map[string]string{"a": "one\n"},
			fixes:     []fixedits.Fix{fix("f1", remove("a"), create("a/b", "x")), fix("f2", remove("a"))},
			wantFiles: map[string]string{"a": gone}, status: "f1 stale, f2 applied",
		},
		{
			rule: "13", name: "the place of Bazel's outputs and of other repositories", files: map[string]string{},
			fixes:     []fixedits.Fix{fix("f1", create("bazel-bin/x", "")), fix("f2", create("external/x/y", ""))},
			wantFiles: map[string]string{}, status: "f1 foreign, f2 foreign",
		},
		{
			rule: "13", name: "a generated file is neither created nor deleted", files: map[string]string{"a": "// @generated\n"},
			fixes:     []fixedits.Fix{fix("f1", remove("a")), fix("f2", create("b", "# @generated\n"))},
			wantFiles: map[string]string{}, status: "f1 foreign, f2 foreign",
			reason: "f1: a is marked as generated in line 1\nf2: b is marked as generated",
		},
		{
			rule: "13", name: "a path outside", files: map[string]string{},
			fixes:     []fixedits.Fix{fix("f1", create("../x", "")), fix("f2", create("/x", "")), fix("f3", create("x/", ""))},
			wantFiles: map[string]string{}, status: "f1 foreign, f2 foreign, f3 foreign",
		},
		{
			rule: "13", name: "two edits of one file, one of which creates or deletes it", files: map[string]string{"a": "one\n"},
			fixes: []fixedits.Fix{
				fix("f1", remove("a"), at(0, 1, "O")), fix("f2", create("b", "1"), create("b", "1")), fix("f3", remove("a"), remove("a")),
			},
			wantFiles: map[string]string{}, status: "f1 invalid, f2 invalid, f3 invalid",
			reason: "f1: a: the fix creates or deletes it but has another edit of it",
		},
		{
			rule: "13", name: "one fix that needs a file and a folder of one name", files: map[string]string{"z": ""},
			fixes: []fixedits.Fix{
				fix("f1", create("d", ""), in("z", 0, 0, "x"), create("d/e", "")), fix("f2", create("N", ""), create("n", "")),
			},
			wantFiles: map[string]string{}, status: "f1 invalid, f2 invalid",
			reason: "f1: d would be both a file and a folder\nf2: N and n differ only in letter case",
		},
	})
}

// The snapshot and the edit contradict each other. The caller of a merge need
// not have validated the artifact.
func TestEditsThatContradictTheirSnapshot(t *testing.T) {
	there, absent := fixedits.SnapshotOf("a", []byte("x")), fixedits.SnapshotOfAbsent("a")
	for _, row := range []struct {
		name     string
		files    map[string]string
		snapshot fixedits.Snapshot
		edit     fixedits.Edit
		reason   string
	}{
		{"a creation of a file that is there", map[string]string{"a": "x"}, there, create("a", "y"), "a: creates the file, but its snapshot says that the file exists"},
		{"a deletion of an absent one", nil, absent, remove("a"), "a: changes the file, but its snapshot says that the file is absent"},
		{"an edit of an absent one", nil, absent, at(0, 0, "y"), "a: changes the file, but its snapshot says that the file is absent"},
		{"a deletion with a text", map[string]string{"a": "x"}, there, fixedits.Edit{Path: "a", Kind: fixedits.EditDelete, New: []byte("y")}, "a: deletes the file but has new text for it"},
	} {
		plan := mustMerge(t, []fixedits.Proposal{{
			Snapshots: []fixedits.Snapshot{row.snapshot}, Fixes: []fixedits.Fix{fix("f1", row.edit)},
		}}, fixedits.Options{Read: reader(row.files)})
		o := plan.Outcomes[0]
		if o.Status != fixedits.StatusInvalid || o.Reason.Code != "edit_kind" || o.Reason.String() != row.reason || len(plan.Files) > 0 {
			t.Errorf("%s: %s, %q %q", row.name, o.Status, o.Reason.Code, o.Reason)
		}
	}
}

func TestCreatingAtTheNameOfAFolder(t *testing.T) {
	folder := &fixedits.ForeignError{Err: fmt.Errorf("d: a folder: %w", fs.ErrExist)}
	read := func(path string) ([]byte, error) {
		if path == "d" {
			return nil, folder
		}
		return nil, fs.ErrNotExist
	}
	files := map[string]string{"d": ""}
	plan := mustMerge(t, []fixedits.Proposal{propose("", files,
		fix("f1", create("d", "x")), fix("f2", create("d/x", "x")),
	), propose("", files, fix("f3", in("d", 0, 0, "x")))}, fixedits.Options{Read: read})
	if got, want := statuses(plan), "f1 stale, f2 applied, f3 foreign"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(plan.Failed) > 0 {
		t.Errorf("failed: %v", plan.Failed)
	}
}

func TestDeletingByAnotherName(t *testing.T) {
	opts := fixedits.Options{
		Read: reader(map[string]string{"a": "x"}),
		Canonical: func(path string) (string, error) {
			return map[string]string{"link": "a", "a": "a", "dir/n": "sub/n"}[path], nil
		},
	}
	files := map[string]string{"a": "x", "link": "x"}
	plan := mustMerge(t, []fixedits.Proposal{propose("", files,
		fix("f1", remove("link")), fix("f2", create("dir/n", "x")), fix("f3", at(0, 1, "y")),
	)}, opts)
	if got, want := statuses(plan), "f1 invalid, f2 applied, f3 applied"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if plan.Files[1].Path != "sub/n" {
		t.Errorf("created %s", plan.Files[1].Path)
	}
}

// A folder that cannot be examined does not rule out a fix: the write reports
// it.
func TestCreatingInAnUnreadableFolder(t *testing.T) {
	read := func(path string) ([]byte, error) {
		if path == "d" {
			return nil, errors.New("no permission")
		}
		return nil, fs.ErrNotExist
	}
	plan := mustMerge(t, []fixedits.Proposal{propose("", nil, fix("f1", create("d/x", "x")))}, fixedits.Options{Read: read})
	if got, want := statuses(plan), "f1 applied"; got != want || len(plan.Failed) > 0 {
		t.Errorf("got %s, want %s; failed %v", got, want, plan.Failed)
	}
}

func TestChangesOfSeveralRounds(t *testing.T) {
	made := fixedits.FileChange{Path: "a", After: []byte("1"), Created: true, Executable: true}
	edited := fixedits.FileChange{Path: "a", Before: []byte("1"), After: []byte("2"), BeforeSHA256: fixedits.Digest([]byte("1"))}
	gone := fixedits.FileChange{Path: "a", Before: []byte("2"), BeforeSHA256: fixedits.Digest([]byte("2")), Deleted: true}
	again := fixedits.FileChange{Path: "a", After: []byte("1"), Created: true}
	for _, row := range []struct {
		name                      string
		rounds                    []fixedits.FileChange
		created, deleted, changes bool
	}{
		{"created and edited", []fixedits.FileChange{made, edited}, true, false, true},
		{"created, edited and deleted", []fixedits.FileChange{made, edited, gone}, false, false, false},
		{"edited and deleted", []fixedits.FileChange{edited, gone}, false, true, true},
		{"edited, deleted and created as it was", []fixedits.FileChange{edited, gone, again}, false, false, false},
		{"deleted and created", []fixedits.FileChange{gone, again}, false, false, true},
	} {
		c := row.rounds[0]
		changes := c.Changes()
		for i := range row.rounds[1:] {
			changes = c.Then(&row.rounds[i+1])
		}
		if changes != row.changes || changes && (c.Created != row.created || c.Deleted != row.deleted) {
			t.Errorf("%s: changes %v, %+v", row.name, changes, c)
		}
	}
}
