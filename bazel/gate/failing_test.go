package gate

import (
	"bytes"
	"errors"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

var errFull = errors.New("no space left")

// A full writer takes some bytes, and fails on the next.
type full struct{ room int }

func (w *full) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return 0, errFull
	}
	w.room -= len(p)
	return len(p), nil
}

// A verdict of which a byte is lost is an error: nobody would know why the gate
// is shut.
func TestLostBytesAreAnError(t *testing.T) {
	for name, verdict := range map[string]*Verdict{
		"open": {Files: 1},
		"shut": {Files: 1, Pending: 1, Places: []Place{{Path: "a", Severity: fixedits.SeverityWarning, Fixable: true, Count: 1}}},
	} {
		var all bytes.Buffer
		if err := verdict.Text(&all, "bazel run //:fix"); err != nil {
			t.Fatal(err)
		}
		for _, room := range []int{0, all.Len() - 1} {
			if err := verdict.Text(&full{room}, "bazel run //:fix"); !errors.Is(err, errFull) {
				t.Errorf("%s: error %v with room for %d of %d bytes, want %v", name, err, room, all.Len(), errFull)
			}
		}
	}
}
