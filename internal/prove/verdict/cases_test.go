package verdict_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
)

// withSources adds the run with the sources of the patch and the tests of the
// base.
func withSources(in *verdict.Input, exit int, list []evidence.Case) {
	r := run(evidence.WithSources, 1, exit, list)
	r.ID = fmt.Sprintf("r%d", len(in.Runs)+1)
	in.Runs = append(in.Runs, r)
}

// byTests gives a case a status with the tests of the patch alone.
func byTests(in *verdict.Input, name string, status evidence.Status) {
	each(in, evidence.WithTests, set(name, status))
	each(in, evidence.Reverted, set(name, status))
}

// together makes a suite green in the base, where the fix and its test come
// together.
func together(in *verdict.Input) {
	green := cases("TestOld", p, "TestKept", p)
	each(in, evidence.AtBase, func(r *evidence.Run) { r.Exit, r.Signature, r.Cases = 0, "", green })
	red := append(slices.Clone(green), cases("TestNew", f)...)
	for _, state := range []evidence.State{evidence.WithTests, evidence.Reverted, evidence.WithoutHunk, evidence.Mutated} {
		each(in, state, func(r *evidence.Run) {
			if r.Exit != 0 {
				r.Cases = red
			}
		})
	}
	drop(in, func(r *evidence.Run) bool { return r.State == evidence.WithTests })
	for attempt := 1; attempt <= 3; attempt++ {
		r := run(evidence.WithTests, attempt, 1, red)
		r.Phase, r.ID = evidence.Reproduce, fmt.Sprintf("r%d", len(in.Runs)+1)
		in.Runs = append(in.Runs, r)
	}
}

// reproducedWithTests changes the runs in which the fault shows with the tests of
// the patch.
func reproducedWithTests(in *verdict.Input, change func(r *evidence.Run)) {
	each(in, evidence.WithTests, func(r *evidence.Run) {
		if r.Phase == evidence.Reproduce {
			change(r)
		}
	})
}

func TestCaseByCase(t *testing.T) {
	good, old := cases("TestOld", p, "TestKept", p), cases("TestOld", f, "TestKept", p)
	check(t, []row{
		{"the base's own test goes green by the sources", func(in *verdict.Input) { withSources(in, 0, good) }, evidence.Proven, "", "P7=unknown"},
		{
			"the tests alone turn the case green, beside a true change", func(in *verdict.Input) {
				withSources(in, 1, old)
				byTests(in, "TestOld", p)
			}, evidence.Refuted, "TestOld of example.com/m/a failed in the base and does not fail with the tests of the patch alone", "*",
		},
		{
			"the tests alone skip the case", func(in *verdict.Input) {
				withSources(in, 1, old)
				byTests(in, "TestOld", s)
			}, evidence.Refuted, "TestOld of example.com/m/a failed in the base and does not fail with the tests", "*",
		},
		{
			"one of two cases is changed to assert the fault", func(in *verdict.Input) {
				each(in, evidence.AtBase, set("TestTwo", f))
				for _, state := range []evidence.State{evidence.AtCandidate, evidence.CleanRoom} {
					each(in, state, set("TestTwo", p))
				}
				byTests(in, "TestTwo", p)
				withSources(in, 1, append(slices.Clone(good), cases("TestTwo", f)...))
			}, evidence.Refuted, "TestTwo of example.com/m/a failed in the base and does not fail", "*",
		},
		{
			"the case has another name", func(in *verdict.Input) {
				for _, state := range []evidence.State{evidence.AtCandidate, evidence.CleanRoom, evidence.WithTests, evidence.Reverted} {
					each(in, state, func(r *evidence.Run) { set("TestOld", evidence.Missing)(r); set("TestOld2", r.Cases[0].Status)(r) })
				}
				withSources(in, 0, good)
			}, evidence.Refuted, "TestOld of example.com/m/a failed in the base and did not run with the patch", "*",
		},
		{
			"the tests alone make the case flaky", func(in *verdict.Input) {
				withSources(in, 0, good)
				in.Runs = append(in.Runs, run(evidence.WithTests, 2, 1, cases("TestOld", p, "TestKept", p, "TestNew", f)))
			}, evidence.Inconclusive, "TestOld of example.com/m/a failed in the base and is flaky without the sources", "*",
		},
		{
			"the case is red without the changes of what may serve only tests", func(in *verdict.Input) {
				withSources(in, 0, good)
				r := run(evidence.WithServing, 1, 1, old)
				r.ID, r.Subject, r.Tree = "r99", "helpers.py", "rest"
				in.Runs = append(in.Runs, r)
			}, evidence.Weak, "TestOld of example.com/m/a failed in the base and does not pass without the changes of what may serve only tests (helpers.py)", "P3=weakly P7=unknown",
		},
		{
			"the patch changes only what may serve tests", func(in *verdict.Input) {
				withSources(in, 0, good)
				r := run(evidence.WithServing, 1, 1, old)
				r.ID, r.Subject = "r99", "helpers.py"
				in.Runs = append(in.Runs, r)
			}, evidence.Inconclusive, "does not pass without the changes of what may serve only tests (helpers.py)", "P3=weakly P7=unknown",
		},
		{
			"nothing builds without the changes of what may serve only tests", func(in *verdict.Input) {
				withSources(in, 0, good)
				r := run(evidence.WithServing, 1, 1, nil)
				r.ID, r.Subject, r.Built, r.Tree = "r99", "helpers.py", false, "rest"
				in.Runs = append(in.Runs, r)
			}, evidence.Weak, "does not pass without the changes of what may serve only tests (helpers.py)", "P3=weakly P7=unknown",
		},
		{
			"the case is green without the changes of what may serve only tests", func(in *verdict.Input) {
				withSources(in, 0, good)
				r := run(evidence.WithServing, 1, 0, good)
				r.ID, r.Subject = "r99", "helpers.py"
				in.Runs = append(in.Runs, r)
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"the base's test fails with the sources too", func(in *verdict.Input) { withSources(in, 1, old) },
			evidence.Weak, "fails with the sources of the patch too: it passes only as the patch changes it", "P3=weakly P7=unknown",
		},
		{
			"the base's test does not build with the sources", func(in *verdict.Input) {
				withSources(in, 1, nil)
				each(in, evidence.WithSources, func(r *evidence.Run) { r.Built = false })
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"the tests of the patch do not build alone, and the base's test goes green", func(in *verdict.Input) {
				for _, state := range []evidence.State{evidence.WithTests, evidence.Reverted, evidence.WithoutHunk} {
					each(in, state, func(r *evidence.Run) { r.Built, r.Cases = false, nil })
				}
				withSources(in, 0, good)
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"a new test that proves nothing, and the base's test goes green", func(in *verdict.Input) {
				byTests(in, "TestNew", p)
				withSources(in, 0, good)
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"a patch of tests only", func(in *verdict.Input) {
				in.Files, in.Hunks, in.Mutants = in.Files[1:], nil, nil
				drop(in, func(r *evidence.Run) bool { return r.State == evidence.WithoutHunk || r.State == evidence.Mutated })
				all := cases("TestOld", p, "TestKept", p, "TestNew", p)
				for _, state := range []evidence.State{evidence.WithTests, evidence.Reverted} {
					each(in, state, func(r *evidence.Run) { r.Exit, r.Signature, r.Cases = 0, "", all })
				}
			}, evidence.Refuted, "TestOld of example.com/m/a failed in the base and does not fail with the tests of the patch alone", "P3=no P7=unknown",
		},
		{
			"a patch of tests only, that are not what turns the command green", func(in *verdict.Input) {
				in.Files, in.Hunks, in.Mutants = in.Files[1:], nil, nil
				drop(in, func(r *evidence.Run) bool { return r.State == evidence.WithoutHunk || r.State == evidence.Mutated })
			}, evidence.Inconclusive, "The patch changes only tests, so it repairs nothing.", "*",
		},
		{
			"a patch of tests only, and the command has no cases", func(in *verdict.Input) {
				in.Files, in.Hunks, in.Mutants = in.Files[1:], nil, nil
				exitOnly(in)
				each(in, evidence.Reverted, exits(0))
			}, evidence.Refuted, "The patch changes only tests, and so they alone make the command pass.", "*",
		},
	})
}

func TestTogether(t *testing.T) {
	check(t, []row{
		{"the fix and its test come together", together, evidence.Proven, "", "P7=unknown"},
		{
			"its test passes without the fix", func(in *verdict.Input) {
				together(in)
				reproducedWithTests(in, func(r *evidence.Run) { set("TestNew", p)(r); r.Exit = 0 })
			}, evidence.Inconclusive, "The command passes with the tests of the patch alone, so there is nothing to reproduce.", "*",
		},
		{
			"its test is flaky without the fix", func(in *verdict.Input) {
				together(in)
				reproducedWithTests(in, func(r *evidence.Run) {
					if r.Attempt == 2 {
						set("TestNew", p)(r)
						r.Exit = 0
					}
				})
			}, evidence.Inconclusive, "The added test TestNew is flaky.", "*",
		},
		{
			"it breaks another test", func(in *verdict.Input) {
				together(in)
				each(in, evidence.AtCandidate, func(r *evidence.Run) { set("TestKept", f)(r); r.Exit = 1 })
			}, evidence.Refuted, "The command still fails with the patch", "*",
		},
		{
			"its test is renamed away", func(in *verdict.Input) {
				together(in)
				for _, state := range []evidence.State{evidence.AtCandidate, evidence.CleanRoom} {
					each(in, state, set("TestNew", evidence.Missing))
				}
			}, evidence.Refuted, "TestNew of example.com/m/a failed with the tests of the patch alone and did not run with the patch", "*",
		},
		{
			"its test only does not build without the fix", func(in *verdict.Input) {
				together(in)
				for _, state := range []evidence.State{evidence.WithTests, evidence.Reverted, evidence.WithoutHunk} {
					each(in, state, func(r *evidence.Run) { r.Built, r.Cases = false, nil })
				}
			}, evidence.Weak, "only because something does not build", "P3=weakly P7=unknown",
		},
		{
			"it changes what another test asserts", func(in *verdict.Input) {
				together(in)
				withSources(in, 1, cases("TestOld", f, "TestKept", p))
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"the base runs no test of that name", func(in *verdict.Input) {
				together(in)
				each(in, evidence.AtBase, func(r *evidence.Run) {
					if !r.Suite {
						r.Cases = nil
					}
				})
			}, evidence.Proven, "", "P7=unknown",
		},
	})
}

// A test that passes in the base, and with the patch only because the patch
// changes it, is reported.
func TestOtherAssertionsAreTold(t *testing.T) {
	in := proven()
	together(&in)
	withSources(&in, 1, cases("TestOld", f, "TestKept", p))
	out := verdict.Judge(in)
	i := slices.IndexFunc(out.Conditions, func(c evidence.Condition) bool { return c.ID == "P3" })
	const want = "TestNew fails without the patch and passes with it. TestOld of example.com/m/a passes in the base, and with the patch only because the patch changes it."
	if got := out.Conditions[i].Detail; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
