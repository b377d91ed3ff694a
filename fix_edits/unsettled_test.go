package fixedits_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A turn is what one rule does in one round: the text of a file before and
// after it, and how many more of its fixes wait.
type turn struct {
	rule, path, from, to string
	waiting              int
}

// planOf returns the plan of one round.
func planOf(turns []turn) *fixedits.Plan {
	plan := &fixedits.Plan{}
	for _, t := range turns {
		plan.Files = append(plan.Files, fixedits.FileChange{
			Path: t.path, BeforeSHA256: fixedits.Digest([]byte(t.from)), After: []byte(t.to), Created: t.from == "",
		})
		for i := range t.waiting + 1 {
			o := fixedits.Outcome{Rule: t.rule, Rules: []string{t.rule}, Status: fixedits.StatusApplied, Paths: []string{t.path}}
			if i > 0 {
				o.Status = fixedits.StatusDeferred
			}
			plan.Outcomes = append(plan.Outcomes, o)
		}
	}
	return plan
}

// words returns a text that has one word for each round.
func words(n int) string { return "x" + strings.Repeat(" word", n) }

func TestARunThatDoesNotSettleIsACycle(t *testing.T) {
	grow := func(rule, path string) func(int) []turn {
		return func(round int) []turn { return []turn{{rule, path, words(round), words(round + 1), 0}} }
	}
	for _, r := range []struct {
		name   string
		rounds int // 0: all
		turns  func(round int) []turn
		rules  string // "": no cycle
		paths  string
	}{
		{name: "a word each time", turns: grow("A", "a"), rules: "A", paths: "a"},
		{name: "too few rounds to know", rounds: 5, turns: grow("A", "a")},
		{name: "just enough", rounds: 6, turns: grow("A", "a"), rules: "A", paths: "a"},
		{name: "a counter of the same length", rules: "A", paths: "a", turns: func(n int) []turn {
			return []turn{{"A", "a", fmt.Sprintf("%03d", n), fmt.Sprintf("%03d", n+1), 0}}
		}},
		{name: "two rules by turns", rules: "A, B", paths: "a", turns: func(n int) []turn {
			return []turn{{[]string{"A", "B"}[n%2], "a", words(n), words(n + 1), 1 - n%2}}
		}},
		{name: "three rules by turns", rules: "A, B, C", paths: "a", turns: func(n int) []turn {
			return []turn{{[]string{"A", "B", "C"}[n%3], "a", words(n), words(n + 1), 0}}
		}},
		{name: "two files by turns", rules: "A, B", paths: "a, b", turns: func(n int) []turn {
			if n%2 == 0 {
				return []turn{{"A", "a", words(n), words(n + 2), 0}, {"B", "b", words(n), words(n + 1), 0}}
			}
			return []turn{{"A", "b", words(n), words(n + 1), 0}}
		}},
		{name: "a new file each time", rules: "A", paths: "f05, f06, f07, f08, f09, f10", turns: func(n int) []turn {
			return []turn{{"A", fmt.Sprintf("f%02d", n), "", "x", 0}}
		}},
		{name: "more fixes each time", rules: "A", paths: "a", turns: func(n int) []turn {
			return []turn{{"A", "a", words(n), words(2*n + 1), n}}
		}},
		{name: "another file that settles", rules: "A", paths: "a", turns: func(n int) []turn {
			turns := grow("A", "a")(n)
			if n < 3 {
				turns = append(turns, turn{"D", "d", words(n), words(n + 1), 0})
			}
			return turns
		}},
		{name: "another rule that waits in other files", rules: "A", paths: "a", turns: func(n int) []turn {
			return append(grow("A", "a")(n), turn{"D", fmt.Sprint("d", n), words(n), words(n + 1), 20 - n})
		}},
		{name: "two of the kind", rules: "A, B", paths: "a, b", turns: func(n int) []turn {
			return append(grow("A", "a")(n), grow("B", "b")(n)...)
		}},
		{name: "a file that others followed", rules: "A", paths: "a", turns: func(n int) []turn {
			if n < 4 {
				return grow("D", "d")(n)
			}
			return grow("A", "a")(n)
		}},

		{name: "fixes that wait and become fewer", turns: func(n int) []turn {
			return []turn{{"A", "a", words(n), words(n + 1), 20 - n}}
		}},
		{name: "one file after the other", turns: func(n int) []turn {
			return []turn{{"A", fmt.Sprint("f", n), "x", "y", 20 - n}}
		}},
		{name: "a file that shrinks comes to an end", turns: func(n int) []turn {
			return []turn{{"A", "a", words(40 - n), words(39 - n), 0}}
		}},
		{name: "another rule each time", turns: func(n int) []turn { return grow(fmt.Sprint("R", n), "a")(n) }},
		{name: "a rule that takes over at the end", turns: func(n int) []turn {
			if n == fixedits.MaxRounds {
				return grow("B", "a")(n)
			}
			return grow("A", "a")(n)
		}},
		{name: "a file that was settled for one of the last rounds", turns: func(n int) []turn {
			if n == 7 {
				return grow("D", "d")(n)
			}
			return grow("A", "a")(n)
		}},
		{name: "nothing is left", turns: func(n int) []turn {
			if n == fixedits.MaxRounds {
				return nil
			}
			return grow("A", "a")(n)
		}},
	} {
		t.Run("rule 12/"+r.name, func(t *testing.T) {
			rounds := fixedits.MaxRounds
			if r.rounds > 0 {
				rounds = r.rounds - 1
			}
			var cycles fixedits.CycleDetector
			for n := range rounds {
				if err := cycles.Round(planOf(r.turns(n))); err != nil {
					t.Fatalf("round %d: %v", n+1, err)
				}
			}
			err := cycles.Unsettled(planOf(r.turns(rounds)))
			if r.rules == "" {
				if err != nil {
					t.Errorf("got %v", err)
				}
				return
			}
			var cycle *fixedits.CycleError
			if !errors.As(err, &cycle) || !cycle.Unsettled {
				t.Fatalf("got %v, want a cycle", err)
			}
			if rules, paths := strings.Join(cycle.Rules, ", "), strings.Join(cycle.Paths, ", "); rules != r.rules || paths != r.paths {
				t.Errorf("got rules %s in %s, want %s in %s", rules, paths, r.rules, r.paths)
			}
			if r.rounds == 0 && (cycle.First != 6 || cycle.Last != 10) {
				t.Errorf("got rounds %d to %d", cycle.First, cycle.Last)
			}
		})
	}
}

func TestTheMessageOfARunThatDoesNotSettle(t *testing.T) {
	err := &fixedits.CycleError{First: 6, Last: 10, Unsettled: true, Rules: []string{"A", "B"}, Paths: []string{"a.txt", "b.txt"}}
	const want = "cycle: the run does not settle: the fixes of A, B in a.txt and 1 more applied in each of the rounds 6 to 10, " +
		"and would apply again; turn one of these rules off, or run one round"
	if err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
}
