package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// regresses is P2: what passed in the base passes in the candidate, and there
// are not fewer cases.
func (j *judge) regresses() {
	around := len(j.of(evidence.AtCandidate, true)) > 0 && len(j.of(evidence.AtBase, true)) > 0
	if !around && !j.documentation() {
		j.find("P2", evidence.Weak, evidence.Unknown, "The tests around the change did not run both in the base and with the patch.")
	}
	if len(j.all[evidence.AtCandidate].runs) == 0 {
		return
	}
	j.programs()
	r := &regressions{}
	r.compare(j, j.reproduction[evidence.AtBase], j.reproduction[evidence.AtCandidate])
	if around {
		r.compare(j, viewOf(j.of(evidence.AtBase, true)), viewOf(j.of(evidence.AtCandidate, true)))
	}
	for _, x := range []struct {
		names   []string
		verdict evidence.Verdict
		did     string
	}{
		{r.broken, evidence.Refuted, "passed in the base and fails with the patch"},
		{r.lost, evidence.Refuted, "passed in the base and did not run with the patch"},
		{r.skipped, evidence.Refuted, "passed in the base and is skipped with the patch"},
		{r.flaky, evidence.Inconclusive, "passed in the base and is flaky with the patch"},
		{r.hidden, evidence.Inconclusive, "fails with the patch and has no result in the base"},
	} {
		slices.Sort(x.names)
		if names := slices.Compact(x.names); len(names) > 0 {
			j.find("P2", x.verdict, evidence.No, several(names, x.did))
		}
	}
	if r.was > r.is {
		j.find("P2", evidence.Refuted, evidence.No, fmt.Sprintf("%s ran with the patch, and %d in the base.", report.NumberOf(r.is, "test case"), r.was))
	}
	j.says("P2", fmt.Sprintf("Nothing that passed in the base fails with the patch: %s.", report.NumberOf(len(r.kept), "test case")))
}

// regressions are names of cases that passed in the base, and do not with the
// patch.
type regressions struct {
	broken, lost, skipped, flaky []string
	hidden                       []string        // these have no result there
	kept                         map[string]bool // keys
	was, is                      int             // cases, where there are fewer
}

// compare compares the same commands in the base and the candidate.
func (r *regressions) compare(j *judge, base, candidate *view) {
	if r.kept == nil {
		r.kept = map[string]bool{}
	}
	count := len(base.keys())
	for _, k := range base.keys() {
		if j.excused(k) {
			count--
			continue
		}
		if !base.is(k, passed) {
			continue
		}
		name := caseName(base, k)
		switch s := candidate.of(k); {
		case candidate.flaky[k]:
			r.flaky = append(r.flaky, name)
		case s.Red():
			r.broken = append(r.broken, name)
		case s == evidence.Missing:
			r.lost = append(r.lost, name)
		case s == evidence.Skipped:
			r.skipped = append(r.skipped, name)
		default:
			r.kept[k] = true
		}
	}
	if is := len(candidate.keys()); is < count {
		r.was, r.is = count, is
	}
	// The fault may have ended the runner before them, as a panic of Go does.
	// It is not known then who broke them. P3 has the cases that the patch
	// brings.
	for _, k := range candidate.keys() {
		if candidate.is(k, red) && base.of(k) == evidence.Missing && !j.brought(k) {
			r.hidden = append(r.hidden, caseName(candidate, k))
		}
	}
}

// brought reports whether a case is of a test that the patch adds or changes.
func (j *judge) brought(key string) bool {
	suite, name, _ := strings.Cut(key, "\x00")
	return slices.ContainsFunc(j.changedTests(), func(c changed) bool { return c.test.Match(suite, name) })
}

// programs compares commands around the change that report no cases.
func (j *judge) programs() {
	base, candidate := j.of(evidence.AtBase, true), j.of(evidence.AtCandidate, true)
	for _, was := range base {
		same := func(r evidence.Run) bool { return slices.Equal(r.Command, was.Command) }
		if len(was.Cases) > 0 || !was.Passed() {
			continue
		}
		name := clip.Bytes(strings.Join(was.Command, " "), 80)
		i := slices.IndexFunc(candidate, same)
		if i < 0 {
			j.find("P2", evidence.Weak, evidence.Unknown, fmt.Sprintf("The command %q passed in the base and did not run with the patch.", name))
			continue
		}
		bad := slices.IndexFunc(candidate, func(r evidence.Run) bool { return same(r) && !r.Passed() })
		good := slices.ContainsFunc(candidate, func(r evidence.Run) bool { return same(r) && r.Passed() })
		switch {
		case bad >= 0 && good:
			j.find("P2", evidence.Inconclusive, evidence.No, fmt.Sprintf("The command %q passed in the base and is flaky with the patch.", name))
		case bad >= 0:
			j.find("P2", evidence.Refuted, evidence.No, fmt.Sprintf("The command %q passed in the base and fails with the patch.", name))
		}
	}
}
