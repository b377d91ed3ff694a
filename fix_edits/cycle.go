package fixedits

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// MaxRounds is the maximum number of rounds of check, merge and apply in a run
// (rule 12).
const MaxRounds = 10

// A CycleDetector watches the rounds of a run (rule 12). Its zero value is
// ready for the first round.
//
// It tracks groups of files: files that one fix changes together form a group,
// and any other file is a separate group. A group that returns to an earlier
// state is a cycle, whatever happens to other files meanwhile.
type CycleDetector struct {
	round  int
	files  map[string]*history
	rules  []string // distinct
	ruleOf map[string]int32

	waiting []map[int32]int // by round: the number of fixes of a rule that it applied or put off
}

// A history records the changes that rounds made to one file.
type history struct {
	path   string
	states []state    // the first precedes any round that names the file; then one for each round that does
	leader *history   // of its group; itself if it is the leader
	group  []*history // of a leader: the files of its group, itself included
}

// A state is the content of a file after a round, and the rules of the fixes
// that the round applied to it.
type state struct {
	round  int
	digest string // "" if no round has changed the file yet
	size   int    // 0 of a missing file, and of one that no round has changed
	rules  []int32
}

// A CycleError reports that the rules of some rounds undo each other, or that
// they never come to an end.
type CycleError struct {
	First, Last int      // the files of the cycle are the same after both rounds; 0 is before the first round
	Unsettled   bool     // no state repeats: the fixes apply in each of the rounds First to Last, and again
	Rules       []string // sorted: the rules of all fixes applied to them in the rounds after First
	Paths       []string // sorted: the files of the cycle to which these fixes were applied
}

func (e *CycleError) Error() string {
	before := "the run began"
	if e.First > 0 {
		before = fmt.Sprintf("round %d ended", e.First)
	}
	where := ""
	if len(e.Paths) > 0 {
		where = " in " + e.Paths[0]
		if more := len(e.Paths) - 1; more > 0 {
			where += fmt.Sprintf(" and %d more", more)
		}
	}
	if e.Unsettled {
		return e.unsettled(strings.Join(e.Rules, ", "), where)
	}
	return fmt.Sprintf("cycle: round %d left the files as they were when %s: the fixes of %s%s undo each other, "+
		"or a formatter undoes them; turn one of these rules off, or run one round",
		e.Last, before, strings.Join(e.Rules, ", "), where)
}

// Round records the plan that the next round applies. It returns a *CycleError
// if the plan brings a group of files back to a state that it had after any
// earlier round, or at the start, and that it has left since. A plan that
// applies nothing ends a run and is not a cycle; a plan that applies fixes and
// changes nothing is one.
func (d *CycleDetector) Round(plan *Plan) error {
	touched := d.apply(plan)
	if len(touched) == 0 {
		return nil
	}
	if len(plan.Files) == 0 {
		return d.cycle(touched, d.round-1)
	}
	var found *CycleError
	seen := map[*history]bool{}
	for _, h := range touched {
		leader := h.lead()
		if seen[leader] {
			continue
		}
		seen[leader] = true
		first := leader.returnedTo(d.round)
		switch {
		case first < 0:
		case found == nil:
			found = d.cycle(leader.group, first)
		case found.First == first:
			found.join(d.cycle(leader.group, first))
		}
	}
	if found == nil {
		return nil
	}
	return found
}

// apply adds a round to the histories of the files that the fixes of the plan
// change. It returns these histories by path.
func (d *CycleDetector) apply(plan *Plan) []*history {
	if d.files == nil {
		d.files, d.ruleOf = map[string]*history{}, map[string]int32{}
	}
	d.round++
	var touched []*history
	touch := func(path string) *history {
		h := d.files[path]
		if h == nil {
			h = &history{path: path, states: []state{{}}}
			h.leader, h.group = h, []*history{h}
			d.files[path] = h
		}
		if last := h.states[len(h.states)-1]; last.round < d.round {
			h.states = append(h.states, state{round: d.round, digest: last.digest, size: last.size})
			touched = append(touched, h)
		}
		return h
	}
	digests := make([]string, len(plan.Files))
	parallel(len(plan.Files), func(i int) { digests[i] = afterOf(&plan.Files[i]) })
	for i := range plan.Files {
		h := touch(plan.Files[i].Path)
		if before := beforeOf(&plan.Files[i]); h.states[0].digest == "" {
			for s := range h.states {
				h.states[s].digest = before
			}
		}
		last := &h.states[len(h.states)-1]
		last.digest, last.size = digests[i], len(plan.Files[i].After)
	}
	waiting := map[int32]int{}
	d.waiting = append(d.waiting, waiting)
	for i := range plan.Outcomes {
		o := &plan.Outcomes[i]
		switch o.Status {
		case StatusApplied, StatusDeferred, StatusConflict:
			for _, rule := range o.Rules {
				waiting[d.idOf(rule)]++
			}
		}
		if o.Status != StatusApplied {
			continue
		}
		var first *history
		for _, path := range o.Paths {
			h := touch(path)
			if first == nil {
				first = h
			}
			first.join(h)
			last := &h.states[len(h.states)-1]
			for _, rule := range o.Rules {
				if id := d.idOf(rule); !slices.Contains(last.rules, id) {
					last.rules = append(last.rules, id)
				}
			}
		}
	}
	slices.SortFunc(touched, func(a, b *history) int { return strings.Compare(a.path, b.path) })
	return touched
}

// absent is the digest of a missing file.
const absent = "absent"

// beforeOf and afterOf return the digests of a file before and after a change.
func beforeOf(c *FileChange) string { return cmp.Or(c.BeforeSHA256, absent) }
func afterOf(c *FileChange) string  { return cmp.Or(c.AfterSHA256(), absent) }

func (d *CycleDetector) idOf(rule string) int32 {
	id, ok := d.ruleOf[rule]
	if !ok {
		id = int32(len(d.rules))
		d.rules = append(d.rules, rule)
		d.ruleOf[rule] = id
	}
	return id
}

func (h *history) lead() *history {
	for h.leader != h {
		h = h.leader
	}
	return h
}

// join merges the groups of two files. The leader of the larger group leads the
// result.
func (h *history) join(other *history) {
	a, b := h.lead(), other.lead()
	if a == b {
		return
	}
	if len(a.group) < len(b.group) {
		a, b = b, a
	}
	b.leader, a.group, b.group = a, append(a.group, b.group...), nil
}

// after returns the digest of the file after a round.
func (h *history) after(round int) string {
	return h.stateAfter(round).digest
}

// returnedTo returns the last round before the given one after which the group
// that h leads had the same state, with a different state in between; -1 if
// there is none.
func (h *history) returnedTo(round int) int {
	changed := false
	for first := round - 1; first >= 0; first-- {
		same := !slices.ContainsFunc(h.group, func(f *history) bool { return f.after(first) != f.after(round) })
		if same && changed {
			return first
		}
		changed = changed || !same
	}
	return -1
}

// cycle returns the error for files whose state after this round equals that
// after the round first.
func (d *CycleDetector) cycle(files []*history, first int) *CycleError {
	err := &CycleError{First: first, Last: d.round}
	for _, h := range files {
		in := false
		for _, s := range h.states {
			if s.round <= first {
				continue
			}
			in = true
			for _, rule := range s.rules {
				err.Rules = append(err.Rules, d.rules[rule])
			}
		}
		if in {
			err.Paths = append(err.Paths, h.path)
		}
	}
	err.join(&CycleError{})
	return err
}

// join adds the rules and paths of another cycle.
func (e *CycleError) join(other *CycleError) {
	e.Rules, e.Paths = append(e.Rules, other.Rules...), append(e.Paths, other.Paths...)
	slices.Sort(e.Rules)
	slices.Sort(e.Paths)
	e.Rules, e.Paths = slices.Compact(e.Rules), slices.Compact(e.Paths)
}
