package prove

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// Branch returns the name of the branch of a pull request with a proof's patch.
// Proofs of the same command on the same repository have the same, so that a
// new one updates the pull request of the last.
func Branch(e *evidence.Evidence) string { return "autofix/prove-" + commandDigest(e.Command) }

// Compare lists the differences between a proof and its repetition. Times,
// outputs, and the limits that a machine enforces may differ, and so may the
// number of runs and the choice of mutants.
func Compare(first, again *evidence.Evidence) []string {
	var all []string
	differ := func(what string, a, b any) {
		if fmt.Sprint(a) != fmt.Sprint(b) {
			all = append(all, fmt.Sprintf("%s: the evidence says %v, and here it is %v", what, a, b))
		}
	}
	differ("verdict", first.Verdict, again.Verdict)
	differ("command", fmt.Sprintf("%q", first.Command), fmt.Sprintf("%q", again.Command))
	differ("base", first.Base, again.Base)
	all = append(all, compareRuns(first.Runs, again.Runs)...)
	if len(first.Candidates) == 0 || len(again.Candidates) == 0 {
		differ("patches", len(first.Candidates), len(again.Candidates))
		return all
	}
	a, b := &first.Candidates[0], &again.Candidates[0]
	differ("hash of the patch", a.SHA256, b.SHA256)
	results := map[string]evidence.Test{}
	for _, t := range a.Tests {
		results[t.Path+" "+t.Suite+" "+t.Name] = t
	}
	for _, t := range b.Tests {
		name := t.Path + " " + t.Suite + " " + t.Name
		had, known := results[name]
		if !known {
			all = append(all, fmt.Sprintf("test %s: the evidence does not have it", name))
			continue
		}
		delete(results, name)
		differ("test "+name+" before", had.Before, t.Before)
		differ("test "+name+" after", had.After, t.After)
	}
	for _, name := range slices.Sorted(maps.Keys(results)) {
		all = append(all, fmt.Sprintf("test %s: only the evidence has it", name))
	}
	holds := map[string]evidence.Holds{}
	for _, c := range a.Conditions {
		holds[c.ID] = c.Holds
	}
	for _, c := range b.Conditions {
		had, known := holds[c.ID]
		if !known && c.ID == "P10" && len(a.Canaries) == 0 {
			continue // the evidence is of an earlier version
		}
		if !known {
			all = append(all, fmt.Sprintf("%s: the evidence does not have it", check(c.ID)))
			continue
		}
		delete(holds, c.ID)
		differ(check(c.ID), had, c.Holds)
	}
	for _, id := range slices.Sorted(maps.Keys(holds)) {
		all = append(all, fmt.Sprintf("%s: only the evidence has it", check(id)))
	}
	return all
}

// check returns the name of a condition, and its id.
func check(id string) string {
	return fmt.Sprintf("check %q (%s)", evidence.ConditionName(id), id)
}

// ranAt is a command in a tree.
type ranAt struct {
	state   evidence.State
	suite   bool
	tree    string // the digest of its changes
	command string
}

// An outcome is how the runs of a command in a tree ended, with all statuses of
// each of their cases.
type outcome struct{ ends, cases map[string]map[string]bool }

func (o *outcome) add(r *evidence.Run) {
	end := string(r.End)
	if r.End == evidence.Exited {
		end = fmt.Sprintf("exit %d", r.Exit)
	}
	note(o.ends, "", end)
	for i := range r.Cases {
		c := &r.Cases[i]
		status := string(c.Status)
		if c.Status.Red() {
			status = string(evidence.Failed)
		}
		note(o.cases, strings.TrimSpace(c.Suite+" "+c.Name), status)
	}
}

func note(all map[string]map[string]bool, name, value string) {
	if all[name] == nil {
		all[name] = map[string]bool{}
	}
	all[name][value] = true
}

// compareRuns compares the runs that both proofs have: of the same command in
// the same tree.
func compareRuns(first, again []evidence.Run) []string {
	had, have := outcomes(first), outcomes(again)
	var all []string
	for i := range first {
		at := atOf(&first[i])
		a, b := had[at], have[at]
		if a == nil || b == nil {
			continue
		}
		delete(had, at)
		where := fmt.Sprintf("of %s in the state %s", at.command, at.state)
		differ := func(what string, a, b map[string]bool) {
			if x, y := values(a), values(b); x != y {
				all = append(all, fmt.Sprintf("%s %s: the evidence says %s, and here it is %s", what, where, x, y))
			}
		}
		differ("end", a.ends[""], b.ends[""])
		for _, name := range slices.Sorted(maps.Keys(a.cases)) {
			differ("case "+name, a.cases[name], b.cases[name])
		}
		for _, name := range slices.Sorted(maps.Keys(b.cases)) {
			if a.cases[name] == nil {
				differ("case "+name, nil, b.cases[name])
			}
		}
	}
	return all
}

func atOf(r *evidence.Run) ranAt {
	return ranAt{r.State, r.Suite, r.Tree, strings.Join(r.Command, " ")}
}

func outcomes(runs []evidence.Run) map[ranAt]*outcome {
	all := map[ranAt]*outcome{}
	for i := range runs {
		at := atOf(&runs[i])
		if all[at] == nil {
			all[at] = &outcome{ends: map[string]map[string]bool{}, cases: map[string]map[string]bool{}}
		}
		all[at].add(&runs[i])
	}
	return all
}

// values is a set as a text.
func values(set map[string]bool) string {
	if len(set) == 0 {
		return string(evidence.Missing)
	}
	return strings.Join(slices.Sorted(maps.Keys(set)), " and ")
}
