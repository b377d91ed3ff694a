package prove

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

func ran(state evidence.State, tree string, exit int, status evidence.Status) evidence.Run {
	return evidence.Run{
		State: state, Tree: tree, Command: []string{"go", "test"}, End: evidence.Exited, Exit: exit, Cases: []evidence.Case{{Suite: "a", Name: "TestA", Status: status}},
	}
}

func example() *evidence.Evidence {
	return &evidence.Evidence{
		Verdict: evidence.Proven, Command: []string{"go", "test", "./..."}, Base: evidence.Base{Commit: "c", Tree: "t"},
		Runs: []evidence.Run{
			ran(evidence.AtBase, "", 1, evidence.Failed), ran(evidence.AtBase, "", 1, evidence.Errored), ran(evidence.AtCandidate, "hash", 0, evidence.Passed),
			ran(evidence.Mutated, "mutant", 1, evidence.Failed),
		},
		Candidates: []evidence.Candidate{{
			SHA256:     "hash",
			Tests:      []evidence.Test{{Path: "a_test.go", Suite: "a", Name: "TestA", Before: evidence.Failed, After: evidence.Passed}},
			Conditions: []evidence.Condition{{ID: "P1", Holds: evidence.Yes}, {ID: "P8", Holds: evidence.Weakly}},
		}},
	}
}

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*evidence.Evidence)
		want   []string // parts of the lines, in order
	}{
		{"the same", func(*evidence.Evidence) {}, nil},
		{"times and outputs", func(e *evidence.Evidence) {
			e.ID, e.Sandbox.Level, e.Reasons, e.Runs[0].ID, e.Runs[0].Stdout.Head = "other", "none", []string{"x"}, "r7", "other"
		}, nil},
		{"fewer runs, and no mutant", func(e *evidence.Evidence) { e.Runs = e.Runs[1:3] }, nil},
		{"a run passed", func(e *evidence.Evidence) { e.Runs[2].Exit = 3 }, []string{"end of go test in the state candidate: the evidence says exit 0, and here it is exit 3"}},
		{"one of its runs ended otherwise", func(e *evidence.Evidence) { e.Runs[1].End = evidence.TimedOut }, []string{"and here it is exit 1 and timeout"}},
		{"a case of a run", func(e *evidence.Evidence) { e.Runs[2].Cases[0].Status = evidence.Skipped }, []string{"case a TestA of go test in the state candidate: the evidence says passed, and here it is skipped"}},
		{"a case more and less", func(e *evidence.Evidence) { e.Runs[2].Cases[0].Name = "TestB" }, []string{"TestA of go test in the state candidate: the evidence says passed, and here it is missing", "TestB of go test in the state candidate: the evidence says missing, and here it is passed"}},
		{"the verdict", func(e *evidence.Evidence) { e.Verdict = evidence.Weak }, []string{"verdict: the evidence says proven, and here it is weak"}},
		{"the command", func(e *evidence.Evidence) { e.Command = []string{"go test", "./..."} }, []string{"command: "}},
		{"the base", func(e *evidence.Evidence) { e.Base.Dirty = true }, []string{"base: "}},
		{"the patch", func(e *evidence.Evidence) { e.Candidates[0].SHA256 = "other" }, []string{"hash of the patch: "}},
		{"no patch", func(e *evidence.Evidence) { e.Candidates = nil }, []string{"patches: the evidence says 1, and here it is 0"}},
		{"a test was red before", func(e *evidence.Evidence) { e.Candidates[0].Tests[0].Before = evidence.Passed }, []string{"test a_test.go a TestA before: "}},
		{"a test is red after", func(e *evidence.Evidence) { e.Candidates[0].Tests[0].After = evidence.Failed }, []string{"test a_test.go a TestA after: "}},
		{"another test", func(e *evidence.Evidence) { e.Candidates[0].Tests[0].Name = "TestB" }, []string{"TestB: the evidence does not have it", "TestA: only the evidence has it"}},
		{"a condition", func(e *evidence.Evidence) { e.Candidates[0].Conditions[1].Holds = evidence.No }, []string{`check "every part needed" (P8): the evidence says weakly, and here it is no`}},
		{"a condition less", func(e *evidence.Evidence) { e.Candidates[0].Conditions = e.Candidates[0].Conditions[:1] }, []string{`check "every part needed" (P8): only the evidence has it`}},
		{"a condition more", func(e *evidence.Evidence) {
			e.Candidates[0].Conditions = append(e.Candidates[0].Conditions, evidence.Condition{ID: "P9", Holds: evidence.Yes})
		}, []string{`check "clean tree agrees" (P9): the evidence does not have it`}},
	} {
		again := example()
		tt.change(again)
		got := Compare(example(), again)
		if len(got) != len(tt.want) {
			t.Errorf("%s: %q; want %q", tt.name, got, tt.want)
			continue
		}
		for i, want := range tt.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: %q; want %q", tt.name, got[i], want)
			}
		}
	}
}

func TestCompareIsInOrder(t *testing.T) {
	first, again := example(), example()
	first.Candidates[0].Tests = nil
	for _, name := range []string{"D", "B", "A", "C", "E"} {
		first.Candidates[0].Tests = append(first.Candidates[0].Tests, evidence.Test{Name: name})
	}
	again.Candidates[0].Tests = nil
	want := strings.Join(Compare(first, again), "\n")
	for range 20 {
		if got := strings.Join(Compare(first, again), "\n"); got != want {
			t.Fatalf("%s\nwant:\n%s", got, want)
		}
	}
}

func TestBranch(t *testing.T) {
	e := example()
	if got := Branch(e); !strings.HasPrefix(got, "autofix/prove-") || got != Branch(example()) {
		t.Errorf("%q", got)
	}
	e.Command = []string{"go", "test ./..."}
	if Branch(e) == Branch(example()) {
		t.Error("words do not count")
	}
}
