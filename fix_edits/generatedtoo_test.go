package fixedits_test

import (
	"io/fs"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Rule 9 leaves files alone that are marked as generated, unless the caller
// says otherwise.
func TestGeneratedFilesOnRequest(t *testing.T) {
	text := []byte("# @" + "generated\nx\n")
	fix := fixedits.Fix{
		Rule: "r", Title: "Do it", Phase: fixedits.PhaseStyle, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
		Edits: []fixedits.Edit{{Path: "a", Start: 13, End: 14, New: []byte("y")}},
	}
	fix.ID = fixedits.ContentID(&fix)
	proposal := fixedits.Proposal{Fixes: []fixedits.Fix{fix}, Snapshots: []fixedits.Snapshot{fixedits.SnapshotOf("a", text)}}
	for _, row := range []struct {
		generated func(string) bool
		want      fixedits.Status
	}{
		{nil, fixedits.StatusForeign},
		{func(path string) bool { return path != "a" }, fixedits.StatusForeign},
		{func(path string) bool { return path == "a" }, fixedits.StatusApplied},
	} {
		plan, err := fixedits.Merge([]fixedits.Proposal{proposal}, fixedits.Options{
			Read: func(path string) ([]byte, error) {
				if path != "a" {
					return nil, fs.ErrNotExist
				}
				return text, nil
			},
			Generated: row.generated,
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := plan.Outcomes[0].Status; got != row.want {
			t.Errorf("%s, want %s: %+v", got, row.want, plan.Outcomes[0].Reason)
		}
	}
}
