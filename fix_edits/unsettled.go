package fixedits

import (
	"fmt"
	"maps"
	"slices"
)

// settling is the number of rounds, the last one included, that Unsettled
// compares. Fewer say nothing: a fix may enable another one.
const settling = 6

// Unsettled judges the plan that a run has no round left for, after Round has
// recorded all others. It returns a *CycleError if another run would go on in
// the same way: in each of the last rounds the same rules changed the same
// files, or new ones, and would do so again. It returns nil if the fixes that
// wait become fewer, the files become smaller, or other rules take over, since
// such a run ends.
func (d *CycleDetector) Unsettled(plan *Plan) error {
	touched := d.apply(plan)
	first := d.round - settling + 1
	if len(plan.Files) == 0 || first < 1 {
		return nil
	}
	d.joinByRule(first)
	var found *CycleError
	seen := map[*history]bool{}
	for _, h := range touched {
		leader := h.lead()
		if seen[leader] {
			continue
		}
		seen[leader] = true
		if d.settles(leader.group, first) {
			continue
		}
		cycle := d.cycle(leader.group, first-1)
		if found == nil {
			found = cycle
			found.First, found.Last, found.Unsettled = first, d.round-1, true
			continue
		}
		found.join(cycle)
	}
	if found == nil {
		return nil
	}
	return found
}

// joinByRule joins the groups of files to which one rule applied in a round
// since first: a rule that adds a file each time changes another one each time.
func (d *CycleDetector) joinByRule(first int) {
	of := map[int32]*history{}
	for _, path := range slices.Sorted(maps.Keys(d.files)) {
		h := d.files[path]
		for _, s := range h.states {
			if s.round < first {
				continue
			}
			for _, rule := range s.rules {
				if of[rule] == nil {
					of[rule] = h
				}
				h.join(of[rule])
			}
		}
	}
}

// settles reports whether the rounds since first, the last one included, come
// closer to an end in a group of files.
func (d *CycleDetector) settles(group []*history, first int) bool {
	rules := make([]map[int32]bool, settling) // that each round applied
	all := map[int32]bool{}
	sizes := make([]int, settling)
	for i := range settling {
		rules[i] = map[int32]bool{}
		for _, h := range group {
			s := h.stateAfter(first + i)
			sizes[i] += s.size
			if s.round < first+i {
				continue
			}
			for _, rule := range s.rules {
				rules[i][rule] = true
				if i < settling-1 {
					all[rule] = true
				}
			}
		}
	}
	shrinks := true
	waiting := make([]int, settling)
	for i := range settling {
		if len(rules[i]) == 0 {
			return true
		}
		shrinks = shrinks && (i == 0 || sizes[i] < sizes[i-1])
		for rule := range all {
			waiting[i] += d.waiting[first+i-1][rule]
		}
	}
	for rule := range rules[settling-1] {
		if !all[rule] {
			return true
		}
	}
	const half = settling / 2
	return shrinks || slices.Max(waiting[half:]) < slices.Max(waiting[:half])
}

// stateAfter returns the state of a file after a round.
func (h *history) stateAfter(round int) *state {
	i := len(h.states) - 1
	for h.states[i].round > round {
		i--
	}
	return &h.states[i]
}

// unsettled is the message of a cycle that never repeats a state.
func (e *CycleError) unsettled(rules, where string) string {
	return fmt.Sprintf("cycle: the run does not settle: the fixes of %s%s applied in each of the rounds %d to %d, and would apply again; "+
		"turn one of these rules off, or run one round", rules, where, e.First, e.Last)
}
