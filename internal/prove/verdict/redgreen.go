package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// A changed test is one that the patch adds or changes.
type changed struct {
	test   source.Test
	change string // added, changed
}

// redGreen is P3: a test is red with the changes of tests alone, green with the
// whole patch, and red again when the sources are reverted. It is new or changed,
// or fails in the base.
func (j *judge) redGreen() {
	j.caseByCase()
	if j.touchesTests() && !j.touches(evidence.Source, evidence.Build, evidence.Protected) {
		j.find("P3", evidence.Inconclusive, evidence.No, "The patch changes only tests, so it repairs nothing.")
	}
	list := j.changedTests()
	s1, s2 := j.all[evidence.WithTests], j.all[evidence.AtCandidate]
	if len(list) == 0 && !j.touchesTests() {
		j.withoutTests()
		return
	}
	if len(s1.runs) == 0 || len(s2.runs) == 0 {
		j.find("P3", evidence.Weak, evidence.Unknown, "The new tests did not run both without and with the changes of sources.")
		return
	}
	mine := map[string]bool{}
	for _, c := range list {
		j.judgeTest(c, mine)
	}
	j.otherCases(mine)
	strong := slices.ContainsFunc(j.tests, func(t evidence.Test) bool { return t.Proves && !t.Weak })
	weak := slices.ContainsFunc(j.tests, func(t evidence.Test) bool { return t.Proves && t.Weak })
	switch {
	case strong:
		j.says("P3", j.sentence())
	case weak:
		j.find("P3", evidence.Weak, evidence.Weakly, "The new tests fail without the patch only because something does not build."+j.listed())
	default:
		j.find("P3", evidence.Weak, evidence.No, "No new or changed test fails without the patch and passes with it."+j.listed())
	}
	j.rewritten()
	j.reverted()
}

// rewritten finds new and changed tests that fail with rewritten sources, which
// behave the same. Sources that do not build show nothing.
func (j *judge) rewritten() {
	v := j.all[evidence.Rewritten]
	if !v.built {
		return
	}
	var noticed []string
	for _, t := range j.tests {
		k := evidence.Case{Suite: t.Suite, Name: t.Name}
		if t.Change != unchanged && t.Proves && v.of(k.Key()).Red() {
			noticed = append(noticed, t.Name)
		}
	}
	if len(noticed) > 0 {
		j.find("P3", evidence.Weak, evidence.Weakly, several(noticed, "fails if locals of the changed functions have other names and their results are in variables, so it depends on how the source is written"))
	}
}

// touchesTests reports whether the patch changes files of tests.
func (j *judge) touchesTests() bool { return j.touches(evidence.TestFile) }

// touches reports whether the patch changes files of some kinds.
func (j *judge) touches(kinds ...evidence.Kind) bool {
	return slices.ContainsFunc(j.in.Files, func(f evidence.File) bool { return slices.Contains(kinds, f.Kind) })
}

// changedTests returns the tests that the sources say are added or changed, and
// that a runner runs.
func (j *judge) changedTests() []changed {
	var list []changed
	for _, t := range j.in.Tests.Added {
		list = append(list, changed{t, "added"})
	}
	for _, t := range j.in.Tests.Changed {
		list = append(list, changed{t, "changed"})
	}
	return slices.DeleteFunc(list, func(c changed) bool {
		return c.test.Kind == source.Benchmark || c.test.Kind == source.Example && c.test.Empty()
	})
}

// judgeTest looks for the cases of one test, and marks them as its own.
func (j *judge) judgeTest(c changed, mine map[string]bool) {
	s1, s2, s3 := j.all[evidence.WithTests], j.all[evidence.AtCandidate], j.all[evidence.Reverted]
	t := evidence.Test{
		Path: c.test.Path, Name: c.test.FullName(), Change: c.change, Before: evidence.Missing, After: evidence.Missing,
	}
	unsteady := false
	for _, k := range union(s1, s2) {
		suite, name, _ := strings.Cut(k, "\x00")
		if !c.test.Match(suite, name) {
			continue
		}
		mine[k] = true
		t.Suite = suite
		t.Before, t.After = worst(t.Before, s1.of(k)), worst(t.After, s2.of(k))
		unsteady = unsteady || s1.flaky[k] || s2.flaky[k]
		if proves, weak := j.proves(k, s1, s2, s3); proves {
			t.Weak = weak && (!t.Proves || t.Weak)
			t.Proves = true
			j.proof(k)
		}
	}
	if t.After.Red() {
		t.Proves, t.Weak = false, false
	}
	j.tests = append(j.tests, t)
	switch {
	case unsteady:
		j.find("P3", evidence.Inconclusive, evidence.No, fmt.Sprintf("The %s test %s is flaky.", c.change, t.Name))
	case t.After.Red():
		j.find("P3", evidence.Refuted, evidence.No, fmt.Sprintf("The %s test %s fails with the patch.", c.change, t.Name))
	}
}

// proves reports whether a case is red before and green after, and whether it
// is red only because it could not be built.
func (j *judge) proves(k string, s1, s2, s3 *view) (proves, weak bool) {
	if !s2.is(k, passed) || s1.flaky[k] {
		return false, false
	}
	if len(s3.runs) > 0 && s3.is(k, passed) {
		return false, false
	}
	if s1.of(k).Red() {
		return true, false
	}
	unbuilt := s1.of(k) == evidence.Missing && !s1.built
	return unbuilt, unbuilt
}

// otherCases finds cases on which the changes of tests had an effect, although
// no function of a test changed: a row of a table, or data.
func (j *judge) otherCases(mine map[string]bool) {
	s0, s1, s2, s3 := j.all[evidence.AtBase], j.all[evidence.WithTests], j.all[evidence.AtCandidate], j.all[evidence.Reverted]
	for _, k := range s1.keys() {
		if mine[k] || !s1.is(k, red) || s0.flaky[k] || s0.of(k).Red() {
			continue
		}
		c := s1.cases[k]
		t := evidence.Test{Path: j.pathOf(c), Suite: c.Suite, Name: c.Name, Change: "changed", Before: s1.of(k), After: s2.of(k)}
		if s0.of(k) == evidence.Missing {
			t.Change = "added"
		}
		if proves, _ := j.proves(k, s1, s2, s3); proves {
			t.Proves = true
			j.proof(k)
		} else if s2.is(k, red) {
			j.find("P3", evidence.Refuted, evidence.No, fmt.Sprintf("The %s test %s fails with the patch.", t.Change, t.Name))
		}
		j.tests = append(j.tests, t)
	}
}

// pathOf returns the file of the patch that declares the test of a case, or "".
func (j *judge) pathOf(c evidence.Case) string {
	for _, f := range j.in.TestFiles {
		for i := range f.Tests {
			if f.Tests[i].Match(c.Suite, c.Name) {
				return f.Path
			}
		}
	}
	return ""
}

// reverted is the revert check.
func (j *judge) reverted() {
	if !slices.ContainsFunc(j.in.Files, func(f evidence.File) bool { return f.Kind != evidence.Docs }) {
		return
	}
	s2, s3 := j.all[evidence.AtCandidate], j.all[evidence.Reverted]
	if len(s3.runs) == 0 {
		j.find("P3", evidence.Weak, evidence.Unknown, "The changes of sources were not reverted to see whether the tests turn red again.")
		return
	}
	runs := j.reproduction[evidence.Reverted].runs
	switch green, _ := j.reproduction[evidence.Reverted].count(); {
	case green == 0:
	case green == len(runs) && !j.touches(evidence.Source, evidence.Build, evidence.Protected):
		j.find("P3", evidence.Refuted, evidence.No, "The patch changes only tests, and so they alone make the command pass.")
	case green == len(runs):
		j.find("P3", evidence.Refuted, evidence.No, "The command stays green when the changes of sources are reverted, so they are not what made it pass.")
	default:
		j.find("P3", evidence.Inconclusive, evidence.No, "The command is flaky when the changes of sources are reverted.")
	}
	var stay []string
	for _, k := range j.all[evidence.WithTests].keys() {
		if j.all[evidence.WithTests].is(k, red) && s2.is(k, passed) && s3.is(k, passed) {
			stay = append(stay, caseName(s2, k))
		}
	}
	if len(stay) > 0 {
		j.find("P3", evidence.Refuted, evidence.No, several(stay, "stays green when the changes of sources are reverted"))
	}
}

// withoutTests is P3 of a patch that adds and changes no test: a case of the base
// has to go from red to green.
func (j *judge) withoutTests() {
	j.reverted()
	switch {
	case j.documentation():
		j.says("P3", "The patch changes only documentation, so no test is asked for.")
	case len(j.unchanged) > 0:
		j.says("P3", j.sentence())
	case !j.reproduction[evidence.AtBase].built:
		j.find("P3", evidence.Weak, evidence.Weakly, "The tests of the base fail only because something does not build.")
	case j.exception(PolicyTestsRequired) != nil:
		j.find("P3", evidence.Weak, evidence.Weakly, "By exception the patch has no test, and no test case of the command went from red to green.")
	default:
		j.find("P3", evidence.Weak, evidence.No, "The patch adds or changes no test, and no test case of the command went from red to green.")
	}
}

// sentence says which tests prove something, and which do not.
func (j *judge) sentence() string {
	var proving []string
	for _, t := range j.tests {
		if t.Proves && !t.Weak && t.Change != unchanged {
			proving = append(proving, t.Name)
		}
	}
	var text []string
	if len(proving) > 0 {
		text = append(text, several(proving, "fails without the patch and passes with it"))
	}
	if len(j.unchanged) > 0 {
		text = append(text, several(j.unchanged, "fails in the base and, as it is there, passes with the patch"))
	}
	return strings.Join(text, " ") + j.listed()
}

// listed says which tests prove nothing.
func (j *judge) listed() string {
	var idle, absent, unheard []string
	whyAbsent, whyUnheard := "", ""
	for _, t := range j.tests {
		switch {
		case t.Before == evidence.Passed && t.After == evidence.Passed:
			idle = append(idle, t.Name)
		case t.After == evidence.Missing || t.After == evidence.Skipped:
			absent, whyAbsent = append(absent, t.Name), j.ended(evidence.AtCandidate, &t)
		case t.Before == evidence.Missing && !t.Proves:
			unheard, whyUnheard = append(unheard, t.Name), j.ended(evidence.WithTests, &t)
		}
	}
	text := ""
	if len(idle) > 0 {
		text += " " + several(idle, "passes without the patch too and proves nothing")
	}
	if len(absent) > 0 {
		text += " " + several(absent, "did not run with the patch"+whyAbsent)
	}
	if len(unheard) > 0 {
		text += " " + several(unheard, "has no result without the patch"+whyUnheard)
	}
	// Whether it should assert something else is for people.
	base, sources, candidate := j.reproduction[evidence.AtBase], j.reproduction[evidence.WithSources], j.reproduction[evidence.AtCandidate]
	var other []string
	for _, k := range base.keys() {
		if base.is(k, passed) && sources.is(k, red) && candidate.is(k, passed) {
			other = append(other, caseName(base, k))
		}
	}
	if len(other) > 0 {
		text += " " + several(other, "passes in the base, and with the patch only because the patch changes it")
	}
	return text
}

// ended says why a test has no result in a state, if something ended its command
// before it, and why it was not run alone.
func (j *judge) ended(state evidence.State, t *evidence.Test) string {
	v := j.all[state]
	red := slices.DeleteFunc(slices.Clone(v.runs), func(r evidence.Run) bool { return r.Passed() })
	if len(red) == 0 || !v.built {
		return ""
	}
	_, apart := v.cases[(&evidence.Case{Suite: t.Suite}).Key()]
	switch reader := red[0].Reader; {
	case slices.ContainsFunc(red, func(r evidence.Run) bool { return r.Alone }):
		return ", not even alone: something ends the process before it"
	case reader == "go-test" && apart:
		return ", because its package ended before its first test, such as in TestMain or init, which it would also do for that test alone"
	default:
		return fmt.Sprintf(", because the command ended before it, and it cannot be run alone with %s", reader)
	}
}

// union returns the keys of two views, in order.
func union(a, b *view) []string {
	keys := append(a.keys(), b.keys()...)
	slices.Sort(keys)
	return slices.Compact(keys)
}
