package verdict_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
)

// broken adds a canary of TestNew, and the status of the case when its values
// and when its assertions are broken; empty: that did not run.
func broken(c evidence.Canary, statuses ...evidence.Status) func(in *verdict.Input) {
	return func(in *verdict.Input) {
		c.Suite, c.Name, c.Path = pkg, "TestNew", "a/a_test.go"
		in.Canaries = append(in.Canaries, c)
		for i, how := range []string{evidence.CanaryValues, evidence.CanaryAssertions} {
			if i < len(statuses) && statuses[i] != "" {
				in.Runs = append(in.Runs, about(run(evidence.Canaried, 1, 1, cases("TestKept", p, "TestNew", statuses[i])), how))
			}
		}
	}
}

func TestCanaries(t *testing.T) {
	value := evidence.Canary{Value: true, What: "3 became 2", Line: 7}
	check(t, []row{
		{"red by a value", broken(value, f), evidence.Proven, "", "P7=unknown"},
		{"red by an assertion", broken(evidence.Canary{}, f), evidence.Proven, "", "P7=unknown"},
		{"it breaks", broken(value, e), evidence.Proven, "", "P7=unknown"},
		{"green by an assertion", broken(evidence.Canary{}, p), evidence.Refuted, "TestNew of example.com/m/a asserts nothing: it passes with a failing assertion, too (the canary).", "P7=unknown P10=no"},
		{"green by both", broken(value, p, p), evidence.Refuted, "asserts nothing", "P7=unknown P10=no"},
		{"green by a value only", broken(value, p, f), evidence.Weak, "TestNew of example.com/m/a (3 became 2 at line 7 of a/a_test.go) passes although the values that it asserts were changed", "P7=unknown P10=weakly"},
		{"it did not build with another value", broken(value, evidence.Missing, f), evidence.Proven, "", "P7=unknown"},
		{"no result at all", broken(value, evidence.Missing, evidence.Missing), evidence.Weak, "has no result with a failing assertion", "P7=unknown P10=unknown"},
		{"skipped", broken(evidence.Canary{}, s), evidence.Weak, "has no result with a failing assertion", "P7=unknown P10=unknown"},
		{"impossible", broken(evidence.Canary{Impossible: "its function is somewhere else"}), evidence.Weak, "could not be broken to see whether it fails then (the canary)", "P7=unknown P10=unknown"},
		{"impossible, and it passes with the others", broken(evidence.Canary{Impossible: "its function is somewhere else"}, p, p), evidence.Weak, "could not be broken to see whether it fails then (the canary)", "P7=unknown P10=unknown"},
		{"green by a value, without assertions to break", broken(evidence.Canary{Value: true, What: "3 became 2", Line: 7, Impossible: "its body is on the line of its head"}, p, p), evidence.Weak, "passes although the values that it asserts were changed", "P7=unknown P10=weakly"},
		{"red by a value, without assertions to break", broken(evidence.Canary{Value: true, Impossible: "its body is on the line of its head"}, f, p), evidence.Proven, "", "P7=unknown"},
		{
			"a subtest that fails, and one that fails around it", func(in *verdict.Input) {
				in.Canaries = []evidence.Canary{{Suite: pkg, Name: "TestNew/row"}, {Suite: pkg, Name: "TestKept"}}
				in.Runs = append(in.Runs, about(run(evidence.Canaried, 1, 1, cases("TestNew", f, "TestNew/row", p, "TestKept/row", f, "TestKept2", p)), evidence.CanaryValues))
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"another test that fails", func(in *verdict.Input) {
				in.Canaries = []evidence.Canary{{Suite: pkg, Name: "TestNew"}}
				in.Runs = append(in.Runs, about(run(evidence.Canaried, 1, 1, cases("TestNew", p, "TestNewer", f)), evidence.CanaryValues))
			}, evidence.Refuted, "TestNew of example.com/m/a asserts nothing", "P7=unknown P10=no",
		},
		{
			"it writes into the tree, and is killed", func(in *verdict.Input) {
				broken(value, f)(in)
				each(in, evidence.Canaried, func(r *evidence.Run) { r.Written = []string{"a"} })
				canceled := about(run(evidence.Canaried, 1, -1, nil), evidence.CanaryAssertions)
				canceled.End = evidence.Canceled
				in.Runs = append(in.Runs, canceled)
			}, evidence.Proven, "", "P7=unknown",
		},
	})
}

// A test that notices how a source is written asserts more than behavior.
func TestRewritten(t *testing.T) {
	rewritten := func(status evidence.Status, built bool) func(in *verdict.Input) {
		return func(in *verdict.Input) {
			r := run(evidence.Rewritten, 1, 1, cases("TestOld", p, "TestKept", f, "TestNew", status))
			r.Built = built
			in.Runs = append(in.Runs, r)
		}
	}
	check(t, []row{
		{"it passes", rewritten(p, true), evidence.Proven, "", "P7=unknown"},
		{"it fails", rewritten(f, true), evidence.Weak, "TestNew fails if locals of the changed functions have other names and their results are in variables", "P3=weakly P7=unknown"},
		{"it does not build", rewritten(f, false), evidence.Proven, "", "P7=unknown"},
		{"a test of the base that fails", func(in *verdict.Input) { untested(in); rewritten(evidence.Missing, true)(in) }, evidence.Proven, "", "*"},
	})
}
