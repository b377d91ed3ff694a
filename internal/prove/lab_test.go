package prove

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// A run of Cargo has a problem, and one of pytest beside Rust has none.
func TestNoteUnread(t *testing.T) {
	known := source.NewIndex([]string{"src/lib.rs", "test_a.py"}, func(name string) ([]byte, error) { return []byte("def test_a(): pass\n"), nil })
	for _, row := range []struct {
		cases []evidence.Case
		want  []evidence.Problem
	}{
		{cases: []evidence.Case{{Suite: "test_a", Name: "test_a"}}},
		{cases: []evidence.Case{{Suite: "a src/lib.rs", Name: "tests::b"}, {Suite: "a src/lib.rs", Name: "tests::c"}}, want: []evidence.Problem{{Code: "unread_case", Detail: "tests::b"}}},
		{},
	} {
		run := &evidence.Run{Cases: row.cases}
		noteUnread(run, known)
		if diff := cmp.Diff(row.want, run.Problems); diff != "" {
			t.Errorf("%v: %s", row.cases, diff)
		}
	}
}
