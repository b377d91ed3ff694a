package report

import (
	"errors"
	"io"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

var errFull = errors.New("no space left")

// A full writer takes some bytes, and fails on the next.
type full struct{ room int }

func (w *full) Write(p []byte) (int, error) {
	if len(p) > w.room {
		n := w.room
		w.room = 0
		return n, errFull
	}
	w.room -= len(p)
	return len(p), nil
}

// A report of which a byte is lost is an error, be it the first byte or the
// last.
func TestLostBytesAreAnError(t *testing.T) {
	findings := fixtureFindings(t)
	summary := &Summary{Rounds: 1, Blocked: []string{"a.txt: it is in conflict"}}
	shut := &policy.Verdict{Files: 1, Pending: 1, Places: []policy.Place{{Path: "a", Severity: fixedits.SeverityWarning, Fixable: true, Count: 1}}}
	writers := map[string]func(io.Writer) error{
		"text": func(w io.Writer) error { return Text(w, findings, TextOptions{Files: 3}) },
		"empty text": func(w io.Writer) error {
			return Text(w, NewFindings(artifact.New(artifact.Tool{Name: "autofix"}, ""), nil, nil), TextOptions{})
		},
		"brief":        func(w io.Writer) error { return Brief(w, findings, "//pkg:target", "place") },
		"full":         func(w io.Writer) error { return Full(w, findings, TextOptions{Files: 3}) },
		"full summary": func(w io.Writer) error { return FullSummary(w, findings, summary, TextOptions{}) },
		"full gate": func(w io.Writer) error {
			return FullGate(w, findings, shut, "bazel run //:fix", asked, TextOptions{})
		},
		"files":        func(w io.Writer) error { return Files(w, findings, TextOptions{}) },
		"github":       func(w io.Writer) error { return GitHub(w, findings) },
		"json":         func(w io.Writer) error { return JSON(w, findings) },
		"rdjson":       func(w io.Writer) error { return RDJSON(w, findings) },
		"sarif":        func(w io.Writer) error { return SARIF(w, findings) },
		"summary":      func(w io.Writer) error { return SummaryText(w, summary, true) },
		"summary json": func(w io.Writer) error { return SummaryJSON(w, summary) },
		"open gate":    func(w io.Writer) error { return Gate(w, &policy.Verdict{Files: 1}, "bazel run //:fix", asked) },
		"shut gate":    func(w io.Writer) error { return Gate(w, shut, "bazel run //:fix", asked) },
	}
	for name, write := range writers {
		size := len(rendered(t, write))
		if size == 0 {
			t.Errorf("%s: nothing is written", name)
		}
		for _, room := range []int{0, size - 1} {
			if err := write(&full{room}); !errors.Is(err, errFull) {
				t.Errorf("%s: error %v with room for %d of %d bytes, want %v", name, err, room, size, errFull)
			}
		}
		if err := write(&full{size}); err != nil {
			t.Errorf("%s: error %v with room for all of it", name, err)
		}
	}
}
