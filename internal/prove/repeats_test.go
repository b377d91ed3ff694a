package prove_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// One run of each state but the last is the revert check or the clean room, if
// these are of the same tree.
func TestRunsOfEachState(t *testing.T) {
	const text = "\nname=a\nb\nc\nd\nend\n"
	change := func(name string, from, to int) string {
		return fmt.Sprintf("--- a/%s\n+++ b/%[1]s\n@@ -1 +1 @@\n-sum=%d\n+sum=%d\n", name, from, to)
	}
	for _, tt := range []struct {
		name       string
		calc, want int // in the base
		patch      string
		runs       string // by state, in order
		repeats    string // the states that P4 rests on
		says       string // about them
	}{
		{
			"a fix", 3, 4, change("calc.cfg", 3, 4),
			"base 2, candidate 2, reverted 1, clean 1", "base base candidate candidate reverted clean", "All runs agree, 3 of each state, with the revert check and the clean room.",
		},
		{
			"a fix and its tests", 3, 3, change("calc.cfg", 3, 4) + change("tests/want.cfg", 3, 4),
			"base 1, tests 2, candidate 2, reverted 1, sources 1, clean 1", "tests tests candidate candidate reverted clean", "All runs agree, 3 of each state, with the revert check and the clean room.",
		},
		{
			"a wrong fix", 3, 4, change("calc.cfg", 3, 5),
			"base 3, candidate 3", "base base candidate candidate candidate base", "All runs agree, 3 of each state.",
		},
		{
			"a wrong fix and its tests", 3, 3, change("calc.cfg", 3, 5) + change("tests/want.cfg", 3, 4),
			"base 3, tests 3, candidate 3", "tests tests candidate candidate candidate tests", "All runs agree, 3 of each state.",
		},
		{
			"tests that pass without the fix", 3, 3, change("calc.cfg", 3, 4) + "--- a/tests/more.cfg\n+++ b/tests/more.cfg\n@@ -1 +1 @@\n-one\n+two\n",
			"base 1, tests 3", "", "",
		},
		{"a fix of nothing", 3, 3, change("calc.cfg", 3, 4), "base 3", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := newCase(t, map[string]string{
				"calc.cfg": fmt.Sprintf("sum=%d%s", tt.calc, text), "tests/want.cfg": fmt.Sprintf("sum=%d%s", tt.want, text), "tests/more.cfg": "one\n",
			})
			c.Command, c.Patch = []string{"cmp", "calc.cfg", "tests/want.cfg"}, tt.patch
			c.Set = []string{`commands.allow=["cmp"]`, "runs=3", "mutants=0"}
			result, err := c.run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			e := result.Evidence
			var order []evidence.State
			counts, states := map[evidence.State]int{}, map[string]evidence.State{}
			for _, r := range e.Runs {
				if counts[r.State]++; counts[r.State] == 1 {
					order = append(order, r.State)
				}
				states[r.ID] = r.State
			}
			var runs []string
			for _, s := range order {
				runs = append(runs, fmt.Sprintf("%s %d", s, counts[s]))
			}
			if got := strings.Join(runs, ", "); got != tt.runs {
				t.Errorf("runs: %s\nwant: %s", got, tt.runs)
			}
			if len(e.Candidates) == 0 {
				if tt.repeats != "" {
					t.Error("the patch was not tried")
				}
				return
			}
			i := slices.IndexFunc(e.Candidates[0].Conditions, func(c evidence.Condition) bool { return c.ID == "P4" })
			p4 := e.Candidates[0].Conditions[i]
			var rests []string
			for _, id := range p4.Runs {
				rests = append(rests, string(states[id]))
			}
			if got := strings.Join(rests, " "); got != tt.repeats || p4.Holds != evidence.Yes || p4.Detail != tt.says {
				t.Errorf("P4 rests on: %s\nwant:        %s; %s: %s", got, tt.repeats, p4.Holds, p4.Detail)
			}
		})
	}
}
