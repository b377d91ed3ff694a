package verdict

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// unchanged is the change of a test that is as in the base.
const unchanged = "unchanged"

// caseByCase judges each case that fails in the base and passes with the patch,
// by its name. If the changes of tests alone turn it green, it was changed to
// assert the fault. If the sources of the patch turn it green with the tests of
// the base, it proves them.
func (j *judge) caseByCase() {
	base, candidate := j.reproduction[evidence.AtBase], j.reproduction[evidence.AtCandidate]
	serving := j.reproduction[evidence.WithServing]
	files, servedVerdict := "", evidence.Weak
	if len(serving.runs) > 0 {
		files = serving.runs[0].Subject
		if serving.runs[0].Tree == "" { // nothing else is changed
			servedVerdict = evidence.Inconclusive
		}
	}
	var turned, unsteady, served, mixed, altered, untold []string
	for _, k := range base.keys() {
		// P1 and P4 cover cases that do not pass with the patch.
		if !base.is(k, red) || !candidate.is(k, passed) || j.excused(k) {
			continue
		}
		name := caseName(base, k)
		byTests, steady := j.byTests(k)
		bySources := j.bySources(k)
		switch {
		case !steady:
			unsteady = append(unsteady, name)
		case byTests == evidence.Passed || byTests == evidence.Skipped:
			turned = append(turned, name)
		case len(serving.runs) > 0 && !serving.is(k, passed):
			served = append(served, name)
		case j.inSource(k):
			mixed = append(mixed, name)
		case bySources == evidence.Passed:
			j.proof(k)
			if byTests.Red() && j.brought(k) {
				continue // it proves as a changed test
			}
			j.unchanged = append(j.unchanged, name)
			c := base.cases[k]
			j.tests = append(j.tests, evidence.Test{
				Path: j.pathOf(c), Suite: c.Suite, Name: c.Name, Change: unchanged, Before: base.of(k), After: candidate.of(k), Proves: true,
			})
		case bySources.Red():
			altered = append(altered, name)
		case byTests == evidence.Missing && len(j.reproduction[evidence.Reverted].runs) > 0:
			untold = append(untold, name)
		}
	}
	for _, x := range []struct {
		names   []string
		verdict evidence.Verdict
		holds   evidence.Holds
		did     string
	}{
		{turned, evidence.Refuted, evidence.No, "failed in the base and does not fail with the tests of the patch alone, so the patch changes what it asserts"},
		{unsteady, evidence.Inconclusive, evidence.No, "failed in the base and is flaky without the sources of the patch"},
		{served, servedVerdict, evidence.Weakly, "failed in the base and does not pass without the changes of what may serve only tests (" + files + "), so whether the patch changes what it asserts is not known"},
		{mixed, evidence.Weak, evidence.Weakly, "failed in the base and is changed in a file that is a source too, so whether it asserts the fault now is not known"},
		{altered, evidence.Weak, evidence.Weakly, "failed in the base and, as the base has it, fails with the sources of the patch too: it passes only as the patch changes it"},
		{untold, evidence.Weak, evidence.Weakly, "failed in the base and did not run with either the tests or the sources of the patch alone"},
	} {
		if len(x.names) > 0 {
			j.find("P3", x.verdict, x.holds, several(x.names, x.did))
		}
	}
}

// inSource reports whether a case is of a test that the patch changes in a file
// of sources, as in Rust.
func (j *judge) inSource(key string) bool {
	suite, name, _ := strings.Cut(key, "\x00")
	return slices.ContainsFunc(j.in.Tests.Changed, func(t source.Test) bool {
		return t.Match(suite, name) && !slices.ContainsFunc(j.in.Files, func(f evidence.File) bool { return f.Path == t.Path && f.Kind == evidence.TestFile })
	})
}

// byTests returns the status of a case with the tests of the patch and the
// sources of the base, and whether all runs agree on it. The reproduction counts
// first. A case without a result there may have one in a run of these tests
// alone.
func (j *judge) byTests(k string) (status evidence.Status, steady bool) {
	reverted, own := j.reproduction[evidence.Reverted], j.all[evidence.WithTests]
	if status = reverted.of(k); status == evidence.Missing {
		status = own.of(k)
	}
	if !j.changesTests() && status == evidence.Passed {
		return status, false // that is the base again
	}
	return status, !reverted.flaky[k] && !own.flaky[k]
}

// bySources returns the status of a case with the sources of the patch and the
// tests of the base. Without tests of the patch that is the candidate.
func (j *judge) bySources(k string) evidence.Status {
	if !j.changesTests() {
		return j.reproduction[evidence.AtCandidate].of(k)
	}
	return j.reproduction[evidence.WithSources].of(k)
}

// changesTests reports whether the base with the changes of tests is another
// tree than the base.
func (j *judge) changesTests() bool {
	return j.touchesTests() || len(j.reproduction[evidence.WithSources].runs) > 0
}

// proof records a case that is red before and green after.
func (j *judge) proof(k string) {
	if !slices.Contains(j.proofs, k) {
		j.proofs = append(j.proofs, k)
	}
}
