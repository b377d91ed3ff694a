package verdict

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// ended reports whether a run says something about the tree.
func ended(r *evidence.Run) bool {
	return r.End != evidence.NotStarted && r.End != evidence.Canceled
}

// aside reports whether a state is a changed form of the candidate. Its runs may
// fail, and only add information.
func aside(s evidence.State) bool {
	return s == evidence.WithoutHunk || s == evidence.Mutated || s == evidence.Canaried || s == evidence.Rewritten
}

// finished returns the runs of a candidate and the runs of the base. If a run
// was canceled or did not start, and was repeated, only the repetition is left.
func finished(runs []evidence.Run, candidate int) []evidence.Run {
	type key struct {
		state   evidence.State
		phase   evidence.Phase
		subject string
		suite   bool
		attempt int
		command string
	}
	of := func(r *evidence.Run) key {
		return key{r.State, r.Phase, r.Subject, r.Suite, r.Attempt, strings.Join(r.Command, "\x00")}
	}
	repeated := map[key]bool{}
	var mine []evidence.Run
	for _, r := range runs {
		if r.State == evidence.AtBase || r.Candidate == candidate {
			mine = append(mine, r)
			if ended(&r) {
				repeated[of(&r)] = true
			}
		}
	}
	return slices.DeleteFunc(mine, func(r evidence.Run) bool { return !ended(&r) && repeated[of(&r)] })
}

// A view is what several runs of a state say about cases.
type view struct {
	runs   []evidence.Run
	status map[string]evidence.Status // of the cases on which the runs agree
	flaky  map[string]bool            // the others
	cases  map[string]evidence.Case   // one of each key
	built  bool                       // whether all runs could run tests
}

// viewOf compares runs of one state. Runs of one command must agree: a case
// that one of them lacks is missing in it. A case of several commands has the
// worst of its results, or the result that it has alone.
func viewOf(runs []evidence.Run) *view {
	v := &view{
		runs: runs, status: map[string]evidence.Status{}, flaky: map[string]bool{}, cases: map[string]evidence.Case{}, built: true,
	}
	groups := map[string][]evidence.Run{}
	var order []string
	for _, r := range runs {
		v.built = v.built && r.Built
		command := strings.Join(r.Command, "\x00")
		if !r.Suite {
			command = ""
		}
		if groups[command] == nil {
			order = append(order, command)
		}
		groups[command] = append(groups[command], r)
	}
	// Results of tests that ran alone replace others. Of several, the last ones
	// count, whose run had the fewest tests.
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(alone(groups[a]), alone(groups[b])) })
	for _, command := range order {
		v.addGroup(groups[command])
	}
	return v
}

// addGroup adds the runs of one command.
func (v *view) addGroup(runs []evidence.Run) {
	seen := map[string][]evidence.Status{}
	for i, r := range runs {
		for _, c := range r.Cases {
			k := c.Key()
			if seen[k] == nil {
				seen[k] = make([]evidence.Status, len(runs))
				for n := range seen[k] {
					seen[k][n] = evidence.Missing
				}
			}
			seen[k][i] = worst(seen[k][i], c.Status)
			v.cases[k] = c
		}
	}
	for k, list := range seen {
		if runs[0].Alone {
			delete(v.flaky, k)
			delete(v.status, k)
		}
		for _, s := range list[1:] {
			if class(s) != class(list[0]) {
				v.flaky[k] = true
			}
		}
		if old, ok := v.status[k]; ok {
			v.status[k] = worst(old, list[0])
		} else {
			v.status[k] = list[0]
		}
	}
}

// alone returns 1 for runs of tests that ran alone, and 0 for others.
func alone(runs []evidence.Run) int {
	if runs[0].Alone {
		return 1
	}
	return 0
}

// class takes failed and error for the same.
func class(s evidence.Status) evidence.Status {
	if s.Red() {
		return evidence.Failed
	}
	return s
}

// worst prefers red to passed, and any result to none.
func worst(a, b evidence.Status) evidence.Status {
	for _, s := range []evidence.Status{evidence.Errored, evidence.Failed, evidence.Passed, evidence.Skipped} {
		if a == s || b == s {
			return s
		}
	}
	return evidence.Missing
}

// of returns the status of a case on which all runs agree, or missing.
func (v *view) of(key string) evidence.Status {
	if s, ok := v.status[key]; ok {
		return s
	}
	return evidence.Missing
}

// is reports whether all runs agree on a status that a function accepts.
func (v *view) is(key string, accept func(evidence.Status) bool) bool {
	return !v.flaky[key] && accept(v.of(key))
}

func red(s evidence.Status) bool    { return s.Red() }
func passed(s evidence.Status) bool { return s == evidence.Passed }

// keys returns the keys of all cases that do not stand for a whole suite, in
// order.
func (v *view) keys() []string {
	var keys []string
	for k, c := range v.cases {
		if c.Name != "" {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}

// count returns how many runs passed, and how many did not end in time.
func (v *view) count() (passed, late int) {
	for i := range v.runs {
		if v.runs[i].Passed() {
			passed++
		}
		if v.runs[i].End == evidence.TimedOut {
			late++
		}
	}
	return passed, late
}

// disagrees reports whether some runs passed and others did not.
func (v *view) disagrees() bool {
	green, _ := v.count()
	return green > 0 && green < len(v.runs)
}

// rests returns the ids of the runs that a condition rests on.
func (j *judge) rests(id string) []string {
	states := map[string][]evidence.State{
		"P2":  {evidence.AtBase, evidence.AtCandidate},
		"P3":  {evidence.WithTests, evidence.WithSources, evidence.WithServing, evidence.AtCandidate, evidence.Reverted, evidence.Rewritten},
		"P5":  {evidence.AtBase, evidence.WithTests, evidence.AtCandidate, evidence.CleanRoom},
		"P8":  {evidence.WithoutHunk, evidence.Mutated},
		"P9":  {evidence.AtCandidate, evidence.CleanRoom},
		"P10": {evidence.Canaried},
	}
	repeats := slices.Concat(j.before.runs, j.candidate.runs)
	var ids []string
	for _, r := range j.runs {
		rests := r.Phase != evidence.Setup && slices.Contains(states[id], r.State)
		if id == "P1" || id == "P4" {
			rests = slices.ContainsFunc(repeats, func(other evidence.Run) bool { return other.ID == r.ID })
		}
		if rests {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
