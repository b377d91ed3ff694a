package verify

import (
	"cmp"
	"maps"
	"slices"
)

// A Color is the result of building or testing a target on one text.
type Color uint8

const (
	Green Color = iota
	Red
	Flaky // both, on the same text
)

// A Guilt is the reason why a target is red, as a search found it.
type Guilt struct {
	Target string
	Fixes  []int // ascending: together they turn the target red, and none of them can be left out
	Flaky  bool  // red and green on the same text; Fixes has all fixes that it depends on
}

// An ask is one question of a search: the color of a target on the base with
// some of the fixes.
type ask struct {
	target string
	fixes  []int // ascending, all of them suspects of the target
	runs   int   // times that a test runs; its color is Flaky if they differ
}

// reruns is how often a test runs on one text to tell a red one from a flaky
// one.
const reruns = 3

// A search finds the fixes that turn targets red, with few builds.
type search struct {
	// suspects are the fixes that each red target depends on, ascending. A fix
	// that is not among them cannot change the color of the target.
	suspects map[string][]int
	// build answers questions by one build. No fix is a suspect of two of their
	// targets, so one tree can have the fixes of all questions.
	build func([]ask) ([]Color, error)
	// all answers, by one build, for each target the color with all of its
	// suspects except for some.
	all func(targets []string, without map[int]bool) ([]Color, error)
	// remaining gets the number of builds that a round of the search still
	// takes at most. It may be nil.
	remaining func(builds int)

	// cleared has, by target, the number of a fix: all suspects before it are
	// green together.
	cleared map[string]int
}

// run returns why targets are red. All of them are green without any fix and
// red with all fixes. In each round, targets that share no suspect are searched
// side by side, the ones with the fewest suspects first: what breaks a library
// is often also the reason why its dependents are red. The fixes that were
// found are dropped before the next round.
func (s *search) run(targets []string) ([]Guilt, error) {
	s.cleared = map[string]int{}
	var found []Guilt
	dropped := map[int]bool{}
	flaky := map[string]bool{}
	for red := targets; len(red) > 0; {
		guilt, err := s.round(red, dropped)
		if err != nil {
			return nil, err
		}
		for _, g := range guilt {
			flaky[g.Target] = flaky[g.Target] || g.Flaky
			for _, fix := range g.Fixes {
				dropped[fix] = true
			}
		}
		found = append(found, guilt...)
		red = slices.DeleteFunc(slices.Clone(red), func(target string) bool { return flaky[target] })
		colors, err := s.all(red, dropped)
		if err != nil {
			return nil, err
		}
		var left []string
		for i, color := range colors {
			if color != Green {
				left = append(left, red[i])
			}
		}
		red = left
	}
	return found, nil
}

// round searches as many of the red targets as it can side by side.
func (s *search) round(red []string, dropped map[int]bool) ([]Guilt, error) {
	open := func(target string) []int {
		return slices.DeleteFunc(slices.Clone(s.suspects[target]), func(fix int) bool { return dropped[fix] })
	}
	red = slices.SortedFunc(slices.Values(red), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(open(a)), len(open(b))), cmp.Compare(a, b))
	})
	taken := map[int]bool{}
	var bisections []bisection
	for _, target := range red {
		suspects := open(target)
		if slices.ContainsFunc(suspects, func(fix int) bool { return taken[fix] }) {
			continue
		}
		for _, fix := range suspects {
			taken[fix] = true
		}
		green, _ := slices.BinarySearch(suspects, s.cleared[target])
		bisections = append(bisections, bisection{target: target, suspects: suspects, green: green})
	}
	return s.sideBySide(bisections)
}

// sideBySide runs bisections in step, so that each build answers a question of
// every one that is not done.
func (s *search) sideBySide(bisections []bisection) ([]Guilt, error) {
	guilt := make([]Guilt, len(bisections))
	asks := map[int]ask{}
	for i := range bisections {
		bisections[i].start()
		asks[i] = bisections[i].ask
	}
	for len(asks) > 0 {
		order := slices.Sorted(maps.Keys(asks))
		questions := make([]ask, len(order))
		most := 0
		for i, n := range order {
			questions[i] = asks[n]
			most = max(most, bisections[n].remaining())
		}
		if s.remaining != nil {
			s.remaining(most)
		}
		colors, err := s.build(questions)
		if err != nil {
			return nil, err
		}
		for i, n := range order {
			if b := &bisections[n]; b.answer(colors[i]) {
				guilt[n] = b.guilt
				s.cleared[b.target] = b.cleared
				delete(asks, n)
			} else {
				asks[n] = b.ask
			}
		}
	}
	return guilt, nil
}
