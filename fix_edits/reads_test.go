package fixedits_test

import (
	"errors"
	"io/fs"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// The fixes of a check are stale if a file that it read is no longer what it
// read.
func TestStaleReads(t *testing.T) {
	const schema = "{}\n"
	for _, test := range []struct {
		name   string
		read   fixedits.Snapshot
		status fixedits.Status
		why    string
	}{
		{"unchanged", fixedits.SnapshotOf("s.json", []byte(schema)), fixedits.StatusApplied, ""},
		{"changed", fixedits.SnapshotOf("s.json", []byte("[]\n")), fixedits.StatusStale, "s.json, which the check read, has changed since"},
		{"gone", fixedits.SnapshotOf("t.json", []byte(schema)), fixedits.StatusStale, "t.json, which the check read, is gone"},
		{"not to be read", fixedits.SnapshotOf("broken", []byte(schema)), fixedits.StatusApplied, ""},
		{"the changed file itself", fixedits.SnapshotOf("a", []byte("one\n")), fixedits.StatusApplied, ""},
		{"outside", fixedits.SnapshotOf("../a", []byte("one\n")), fixedits.StatusApplied, ""},
	} {
		files := map[string]string{"a": "one\n", "b": "two\n", "s.json": schema}
		reads := 0
		plan, err := fixedits.Merge([]fixedits.Proposal{
			{Snapshots: []fixedits.Snapshot{fixedits.SnapshotOf("a", []byte("one\n"))}, Fixes: []fixedits.Fix{fix("f1", at(0, 1, "O"))}, Reads: []fixedits.Snapshot{test.read}},
			{Snapshots: []fixedits.Snapshot{fixedits.SnapshotOf("b", []byte("two\n"))}, Fixes: []fixedits.Fix{fix("f2", in("b", 0, 1, "T"))}},
		}, fixedits.Options{
			Canonical: func(path string) (string, error) {
				if path == "../a" {
					return "", &fixedits.ForeignError{Err: errors.New("outside")}
				}
				return path, nil
			},
			Read: func(path string) ([]byte, error) {
				if path == test.read.Path {
					reads++
				}
				text, ok := files[path]
				switch {
				case ok:
					return []byte(text), nil
				case path == "broken":
					return nil, errors.New("broken: an I/O error")
				}
				return nil, fs.ErrNotExist
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range plan.Outcomes {
			want, why := test.status, test.why
			if o.ID == "f2" {
				want, why = fixedits.StatusApplied, ""
			}
			if o.Status != want || o.Reason.String() != why {
				t.Errorf("%s: %s is %s: %s, want %s: %s", test.name, o.ID, o.Status, o.Reason, want, why)
			}
		}
		if reads > 1 {
			t.Errorf("%s: the file is read %d times", test.name, reads)
		}
	}
}
