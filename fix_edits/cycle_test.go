package fixedits_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A step is a rule that turns one text of a file into another, wherever it finds it.
type step struct{ rule, path, from, to string }

// rounds checks, merges and applies until nothing is pending, and returns how many rounds it took.
func rounds(t *testing.T, files map[string]string, steps []step, opts fixedits.Options) (int, error) {
	t.Helper()
	var cycles fixedits.CycleDetector
	for n := range fixedits.MaxRounds {
		var proposals []fixedits.Proposal
		for _, s := range steps {
			if files[s.path] == s.from {
				proposals = append(proposals, propose("//x", files, fix(s.rule+"-fix", rule(s.rule), in(s.path, 0, len(s.from), s.to))))
			}
		}
		opts.Read = reader(maps.Clone(files))
		plan, err := fixedits.Merge(proposals, opts)
		if err != nil {
			t.Fatal(err)
		}
		if plan.Count(fixedits.StatusApplied) == 0 {
			return n, cycles.Round(plan)
		}
		if err := cycles.Round(plan); err != nil {
			return n + 1, err
		}
		for _, f := range plan.Files {
			files[f.Path] = string(f.After)
		}
	}
	t.Fatal("no end after the last round")
	return 0, nil
}

func TestCycles(t *testing.T) {
	for _, r := range []struct {
		name   string
		files  map[string]string
		steps  []step
		opts   func(*fixedits.Options)
		rounds int
		want   *fixedits.CycleError // nil: no cycle
		text   string
	}{
		{
			name: "nothing to do", files: map[string]string{"a": "x\n"}, rounds: 0,
		},
		{
			name: "A makes work for B, and then all is done", files: map[string]string{"a": "1\n"}, rounds: 2,
			steps: []step{{"A", "a", "1\n", "2\n"}, {"B", "a", "2\n", "3\n"}},
		},
		{
			name: "A, B, A: the second round brings back the first text", files: map[string]string{"a": "1\n"}, rounds: 2,
			steps: []step{{"B", "a", "2\n", "1\n"}, {"A", "a", "1\n", "2\n"}},
			want:  &fixedits.CycleError{First: 0, Last: 2, Rules: []string{"A", "B"}, Paths: []string{"a"}},
			text: "cycle: round 2 left the files as they were when the run began: the fixes of A, B in a undo each other, " +
				"or a formatter undoes them; turn one of these rules off, or run one round",
		},
		{
			name: "a cycle of three, entered through a rule that is not in it", files: map[string]string{"a": "0\n"}, rounds: 4,
			steps: []step{{"in", "a", "0\n", "1\n"}, {"A", "a", "1\n", "2\n"}, {"B", "a", "2\n", "3\n"}, {"C", "a", "3\n", "1\n"}},
			want:  &fixedits.CycleError{First: 1, Last: 4, Rules: []string{"A", "B", "C"}, Paths: []string{"a"}},
			text: "cycle: round 4 left the files as they were when round 1 ended: the fixes of A, B, C in a undo each other, " +
				"or a formatter undoes them; turn one of these rules off, or run one round",
		},
		{
			name: "a cycle in one file while another is still on its way", rounds: 4,
			files: map[string]string{"a": "1\n", "b": "0\n"},
			steps: []step{{"A", "a", "1\n", "2\n"}, {"B", "a", "2\n", "1\n"}, {"D", "b", "0\n", "1\n"}, {"E", "b", "1\n", "2\n"}},
			want:  &fixedits.CycleError{First: 2, Last: 4, Rules: []string{"A", "B"}, Paths: []string{"a"}},
		},
		{
			name: "a cycle across two files", rounds: 2,
			files: map[string]string{"a": "1\n", "b": "1\n"},
			steps: []step{{"A", "a", "1\n", "2\n"}, {"B", "a", "2\n", "1\n"}, {"C", "b", "1\n", "2\n"}, {"D", "b", "2\n", "1\n"}},
			want:  &fixedits.CycleError{First: 0, Last: 2, Rules: []string{"A", "B", "C", "D"}, Paths: []string{"a", "b"}},
			text: "cycle: round 2 left the files as they were when the run began: the fixes of A, B, C, D in a and 1 more undo " +
				"each other, or a formatter undoes them; turn one of these rules off, or run one round",
		},
		{
			name: "a formatter that undoes a rule", files: map[string]string{"a": "x\n"}, rounds: 1, opts: trimmer,
			steps: []step{{"A", "a", "x\n", "x  \n"}},
			want:  &fixedits.CycleError{First: 0, Last: 1, Rules: []string{"A"}, Paths: nil},
			text: "cycle: round 1 left the files as they were when the run began: the fixes of A undo each other, " +
				"or a formatter undoes them; turn one of these rules off, or run one round",
		},
		{
			name: "two files that trade their texts are no cycle until they trade them back", rounds: 2,
			files: map[string]string{"a": "1\n", "b": "2\n"},
			steps: []step{{"A", "a", "1\n", "2\n"}, {"A", "b", "2\n", "1\n"}, {"B", "a", "2\n", "1\n"}, {"B", "b", "1\n", "2\n"}},
			want:  &fixedits.CycleError{First: 0, Last: 2, Rules: []string{"A", "B"}, Paths: []string{"a", "b"}},
		},
	} {
		t.Run("rule 12/"+r.name, func(t *testing.T) {
			var opts fixedits.Options
			if r.opts != nil {
				r.opts(&opts)
			}
			n, err := rounds(t, r.files, r.steps, opts)
			if n != r.rounds {
				t.Errorf("took %d rounds, want %d", n, r.rounds)
			}
			if r.want == nil {
				if err != nil {
					t.Errorf("got %v", err)
				}
				return
			}
			var cycle *fixedits.CycleError
			if !errors.As(err, &cycle) {
				t.Fatalf("got %v, want a cycle", err)
			}
			if diff := cmpDiff(r.want, cycle); diff != "" {
				t.Errorf("cycle (-want +got):\n%s", diff)
			}
			if r.text != "" && err.Error() != r.text {
				t.Errorf("got %s\nwant %s", err, r.text)
			}
		})
	}
}

// The rules of a cycle are all that took part, those of duplicates included.
func TestCycleNamesTheRulesOfDuplicates(t *testing.T) {
	var cycles fixedits.CycleDetector
	plan := func(before, after string, rules ...string) *fixedits.Plan {
		return &fixedits.Plan{
			Files:    []fixedits.FileChange{{Path: "a", BeforeSHA256: fixedits.Digest([]byte(before)), After: []byte(after)}},
			Outcomes: []fixedits.Outcome{{Rule: rules[0], Rules: rules, Status: fixedits.StatusApplied}},
		}
	}
	if err := cycles.Round(plan("1", "2", "x", "y")); err != nil {
		t.Fatal(err)
	}
	var cycle *fixedits.CycleError
	if err := cycles.Round(plan("2", "1", "z")); !errors.As(err, &cycle) || !slices.Equal(cycle.Rules, []string{"x", "y", "z"}) {
		t.Errorf("got %v", err)
	}
}
