package verdict_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
)

const (
	p = evidence.Passed
	f = evidence.Failed
	e = evidence.Errored
	s = evidence.Skipped
)

const pkg = "example.com/m/a"

// cases returns cases of the package, from names and statuses.
func cases(pairs ...any) []evidence.Case {
	var list []evidence.Case
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, evidence.Case{Suite: pkg, Name: pairs[i].(string), Status: pairs[i+1].(evidence.Status)})
	}
	return list
}

// run is a run of the reproduction that exits with a code.
func run(state evidence.State, attempt, exit int, list []evidence.Case) evidence.Run {
	r := evidence.Run{
		Phase: evidence.Prove, State: state, Candidate: 1, Attempt: attempt, Command: []string{"go", "test", "./a"},
		End: evidence.Exited, Exit: exit, Reader: "go-test", Cases: list, Built: true,
	}
	if state == evidence.AtBase {
		r.Phase, r.Candidate = evidence.Reproduce, 0
	}
	if exit != 0 {
		r.Signature = "TestOld: got 2, want 3"
	}
	return r
}

func suite(r evidence.Run) evidence.Run {
	r.Suite, r.Command = true, []string{"go", "test", "./..."}
	return r
}

func about(r evidence.Run, subject string) evidence.Run {
	r.Subject = subject
	return r
}

const testText = "package a\n\nimport \"testing\"\n\nfunc TestKept(t *testing.T) { t.Error() }\n"

// proven is the evidence of a good patch: TestOld is the reproduction, TestNew
// is added, TestKept passes all the time.
func proven() verdict.Input {
	after := testText + "\nfunc TestNew(t *testing.T) { t.Error() }\n"
	in := verdict.Input{
		Sandbox: sandbox.Namespaces, Candidate: 1, Attempts: 3,
		Files: []evidence.File{
			{Path: "a/a.go", Kind: evidence.Source, Op: "modify"}, {Path: "a/a_test.go", Kind: evidence.TestFile, Op: "modify"},
		},
		Tests:     tests.Compare(tests.Pair{Path: "a/a_test.go", Before: []byte(testText), After: []byte(after)}),
		TestFiles: []*source.File{source.Of("a/a_test.go", []byte(after))},
		Decisions: []evidence.Decision{{Policy: "diff.max-files", OK: true}, {Policy: "tests.required", OK: true}},
		Hunks:     []evidence.Hunk{{ID: "h1", Path: "a/a.go", Line: 3}, {ID: "h2", Path: "a/a.go", Line: 9}},
		Mutants:   []evidence.Mutant{{ID: "m1", Path: "a/a.go", Line: 3, What: "== became !="}, {ID: "m2", Path: "a/a.go", Line: 9}},
	}
	old := cases("TestOld", f, "TestKept", p)
	halfway := cases("TestOld", f, "TestKept", p, "TestNew", f)
	good := cases("TestOld", p, "TestKept", p, "TestNew", p)
	for attempt := 1; attempt <= 3; attempt++ {
		in.Runs = append(in.Runs, run(evidence.AtBase, attempt, 1, old), run(evidence.AtCandidate, attempt, 0, good))
	}
	in.Runs = append(
		in.Runs,
		suite(run(evidence.AtBase, 1, 1, append(old, evidence.Case{Suite: "example.com/m/b", Name: "TestB", Status: p}))),
		suite(run(evidence.AtCandidate, 1, 0, append(good, evidence.Case{Suite: "example.com/m/b", Name: "TestB", Status: p}))),
		run(evidence.WithTests, 1, 1, halfway),
		run(evidence.Reverted, 1, 1, halfway),
		about(run(evidence.WithoutHunk, 1, 1, halfway), "h1"),
		about(run(evidence.WithoutHunk, 1, 1, halfway), "h2"),
		about(run(evidence.Mutated, 1, 1, halfway), "m1"),
		about(run(evidence.Mutated, 1, 0, good), "m2"),
		run(evidence.CleanRoom, 1, 0, good),
	)
	for i := range in.Runs {
		in.Runs[i].ID = fmt.Sprintf("r%d", i+1)
	}
	return in
}

// each changes the runs of a state: the runs of the reproduction and of the
// suite.
func each(in *verdict.Input, state evidence.State, change func(r *evidence.Run)) {
	for i := range in.Runs {
		if in.Runs[i].State == state {
			in.Runs[i].Cases = slices.Clone(in.Runs[i].Cases)
			change(&in.Runs[i])
		}
	}
}

// set gives a case a status; Missing removes it.
func set(name string, status evidence.Status) func(r *evidence.Run) {
	return func(r *evidence.Run) {
		r.Cases = slices.DeleteFunc(r.Cases, func(c evidence.Case) bool { return c.Name == name })
		if status != evidence.Missing {
			r.Cases = append(r.Cases, evidence.Case{Suite: pkg, Name: name, Status: status})
		}
	}
}

func exits(code int) func(r *evidence.Run) { return func(r *evidence.Run) { r.Exit = code } }

func drop(in *verdict.Input, reject func(r *evidence.Run) bool) {
	in.Runs = slices.DeleteFunc(in.Runs, func(r evidence.Run) bool { return reject(&r) })
}

func problem(code string) func(r *evidence.Run) {
	return func(r *evidence.Run) { r.Problems = []evidence.Problem{{Code: code, Detail: "X"}} }
}

// tested replaces the test file of the patch.
func tested(in *verdict.Input, before, after string) {
	in.Tests = tests.Compare(tests.Pair{Path: "a/a_test.go", Before: []byte(before), After: []byte(after)})
	in.TestFiles = []*source.File{source.Of("a/a_test.go", []byte(after))}
}

// untested removes the tests of the patch.
func untested(in *verdict.Input) {
	in.Tests, in.TestFiles = &tests.Difference{}, nil
	in.Files = in.Files[:1]
	in.Decisions[1].OK = false
	for _, state := range []evidence.State{evidence.WithTests, evidence.AtCandidate, evidence.Reverted, evidence.WithoutHunk, evidence.CleanRoom} {
		each(in, state, set("TestNew", evidence.Missing))
	}
}

type row struct {
	name    string
	change  func(in *verdict.Input)
	verdict evidence.Verdict
	reason  string // part of the first reason
	failed  string // conditions that do not hold, as ID=holds, in order
}

func check(t *testing.T, rows []row) {
	t.Helper()
	for _, c := range rows {
		t.Run(c.name, func(t *testing.T) {
			in := proven()
			c.change(&in)
			out := verdict.Judge(in)
			if out.Verdict != c.verdict {
				t.Errorf("verdict %s, want %s", out.Verdict, c.verdict)
			}
			if c.verdict == evidence.Proven != (len(out.Reasons) == 0) {
				t.Errorf("reasons: %q", out.Reasons)
			}
			if c.reason != "" && (len(out.Reasons) == 0 || !strings.Contains(out.Reasons[0], c.reason)) {
				t.Errorf("reasons %q, want %q first", out.Reasons, c.reason)
			}
			for _, reason := range out.Reasons {
				if !strings.HasSuffix(reason, ".") || strings.Contains(strings.ToLower(reason), "correct") {
					t.Errorf("no plain sentence: %q", reason)
				}
			}
			var failed []string
			for _, x := range out.Conditions {
				if x.Holds != evidence.Yes {
					failed = append(failed, x.ID+"="+string(x.Holds))
				}
				if x.Detail == "" {
					t.Errorf("%s has no detail", x.ID)
				}
			}
			if got := strings.Join(failed, " "); c.failed != "*" && got != c.failed {
				t.Errorf("conditions %q, want %q\n%+v", got, c.failed, out.Reasons)
			}
		})
	}
}
