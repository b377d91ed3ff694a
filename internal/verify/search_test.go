package verify

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A world decides which fixes turn which targets red.
type world struct {
	suspects map[string][]int
	sets     map[string][][]int // by target: each set turns it red
	flaky    map[string]bool    // red and green in turn, if any fix is in
	builds   int
	turn     int
	asked    [][]ask
}

func (w *world) color(target string, fixes []int, runs int) Color {
	if w.flaky[target] && len(fixes) > 0 {
		w.turn++
		if runs > 1 {
			return Flaky
		}
		return Color(w.turn % 2)
	}
	for _, set := range w.sets[target] {
		if !slices.ContainsFunc(set, func(fix int) bool { return !slices.Contains(fixes, fix) }) {
			return Red
		}
	}
	return Green
}

func (w *world) search(t *testing.T) *search {
	return &search{
		suspects: w.suspects,
		build: func(asks []ask) ([]Color, error) {
			w.builds++
			w.asked = append(w.asked, asks)
			taken := map[int]bool{}
			colors := make([]Color, len(asks))
			for i, a := range asks {
				for _, fix := range w.suspects[a.target] {
					if taken[fix] {
						t.Errorf("fix %d is a suspect of two targets of one build", fix)
					}
					taken[fix] = true
				}
				for _, fix := range a.fixes {
					if !slices.Contains(w.suspects[a.target], fix) {
						t.Errorf("%s is asked for fix %d, which it does not depend on", a.target, fix)
					}
				}
				colors[i] = w.color(a.target, a.fixes, a.runs)
			}
			return colors, nil
		},
		all: func(targets []string, without map[int]bool) ([]Color, error) {
			w.builds++
			colors := make([]Color, len(targets))
			for i, target := range targets {
				fixes := slices.DeleteFunc(slices.Clone(w.suspects[target]), func(fix int) bool { return without[fix] })
				colors[i] = w.color(target, fixes, 1)
			}
			return colors, nil
		},
	}
}

// upTo returns the numbers below n.
func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func TestSearch(t *testing.T) {
	for _, row := range []struct {
		rule  string
		world world
		red   []string
		want  []Guilt
	}{
		{
			"one fix of one",
			world{suspects: map[string][]int{"a": {3}}, sets: map[string][][]int{"a": {{3}}}},
			[]string{"a"},
			[]Guilt{{Target: "a", Fixes: []int{3}}},
		},
		{
			"one of many",
			world{suspects: map[string][]int{"a": upTo(9)}, sets: map[string][][]int{"a": {{8}}}},
			[]string{"a"},
			[]Guilt{{Target: "a", Fixes: []int{8}}},
		},
		{
			"two, each alone",
			world{suspects: map[string][]int{"a": upTo(9)}, sets: map[string][][]int{"a": {{2}, {6}}}},
			[]string{"a"},
			[]Guilt{{Target: "a", Fixes: []int{2}}, {Target: "a", Fixes: []int{6}}},
		},
		{
			"two only together",
			world{suspects: map[string][]int{"a": upTo(9)}, sets: map[string][][]int{"a": {{2, 6}}}},
			[]string{"a"},
			[]Guilt{{Target: "a", Fixes: []int{2, 6}}},
		},
		{
			"three only together",
			world{suspects: map[string][]int{"a": upTo(30)}, sets: map[string][][]int{"a": {{0, 7, 29}}}},
			[]string{"a"},
			[]Guilt{{Target: "a", Fixes: []int{0, 7, 29}}},
		},
		{
			"a dependent is red for the same reason",
			world{
				suspects: map[string][]int{"lib": {1, 2}, "app": {1, 2, 3, 4}},
				sets:     map[string][][]int{"lib": {{2}}, "app": {{2}}},
			},
			[]string{"app", "lib"},
			[]Guilt{{Target: "lib", Fixes: []int{2}}},
		},
		{
			"a dependent has a reason of its own too",
			world{
				suspects: map[string][]int{"lib": {1, 2}, "app": {1, 2, 3, 4}},
				sets:     map[string][][]int{"lib": {{2}}, "app": {{2}, {3}}},
			},
			[]string{"app", "lib"},
			[]Guilt{{Target: "lib", Fixes: []int{2}}, {Target: "app", Fixes: []int{3}}},
		},
		{
			"a flaky target holds back all that it depends on",
			world{suspects: map[string][]int{"a": upTo(4), "b": {8, 9}}, sets: map[string][][]int{"b": {{9}}}, flaky: map[string]bool{"a": true}},
			[]string{"a", "b"},
			[]Guilt{{Target: "b", Fixes: []int{9}}, {Target: "a", Fixes: upTo(4), Flaky: true}},
		},
	} {
		t.Run(row.rule, func(t *testing.T) {
			got, err := row.world.search(t).run(row.red)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// The searches of targets that share no fix take no more builds than the
// longest one.
func TestSideBySide(t *testing.T) {
	w := world{suspects: map[string][]int{}, sets: map[string][][]int{}}
	var red []string
	for i := range 50 {
		target := fmt.Sprintf("t%02d", i)
		red = append(red, target)
		for fix := range 16 {
			w.suspects[target] = append(w.suspects[target], i*16+fix)
		}
		w.sets[target] = [][]int{{i*16 + i%16}}
	}
	got, err := w.search(t).run(red)
	if err != nil || len(got) != 50 {
		t.Fatalf("%d found, error %v", len(got), err)
	}
	if most := 4 + 1 + 1; w.builds > most { // log2(16), alone, and all at the end
		t.Errorf("%d builds, want at most %d", w.builds, most)
	}
}

// Two more builds come before a search: all fixes, and none.
func TestSearchTakesFewBuilds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, row := range []struct{ bad, most int }{{1, 10}, {5, 58}} { // on average
		builds := 0
		const searches = 100
		for range searches {
			w := world{suspects: map[string][]int{"a": upTo(1000)}, sets: map[string][][]int{}}
			bad := random.Perm(1000)[:row.bad]
			for _, fix := range bad {
				w.sets["a"] = append(w.sets["a"], []int{fix})
			}
			got, err := w.search(t).run([]string{"a"})
			if err != nil {
				t.Fatal(err)
			}
			var found []int
			for _, g := range got {
				found = append(found, g.Fixes...)
			}
			slices.Sort(found)
			slices.Sort(bad)
			if !slices.Equal(found, bad) {
				t.Fatalf("found %v, want %v", found, bad)
			}
			builds += w.builds
			if row.bad == 1 {
				builds -= 2 // which confirm it: the fix alone, and all others
			}
		}
		if builds > row.most*searches {
			t.Errorf("%d bad fixes: %d builds in %d searches, want at most %d for each", row.bad, builds, searches, row.most)
		}
	}
}

func TestBuildThatCannotRunEndsTheSearch(t *testing.T) {
	w := world{suspects: map[string][]int{"a": upTo(4)}, sets: map[string][][]int{"a": {{1}}}}
	s := w.search(t)
	want := fmt.Errorf("no space left")
	s.build = func([]ask) ([]Color, error) { return nil, want }
	if _, err := s.run([]string{"a"}); err != want {
		t.Errorf("error %v, want %v", err, want)
	}
}
