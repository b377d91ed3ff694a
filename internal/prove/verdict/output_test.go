package verdict_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
)

// The worst comes first, and each sentence once.
func TestReasonsAreSorted(t *testing.T) {
	in := proven()
	in.Sandbox = 0
	each(&in, evidence.AtCandidate, problem(evidence.ProblemForged))
	in.Infra = []string{"The disk is full.", "The disk is full."}
	out := verdict.Judge(in)
	if out.Verdict != evidence.Infra || len(out.Reasons) != 3 || out.Reasons[0] != "The disk is full." ||
		!strings.Contains(out.Reasons[1], "no source has") || !strings.Contains(out.Reasons[2], "sandbox") {
		t.Errorf("%s: %q", out.Verdict, out.Reasons)
	}
}

func TestOutput(t *testing.T) {
	out := verdict.Judge(proven())
	want := evidence.Test{
		Path: "a/a_test.go", Suite: pkg, Name: "TestNew", Change: "added", Before: evidence.Failed, After: evidence.Passed, Proves: true,
	}
	if len(out.Tests) != 1 || out.Tests[0] != want {
		t.Errorf("tests %+v, want %+v", out.Tests, want)
	}
	if len(out.Hunks) != 2 || out.Hunks[0].Needed != evidence.HunkNeeded || out.Hunks[1].Needed != evidence.HunkNeeded {
		t.Errorf("hunks %+v", out.Hunks)
	}
	if m := out.Mutants; m == nil || m.Tried != 2 || m.Killed != 1 || len(m.Alive) != 1 || m.Alive[0].ID != "m2" {
		t.Errorf("mutants %+v", out.Mutants)
	}
	if got := fmt.Sprint(out.Conditions[3].Runs); got != "[r1 r2 r3 r4 r5 r6]" {
		t.Errorf("P4 rests on %s", got)
	}
}

// Names that a tree chooses stay on one line, and do not grow without bound.
func TestHostileNames(t *testing.T) {
	in := proven()
	name := "Test\n\x1b[31mX\u202e" + strings.Repeat("x", 10_000)
	each(&in, evidence.AtCandidate, set(name, f))
	out := verdict.Judge(in)
	if out.Verdict != evidence.Refuted {
		t.Errorf("verdict %s", out.Verdict)
	}
	for _, reason := range out.Reasons {
		if len(reason) > 700 || strings.ContainsAny(reason, "\n\x1b\u202e") || !strings.HasSuffix(reason, ".") {
			t.Errorf("%q", reason)
		}
	}
}
