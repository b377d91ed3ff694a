package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// machine finds failures of the machine, and a sandbox that binds too little.
func (j *judge) machine() {
	for _, sentence := range j.in.Infra {
		j.find("", evidence.Infra, "", sentence)
	}
	for _, r := range j.runs {
		if aside(r.State) {
			continue
		}
		switch r.End {
		case evidence.NotStarted:
			j.find("", evidence.Infra, "", fmt.Sprintf("Run %s (%s) did not start.", r.ID, r.State))
		case evidence.Canceled:
			j.find("", evidence.Infra, "", fmt.Sprintf("Run %s (%s) was canceled.", r.ID, r.State))
		}
	}
	if j.in.Sandbox < sandbox.Namespaces {
		j.find("", evidence.Weak, "", fmt.Sprintf(
			"The commands ran in a sandbox of level %s, which keeps them neither from the network nor from other processes.", j.in.Sandbox))
	}
}

// before is the state of the tree in which the command must fail.
type before struct {
	*view
	state evidence.State
	where string // for a sentence
}

// beforeOf returns the base, or the base with the tests of the patch if the
// reproduction was made there.
func beforeOf(reproduction map[evidence.State]*view) before {
	reproduced := func(r evidence.Run) bool { return r.Phase == evidence.Reproduce }
	if s1 := reproduction[evidence.WithTests]; slices.ContainsFunc(s1.runs, reproduced) {
		return before{s1, evidence.WithTests, "with the tests of the patch alone"}
	}
	return before{reproduction[evidence.AtBase], evidence.AtBase, "in the base"}
}

// reproduces is P1: the command fails before, always in the same way, and passes
// in the candidate.
func (j *judge) reproduces() {
	base, candidate := j.before, j.candidate
	if len(base.runs) == 0 {
		j.find("P1", evidence.Inconclusive, evidence.Unknown, "The command did not run in the base.")
		return
	}
	green, late := base.count()
	switch {
	case green == len(base.runs):
		j.find("P1", evidence.Inconclusive, evidence.No, "The command passes "+base.where+", so there is nothing to reproduce.")
		return
	case green > 0:
		// P3 or P4 has the reason.
		j.find("P1", "", evidence.No, fmt.Sprintf("The command fails in %d of %s %s.", len(base.runs)-green, report.NumberOf(len(base.runs), "run"), base.where))
		return
	case late == len(base.runs):
		j.find("P1", evidence.Weak, evidence.Weakly, "The command fails "+base.where+" only by not ending in time.")
	case !sameSignature(base.runs):
		if !sameRed(base.runs) {
			j.find("P1", evidence.Inconclusive, evidence.No, "The failures "+base.where+" differ from run to run, and so do the tests that fail.")
			return
		}
		j.find("P1", evidence.Weak, evidence.Weakly, "The failures "+base.where+" differ from run to run, although the same tests fail.")
	}
	j.passes(base, candidate)
}

// passes is the half of P1 that is about the candidate.
func (j *judge) passes(base before, candidate *view) {
	if len(candidate.runs) == 0 {
		j.find("P1", evidence.Inconclusive, evidence.Unknown, "The command did not run with the patch.")
		return
	}
	green, late := candidate.count()
	switch {
	case late == len(candidate.runs):
		j.find("P1", evidence.Refuted, evidence.No, "The command does not end in time with the patch.")
		return
	case green == 0 && candidate.runs[0].Signature == base.runs[0].Signature:
		j.find("P1", evidence.Refuted, evidence.No, "The command fails with the patch in the same way as without it."+stillRed(base.view, candidate))
		return
	case green == 0:
		j.find("P1", evidence.Refuted, evidence.No, "The command still fails with the patch, but in another way."+stillRed(base.view, candidate))
		return
	case green < len(candidate.runs):
		j.find("P1", "", evidence.No, fmt.Sprintf("The command passes in %d of %d runs with the patch.", green, len(candidate.runs)))
		return
	}
	var lost, skipped []string
	for _, k := range base.keys() {
		if !base.is(k, red) || candidate.flaky[k] || j.excused(k) {
			continue
		}
		switch candidate.of(k) {
		case evidence.Missing:
			lost = append(lost, caseName(base.view, k))
		case evidence.Skipped:
			skipped = append(skipped, caseName(base.view, k))
		}
	}
	if len(lost) > 0 {
		j.find("P1", evidence.Refuted, evidence.No, several(lost, "failed "+base.where+" and did not run with the patch"))
	}
	if len(skipped) > 0 {
		j.find("P1", evidence.Refuted, evidence.No, several(skipped, "failed "+base.where+" and is skipped with the patch"))
	}
	j.says("P1", fmt.Sprintf("The command fails %s in %s, and passes with the patch in %s.", base.where, allRuns(len(base.runs)), allRuns(len(candidate.runs))))
}

// stillRed names the tests that fail before and with the patch: a command may
// have a failure that the patch is not about.
func stillRed(base, candidate *view) string {
	var names []string
	for _, k := range base.keys() {
		if base.is(k, red) && candidate.is(k, red) {
			names = append(names, caseName(base, k))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " " + several(names, "fails before and with the patch")
}

// agrees is P4: runs of one state agree, and there are enough of them. The revert
// check is the last run before, and the clean room the last with the patch, if
// they are of the same tree and one more is needed.
func (j *judge) agrees() {
	var last []string
	for _, s := range []struct {
		own, all    *view
		where, last string
	}{
		{j.reproduction[j.before.state], j.before.view, j.before.where, "the revert check"},
		{j.reproduction[evidence.AtCandidate], j.candidate, "with the patch", "the clean room"},
	} {
		n := len(s.all.runs)
		green, _ := s.all.count()
		switch {
		case n == 0:
			j.find("P4", "", evidence.Unknown, "The command did not run "+s.where+".")
		case s.own.disagrees():
			j.find("P4", evidence.Inconclusive, evidence.No, fmt.Sprintf("The command is flaky %s: it passes in %d of %d runs.", s.where, green, n))
		case s.all.disagrees():
			// P3 or P9 has the reason.
			j.find("P4", "", evidence.No, fmt.Sprintf("The command passes in %d of %d runs %s.", green, n, s.where))
		case n < j.in.Attempts:
			j.find("P4", evidence.Weak, evidence.Weakly, fmt.Sprintf("The command ran %s only %s of %d.", s.where, report.NumberOf(n, "time"), j.in.Attempts))
		}
		if n > len(s.own.runs) {
			last = append(last, s.last)
		}
	}
	if base := j.reproduction[evidence.AtBase]; j.before.state != evidence.AtBase && base.disagrees() {
		green, _ := base.count()
		j.find("P4", evidence.Inconclusive, evidence.No, fmt.Sprintf("The command is flaky in the base: it passes in %d of %d runs.", green, len(base.runs)))
	}
	with := ""
	if len(last) > 0 {
		with = ", with " + strings.Join(last, " and ")
	}
	j.says("P4", fmt.Sprintf("All runs agree, %d of each state%s.", j.in.Attempts, with))
}

func sameSignature(runs []evidence.Run) bool {
	return !slices.ContainsFunc(runs, func(r evidence.Run) bool {
		return r.Signature != runs[0].Signature || r.End != runs[0].End
	})
}

// sameRed reports whether the same cases fail in all runs, and some do.
func sameRed(runs []evidence.Run) bool {
	of := func(r *evidence.Run) string {
		var keys []string
		for i := range r.Cases {
			if r.Cases[i].Status.Red() {
				keys = append(keys, r.Cases[i].Key())
			}
		}
		slices.Sort(keys)
		return strings.Join(keys, "\x01")
	}
	first := of(&runs[0])
	for i := range runs {
		if of(&runs[i]) != first {
			return false
		}
	}
	return first != ""
}

// excused reports whether a case is of a test that the patch deletes or skips
// by a recorded exception.
func (j *judge) excused(key string) bool {
	d := j.in.Tests
	suite, name, _ := strings.Cut(key, "\x00")
	of := func(list []source.Test) bool {
		return slices.ContainsFunc(list, func(t source.Test) bool { return t.Match(suite, name) })
	}
	return j.exception(tests.CodeDeleted) != nil && of(d.Deleted) || j.exception(tests.CodeSkipped) != nil && of(d.Skipped)
}

func allRuns(n int) string {
	if n == 1 {
		return "its only run"
	}
	return fmt.Sprintf("all %d runs", n)
}

// caseName returns the name of a case for a sentence.
func caseName(v *view, key string) string {
	c := v.cases[key]
	if c.Suite == "" {
		return c.Name
	}
	return c.Name + " of " + c.Suite
}

// several makes a sentence of a list of names and what each of them did.
func several(names []string, did string) string {
	switch len(names) {
	case 1:
		return names[0] + " " + did + "."
	case 2:
		return fmt.Sprintf("%s and another test: each %s.", names[0], did)
	}
	return fmt.Sprintf("%s and %d other tests: each %s.", names[0], len(names)-1, did)
}
