package verdict_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
)

const newTest = "\nfunc TestNew(t *testing.T) { t.Error() }\n"

// exitOnly takes all cases away.
func exitOnly(in *verdict.Input) {
	for i := range in.Runs {
		in.Runs[i].Cases, in.Runs[i].Reader = nil, "exit"
	}
}

func TestRedGreen(t *testing.T) {
	check(t, []row{
		{
			"the new test passes in S1", func(in *verdict.Input) {
				for _, state := range []evidence.State{evidence.WithTests, evidence.Reverted, evidence.WithoutHunk} {
					each(in, state, set("TestNew", p))
				}
			}, evidence.Weak, "No new or changed test fails without the patch and passes with it. TestNew passes without the patch too", "P3=no P7=unknown",
		},
		{
			"red only by the build", func(in *verdict.Input) {
				for _, state := range []evidence.State{evidence.WithTests, evidence.Reverted, evidence.WithoutHunk} {
					each(in, state, func(r *evidence.Run) { r.Built, r.Cases = false, nil })
				}
			}, evidence.Weak, "did not run with either the tests or the sources of the patch alone", "P3=weakly P7=unknown",
		},
		{
			"missing after a panic of another test is not red", func(in *verdict.Input) {
				each(in, evidence.WithTests, set("TestNew", evidence.Missing))
			}, evidence.Weak, "No new or changed test", "*",
		},
		{
			"a panic is red", func(in *verdict.Input) { each(in, evidence.WithTests, set("TestNew", e)) },
			evidence.Proven, "", "P7=unknown",
		},
		{
			"the new test fails with the patch", func(in *verdict.Input) {
				each(in, evidence.AtCandidate, func(r *evidence.Run) {
					if r.Suite {
						set("TestNew", f)(r)
						r.Exit = 1
					}
				})
			}, evidence.Refuted, "The added test TestNew fails with the patch", "*",
		},
		{
			"the new test is flaky", func(in *verdict.Input) {
				again := run(evidence.WithTests, 2, 1, cases("TestOld", f, "TestKept", p, "TestNew", p))
				in.Runs = append(in.Runs, again)
			}, evidence.Inconclusive, "The added test TestNew is flaky", "P3=no P7=unknown",
		},
		{
			"another new test proves nothing", func(in *verdict.Input) {
				tested(in, testText, testText+newTest+"\nfunc TestIdle(t *testing.T) { t.Error() }\n")
				for _, state := range []evidence.State{evidence.WithTests, evidence.Reverted, evidence.AtCandidate, evidence.CleanRoom} {
					each(in, state, set("TestIdle", p))
				}
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"a row of a table", func(in *verdict.Input) {
				tested(in, "package a\n\nvar rows = 1\n\nfunc TestNew(t *testing.T) { t.Error() }\n", "package a\n\nvar rows = 2\n\nfunc TestNew(t *testing.T) { t.Error() }\n")
				each(in, evidence.AtBase, set("TestNew", p))
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"the revert stays green", func(in *verdict.Input) {
				each(in, evidence.Reverted, func(r *evidence.Run) {
					*r = run(evidence.Reverted, 1, 0, cases("TestOld", p, "TestKept", p, "TestNew", p))
				})
			}, evidence.Refuted, "TestOld of example.com/m/a failed in the base and does not fail with the tests of the patch alone", "*",
		},
		{
			"there was no revert", func(in *verdict.Input) { drop(in, func(r *evidence.Run) bool { return r.State == evidence.Reverted }) },
			evidence.Weak, "were not reverted", "P3=unknown P7=unknown",
		},
		{
			"S1 did not run", func(in *verdict.Input) { drop(in, func(r *evidence.Run) bool { return r.State == evidence.WithTests }) },
			evidence.Weak, "did not run both", "*",
		},
		{"no tests, and a case of the base goes green", untested, evidence.Proven, "", "P7=unknown"},
		{
			"no tests, and the command has no cases", func(in *verdict.Input) { untested(in); exitOnly(in) },
			evidence.Weak, "adds or changes no test, and no test case of the command", "P3=no P5=weakly P7=unknown",
		},
		{
			"no tests, and the base does not build", func(in *verdict.Input) {
				untested(in)
				for _, state := range []evidence.State{evidence.AtBase, evidence.Reverted, evidence.WithoutHunk} {
					each(in, state, func(r *evidence.Run) { r.Built, r.Cases = false, nil })
				}
			}, evidence.Weak, "The tests of the base fail only because something does not build.", "P3=weakly P7=unknown",
		},
		{
			"no tests, and the base is green when it is set again", func(in *verdict.Input) {
				untested(in)
				drop(in, func(r *evidence.Run) bool { return r.State == evidence.WithTests })
				each(in, evidence.Reverted, set("TestOld", p))
			}, evidence.Inconclusive, "TestOld of example.com/m/a failed in the base and is flaky without the sources", "P3=no P7=unknown",
		},
		{
			"no tests, by exception", func(in *verdict.Input) {
				untested(in)
				in.Exceptions = []evidence.Exception{{Policy: "tests.required", Reason: "TestOld asserts it", By: "flag"}}
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"no tests, by exception, and no case that was red", func(in *verdict.Input) {
				untested(in)
				in.Exceptions = []evidence.Exception{{Policy: "tests.required", Reason: "none", By: "flag"}}
				exitOnly(in)
			}, evidence.Weak, "By exception the patch has no test, and no test case", "P3=weakly P5=weakly P7=unknown",
		},
		{
			"documentation alone", func(in *verdict.Input) {
				untested(in)
				in.Files = []evidence.File{{Path: "README.md", Kind: evidence.Docs}}
				in.Exceptions = []evidence.Exception{{Policy: "tests.required", Reason: "documentation", By: "automatic"}}
				in.Hunks, in.Mutants = nil, nil
				drop(in, func(r *evidence.Run) bool { return r.Suite })
				exitOnly(in)
			}, evidence.Proven, "", "P7=unknown",
		},
		{"nothing but exit codes", exitOnly, evidence.Weak, "No new or changed test", "P3=no P5=weakly P7=unknown"},
	})
}
