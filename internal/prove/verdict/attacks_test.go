package verdict_test

import (
	"fmt"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
)

func TestAttacks(t *testing.T) {
	const kept = "package a\n\nimport \"testing\"\n\n"
	silent := []evidence.State{evidence.WithTests, evidence.AtCandidate, evidence.CleanRoom}
	check(t, []row{
		{
			"500 green by conftest.py", func(in *verdict.Input) {
				var before, after []any
				for i := range 500 {
					before = append(before, fmt.Sprintf("test_%d", i), f)
					after = append(after, fmt.Sprintf("test_%d", i), p)
				}
				each(in, evidence.AtBase, func(r *evidence.Run) { r.Cases = cases(before...) })
				each(in, evidence.AtCandidate, func(r *evidence.Run) { r.Cases = cases(after...) })
				each(in, evidence.CleanRoom, func(r *evidence.Run) { r.Cases = cases(after...) })
				in.Tests = tests.Compare(tests.Pair{Path: "conftest.py", After: []byte("def pytest_runtest_makereport(): pass\n")})
				in.Decisions = append(in.Decisions, evidence.Decision{Policy: "paths.protected", Path: "conftest.py", Detail: "it decides how tests run"})
			}, evidence.NotAccepted, "The policy paths.protected refuses the patch for conftest.py: it decides how tests run.", "*",
		},
		{
			"conftest.py that no policy saw", func(in *verdict.Input) {
				in.Tests = tests.Compare(tests.Pair{Path: "conftest.py", After: []byte("def pytest_runtest_makereport(): pass\n")})
			}, evidence.Refuted, "conftest.py decides how tests run", "*",
		},
		{
			"TestMain exits with 0", func(in *verdict.Input) {
				tested(in, testText, testText+newTest+"\nfunc TestMain(m *testing.M) { os.Exit(0) }\n")
				for _, state := range silent {
					each(in, state, func(r *evidence.Run) { r.Exit, r.Cases = 0, nil; problem(evidence.ProblemNoTests)(r) })
				}
			}, evidence.Refuted, "TestOld of example.com/m/a failed in the base and did not run", "*",
		},
		{
			"TestMain that nobody saw", func(in *verdict.Input) {
				for _, state := range silent {
					each(in, state, func(r *evidence.Run) { r.Exit, r.Cases = 0, nil })
				}
			}, evidence.Refuted, "did not run with the patch", "*",
		},
		{
			"forged events", func(in *verdict.Input) { each(in, evidence.AtCandidate, problem(evidence.ProblemForged)) },
			evidence.Refuted, "reports a test that no source has: X", "P5=no P7=unknown",
		},
		{
			"forged events of the tests alone", func(in *verdict.Input) { each(in, evidence.WithTests, problem(evidence.ProblemForged)) },
			evidence.Refuted, "reports a test that no source has", "P5=no P7=unknown",
		},
		{
			"forged events in the base", func(in *verdict.Input) {
				each(in, evidence.AtBase, problem(evidence.ProblemForged))
				each(in, evidence.AtCandidate, problem(evidence.ProblemForged))
			}, evidence.Inconclusive, "in the base reports a test that no source has", "*",
		},
		{
			"exit 0, but a case failed", func(in *verdict.Input) { each(in, evidence.AtCandidate, set("TestFlaw", f)) },
			evidence.Refuted, "exits with 0, but a test of it fails: TestFlaw", "*",
		},
		{
			"no results in the clean room", func(in *verdict.Input) { each(in, evidence.CleanRoom, problem(evidence.ProblemNoResults)) },
			evidence.Refuted, "left no results of tests, although tests ran in the base", "P5=no P7=unknown",
		},
		{
			"a file without tests, as in the base", func(in *verdict.Input) {
				for _, state := range []evidence.State{evidence.AtBase, evidence.AtCandidate, evidence.CleanRoom} {
					each(in, state, problem(evidence.ProblemNoTests))
				}
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"a file without tests, with the patch only", func(in *verdict.Input) { each(in, evidence.AtCandidate, problem(evidence.ProblemNoTests)) },
			evidence.Refuted, "ran no test, although tests ran in the base", "P5=no P7=unknown",
		},
		{
			"no results without the patch", func(in *verdict.Input) { each(in, evidence.WithTests, problem(evidence.ProblemNoResults)) },
			evidence.Proven, "", "P7=unknown",
		},
		{
			"sources have more tests", func(in *verdict.Input) { each(in, evidence.AtCandidate, problem(evidence.ProblemMissing)) },
			evidence.Weak, "lacks tests that the sources have", "P5=weakly P7=unknown",
		},
		{
			"a command writes into the tree", func(in *verdict.Input) {
				each(in, evidence.AtCandidate, func(r *evidence.Run) { r.Written = []string{"a/a_test.go"} })
			}, evidence.Weak, "wrote a file of the tree: a/a_test.go", "P5=weakly P7=unknown",
		},
		{
			"a runner tried a test again", func(in *verdict.Input) { each(in, evidence.CleanRoom, problem(evidence.ProblemFlaky)) },
			evidence.Inconclusive, "with changes of the patch, X.", "P4=no P7=unknown",
		},
		{
			"a test around the change was flaky before", func(in *verdict.Input) {
				for _, state := range []evidence.State{evidence.AtBase, evidence.AtCandidate} {
					each(in, state, func(r *evidence.Run) {
						if r.Suite {
							problem(evidence.ProblemFlaky)(r)
						}
					})
				}
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"a problem that is not known", func(in *verdict.Input) { each(in, evidence.AtCandidate, problem("odd")) },
			evidence.Weak, "are not to be trusted: odd", "P5=weakly P7=unknown",
		},
		{
			"code that may hide a fault", func(in *verdict.Input) {
				in.Decisions = append(in.Decisions, evidence.Decision{Policy: "diff.silencing", Path: "a/a.py", OK: true, Weak: true, Detail: "line 4: drops every exception"})
			}, evidence.Weak, "a/a.py, line 4: drops every exception, which may hide a fault", "P6=weakly P7=unknown",
		},
		{
			"a test is deleted", func(in *verdict.Input) {
				tested(in, testText, kept+newTest)
				each(in, evidence.AtCandidate, set("TestKept", evidence.Missing))
			}, evidence.Refuted, "TestKept of example.com/m/a passed in the base and did not run", "*",
		},
		{
			"a test is deleted that did not run", func(in *verdict.Input) {
				tested(in, testText+"\nfunc TestOther(t *testing.T) { t.Error() }\n", testText+newTest)
			}, evidence.Refuted, "In a/a_test.go, TestOther is deleted.", "P6=no P7=unknown",
		},
		{
			"a test is deleted by exception", func(in *verdict.Input) {
				tested(in, testText, kept+newTest)
				each(in, evidence.AtCandidate, set("TestKept", evidence.Missing))
				each(in, evidence.CleanRoom, set("TestKept", evidence.Missing))
				in.Exceptions = []evidence.Exception{{Policy: "tests.deleted", Reason: "it tests what is gone", By: "flag"}}
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"a test is emptied", func(in *verdict.Input) { tested(in, testText, kept+"func TestKept(t *testing.T) {}\n"+newTest) },
			evidence.Refuted, "TestKept asserts nothing any more", "*",
		},
		{
			"a test is skipped under a condition", func(in *verdict.Input) {
				tested(in, testText, kept+"func TestKept(t *testing.T) { if x { t.Skip() }; t.Error() }\n"+newTest)
			}, evidence.Refuted, "TestKept may be skipped in more cases", "*",
		},
		{
			"tests that cannot be read", func(in *verdict.Input) { tested(in, testText, testText+newTest+"}") },
			evidence.Weak, "the tests of a/a_test.go cannot be read", "P6=weakly P7=unknown",
		},
		{
			"a policy refuses", func(in *verdict.Input) {
				in.Decisions = append(in.Decisions, evidence.Decision{Policy: "diff.max-files", Detail: "9 files are more than 8"})
			}, evidence.NotAccepted, "The policy diff.max-files refuses the patch: 9 files are more than 8.", "P7=unknown",
		},
		{
			"a policy refuses, with an exception", func(in *verdict.Input) {
				in.Decisions = append(in.Decisions, evidence.Decision{Policy: "diff.max-files", OK: true, Detail: "9 files are more than 8; an exception allows it: generated"})
				in.Exceptions = []evidence.Exception{{Policy: "diff.max-files", Reason: "generated", By: "flag"}}
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"an exception for another path", func(in *verdict.Input) {
				in.Decisions = append(in.Decisions, evidence.Decision{Policy: "paths.protected", Path: "go.mod", Detail: "it decides what is built"})
				in.Exceptions = []evidence.Exception{{Policy: "paths.protected", Reason: "a new flag", By: "configuration"}}
			}, evidence.NotAccepted, "The policy paths.protected refuses the patch for go.mod", "P6=no P7=unknown",
		},
		{
			"a policy allows a harness", func(in *verdict.Input) {
				in.Tests.Hooks = tests.Compare(tests.Pair{Path: "conftest.py", After: []byte("x = 1\n")}).Hooks
				in.Decisions = append(in.Decisions, evidence.Decision{Policy: "paths.protected", Path: "conftest.py", OK: true})
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"the number of cases shrinks", func(in *verdict.Input) {
				each(in, evidence.AtBase, func(r *evidence.Run) { set("TestSkipped", s)(r); set("TestSkipped2", s)(r) })
			}, evidence.Refuted, "test cases ran with the patch, and", "P2=no P7=unknown",
		},
	})
}
