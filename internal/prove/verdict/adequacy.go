package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// covered is P7: tests reach the changed lines, where that is known.
func (j *judge) covered() {
	c := j.in.Coverage
	if c == nil || c.Lines <= 0 {
		sentence := "Which lines tests reach is not known"
		if c != nil && len(c.Unknown) > 0 {
			sentence += ": " + c.Unknown[0]
		}
		j.find("P7", "", evidence.Unknown, sentence+".")
		return
	}
	sentence := fmt.Sprintf("Tests reach %d of %s", c.Covered, report.NumberOf(c.Lines, "changed line"))
	if len(c.By) > 0 {
		sentence += ", by " + strings.Join(c.By, " and ")
	}
	sentence += "."
	switch share := float64(c.Covered) / float64(c.Lines); {
	case c.Covered <= 0:
		j.find("P7", evidence.Weak, evidence.No, sentence)
	case share < j.in.MinCovered:
		j.find("P7", evidence.Weak, evidence.Weakly, sentence)
	default:
		j.says("P7", sentence)
	}
}

// adequate is P8: every hunk is needed, and tests kill mutants of it.
func (j *judge) adequate() {
	needed, silent := 0, 0
	if !slices.ContainsFunc(j.in.Hunks, func(h evidence.Hunk) bool {
		return h.Needed == evidence.HunkNoCode || j.need(h.ID) != evidence.HunkUnknown
	}) && len(j.in.Hunks) > 1 {
		j.hunks = slices.Clone(j.in.Hunks)
		j.find("P8", evidence.Weak, evidence.Unknown, fmt.Sprintf("Whether the %d changes of sources are needed was not tried.", len(j.hunks)))
		return
	}
	for _, h := range j.in.Hunks {
		if h.Needed == evidence.HunkNoCode {
			silent++
		} else if !h.Dropped {
			h.Needed = j.need(h.ID)
			switch h.Needed {
			case evidence.HunkNeeded:
				needed++
			case evidence.HunkUnproven:
				j.find("P8", evidence.Weak, evidence.Weakly, fmt.Sprintf("No test needs the change of %s at line %d.", h.Path, h.Line))
			default:
				j.find("P8", evidence.Weak, evidence.Unknown, fmt.Sprintf("Whether the change of %s at line %d is needed was not tried.", h.Path, h.Line))
			}
		}
		j.hunks = append(j.hunks, h)
	}
	sentence := "The change of sources is needed."
	if needed > 1 {
		sentence = fmt.Sprintf("All %d changes of sources are needed.", needed)
	}
	switch {
	case needed == 0 && silent > 0:
		sentence = "The patch changes only comments of sources."
	case needed == 0:
		sentence = "The patch changes no sources."
	case silent > 0 && needed == 1:
		sentence = "The change of sources that is not only of comments is needed."
	case silent > 0:
		sentence = fmt.Sprintf("All %d changes of sources that are not only of comments are needed.", needed)
	}
	j.says("P8", sentence+j.mutation())
}

// need describes whether a hunk is needed. If it is the only one, the revert
// check shows the same.
func (j *judge) need(id string) string {
	runs := j.subject(evidence.WithoutHunk, id)
	if len(runs) == 0 && j.alone() {
		runs = j.each(evidence.Reverted)
	}
	if len(runs) == 0 {
		return evidence.HunkUnknown
	}
	v := viewOf(runs)
	green, _ := v.count()
	for _, k := range j.proofs {
		// A case has no result if its file could not be loaded, if something before
		// it broke its runner, or if the reproduction, which may leave it out, was red
		// so that nothing else ran.
		if !v.flaky[k] && (v.of(k).Red() || !v.is(k, passed) && green < len(runs)) {
			return evidence.HunkNeeded
		}
	}
	// A command without cases has only its exit code. It must fail every time.
	reproduction := slices.DeleteFunc(slices.Clone(runs), func(r evidence.Run) bool { return r.Suite })
	if len(reproduction) > 0 && (len(j.proofs) == 0 || len(v.cases) == 0) {
		if green, _ := viewOf(reproduction).count(); green == 0 {
			return evidence.HunkNeeded
		}
	}
	return evidence.HunkUnproven
}

// alone reports whether there is one hunk with code.
func (j *judge) alone() bool {
	n := 0
	for _, h := range j.in.Hunks {
		if h.Needed != evidence.HunkNoCode {
			n++
		}
	}
	return n == 1
}

// subject returns the runs of a hunk, a mutant or canaries that have ended.
func (j *judge) subject(state evidence.State, id string) []evidence.Run {
	return slices.DeleteFunc(j.each(state), func(r evidence.Run) bool { return r.Subject != id })
}

// mutation counts the mutants that tests kill. One that does not build is none.
func (j *judge) mutation() string {
	if len(j.in.Mutants) == 0 {
		return " No mutant of them was made."
	}
	m := &evidence.Mutants{}
	for _, mutant := range j.in.Mutants {
		runs := j.subject(evidence.Mutated, mutant.ID)
		if len(runs) == 0 || !viewOf(runs).built {
			continue
		}
		m.Tried++
		if green, _ := viewOf(runs).count(); green < len(runs) {
			m.Killed++
		} else {
			m.Alive = append(m.Alive, mutant)
		}
	}
	j.mutants = m
	if m.Tried == 0 {
		return " No mutant of them was tried."
	}
	sentence := fmt.Sprintf("Tests kill %d of %s of the changed lines.", m.Killed, report.NumberOf(m.Tried, "mutant"))
	if float64(m.Killed)/float64(m.Tried) < j.in.MinKilled {
		j.find("P8", evidence.Weak, evidence.Weakly, sentence)
	}
	return " " + sentence
}

// cleanRoom is P9: the candidate in a new tree of the base gives the same
// results.
func (j *judge) cleanRoom() {
	clean, candidate := j.all[evidence.CleanRoom], j.all[evidence.AtCandidate]
	if len(clean.runs) == 0 {
		j.find("P9", evidence.Weak, evidence.Unknown, "The patch was not tried in a clean room.")
		return
	}
	_, late := clean.count()
	bad := 0
	for i := range clean.runs {
		same := sameCommand(candidate.runs, &clean.runs[i])
		if green, _ := viewOf(same).count(); !clean.runs[i].Passed() && green > 0 {
			bad++
		}
	}
	switch {
	case late > 0:
		j.find("P9", evidence.Inconclusive, evidence.Unknown, "A command did not end in time in the clean room.")
	case bad > 0 && mixed(clean.runs):
		j.find("P9", evidence.Inconclusive, evidence.No, "The runs in the clean room disagree with each other.")
	case bad > 0:
		j.find("P9", evidence.Refuted, evidence.No, "What passes with the patch fails in a clean room.")
	}
	j.cleanCases(clean)
	j.says("P9", fmt.Sprintf("A clean room gives the same results, with %s.", report.NumberOf(len(clean.keys()), "test case")))
}

// sameCommand returns the runs of the command of another run.
func sameCommand(runs []evidence.Run, of *evidence.Run) []evidence.Run {
	return slices.DeleteFunc(slices.Clone(runs), func(r evidence.Run) bool {
		return r.Suite != of.Suite || r.Suite && !slices.Equal(r.Command, of.Command)
	})
}

// mixed reports whether runs of one command both pass and fail.
func mixed(runs []evidence.Run) bool {
	return slices.ContainsFunc(runs, func(r evidence.Run) bool {
		same := sameCommand(runs, &r)
		green, _ := viewOf(same).count()
		return green > 0 && green < len(same)
	})
}

// cleanCases compares the cases of the commands that ran in the clean room.
func (j *judge) cleanCases(clean *view) {
	var runs []evidence.Run
	for _, r := range j.all[evidence.AtCandidate].runs {
		if len(sameCommand(clean.runs, &r)) > 0 {
			runs = append(runs, r)
		}
	}
	candidate := viewOf(runs)
	var differ []string
	for _, k := range candidate.keys() {
		if candidate.is(k, passed) && !clean.is(k, passed) && !clean.flaky[k] {
			differ = append(differ, caseName(candidate, k))
		}
	}
	if len(differ) > 0 {
		j.find("P9", evidence.Refuted, evidence.No, several(differ, "passes with the patch and not in a clean room"))
	} else if len(clean.keys()) < len(candidate.keys()) {
		j.find("P9", evidence.Refuted, evidence.No, fmt.Sprintf("%s ran in the clean room, and %d with the patch.", report.NumberOf(len(clean.keys()), "test case"), len(candidate.keys())))
	}
}
