package prove

import (
	"fmt"
	"maps"
	"slices"

	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// Branch returns the name of the branch of a pull request with a proof's patch.
// Proofs of the same command on the same repository have the same, so that a
// new one updates the pull request of the last.
func Branch(e *evidence.Evidence) string { return "autofix/prove-" + commandDigest(e.Command) }

// Compare tells in what a proof that was made again differs from the first one.
// Times, outputs and what a machine enforces may differ.
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
		if !known {
			all = append(all, fmt.Sprintf("condition %s: the evidence does not have it", c.ID))
			continue
		}
		delete(holds, c.ID)
		differ("condition "+c.ID, had, c.Holds)
	}
	for _, id := range slices.Sorted(maps.Keys(holds)) {
		all = append(all, fmt.Sprintf("condition %s: only the evidence has it", id))
	}
	return all
}
