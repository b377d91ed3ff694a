package fixedits_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A step is a rule that turns one text of a file into another, in every file
// with that text. If there are several paths, separated by |, there are as many
// texts, and it changes all files or none. The text noFile represents no file.
const noFile = "-"

type step struct{ rule, path, from, to string }

// rounds checks, merges and applies until nothing is pending, and returns how
// many rounds it took.
func rounds(t *testing.T, files map[string]string, steps []step, opts fixedits.Options) (int, error) {
	t.Helper()
	var cycles fixedits.CycleDetector
	for n := range fixedits.MaxRounds {
		var proposals []fixedits.Proposal
		for _, s := range steps {
			paths, from, to := strings.Split(s.path, "|"), strings.Split(s.from, "|"), strings.Split(s.to, "|")
			made := fix(s.rule+"-fix", rule(s.rule))
			for i, path := range paths {
				_, there := files[path]
				switch {
				case !there && from[i] == noFile:
					made.Edits = append(made.Edits, create(path, to[i]))
				case there && files[path] == from[i] && to[i] == noFile:
					made.Edits = append(made.Edits, remove(path))
				case there && files[path] == from[i]:
					made.Edits = append(made.Edits, in(path, 0, len(from[i]), to[i]))
				}
			}
			if len(made.Edits) == len(paths) {
				proposals = append(proposals, propose("//x", files, made))
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
			if f.Deleted {
				delete(files, f.Path)
			}
		}
	}
	t.Fatal("not finished after the last round")
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
			name: "A makes work for B, and then nothing is left", files: map[string]string{"a": "1\n"}, rounds: 2,
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
			name: "a cycle in one file while another one still changes", rounds: 2,
			files: map[string]string{"a": "1\n", "b": "0\n"},
			steps: []step{{"A", "a", "1\n", "2\n"}, {"B", "a", "2\n", "1\n"}, {"D", "b", "0\n", "1\n"}, {"E", "b", "1\n", "2\n"}},
			want:  &fixedits.CycleError{First: 0, Last: 2, Rules: []string{"A", "B"}, Paths: []string{"a"}},
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
			name: "a formatter that undoes a rule: its fix is a conflict", files: map[string]string{"a": "x\n"}, rounds: 0, opts: trimmer,
			steps: []step{{"A", "a", "x\n", "x  \n"}},
		},
		{
			name: "a cycle that begins while another file changes in each round", rounds: 5,
			files: map[string]string{"a": "0\n", "b": "0\n"},
			steps: []step{
				{"in", "a", "0\n", "1\n"},
				{"on", "a", "1\n", "2\n"},
				{"A", "a", "2\n", "3\n"},
				{"A", "a", "3\n", "4\n"},
				{"B", "a", "4\n", "2\n"},
				{"D", "b", "0\n", "1\n"},
				{"D", "b", "1\n", "2\n"},
				{"D", "b", "2\n", "3\n"},
				{"D", "b", "3\n", "4\n"},
				{"D", "b", "4\n", "5\n"},
				{"D", "b", "5\n", "6\n"},
			},
			want: &fixedits.CycleError{First: 2, Last: 5, Rules: []string{"A", "B"}, Paths: []string{"a"}},
		},
		{
			name: "a file with an old text again is not a cycle while a file of its group still changes", rounds: 2,
			files: map[string]string{"a": "1\n", "b": "1\n"},
			steps: []step{{"A", "a|b", "1\n|1\n", "2\n|2\n"}, {"B", "a|b", "2\n|2\n", "1\n|3\n"}},
		},
		{
			name: "until both have their old texts", rounds: 3,
			files: map[string]string{"a": "1\n", "b": "1\n"},
			steps: []step{{"A", "a|b", "1\n|1\n", "2\n|2\n"}, {"B", "a|b", "2\n|2\n", "1\n|3\n"}, {"C", "a|b", "1\n|3\n", "1\n|1\n"}},
			want:  &fixedits.CycleError{First: 0, Last: 3, Rules: []string{"A", "B", "C"}, Paths: []string{"a", "b"}},
		},
		{
			name: "two files that swap their texts are not a cycle until they swap them back", rounds: 2,
			files: map[string]string{"a": "1\n", "b": "2\n"},
			steps: []step{{"A", "a", "1\n", "2\n"}, {"A", "b", "2\n", "1\n"}, {"B", "a", "2\n", "1\n"}, {"B", "b", "1\n", "2\n"}},
			want:  &fixedits.CycleError{First: 0, Last: 2, Rules: []string{"A", "B"}, Paths: []string{"a", "b"}},
		},
		{
			name: "a file that is created and then deleted", rounds: 2, files: map[string]string{},
			steps: []step{{"A", "a", "-", "1\n"}, {"B", "a", "1\n", "-"}},
			want:  &fixedits.CycleError{First: 0, Last: 2, Rules: []string{"A", "B"}, Paths: []string{"a"}},
		},
		{
			name: "an empty file differs from no file", rounds: 2, files: map[string]string{"a": "1\n"},
			steps: []step{{"A", "a", "1\n", ""}, {"B", "a", "", "-"}},
		},
		{
			name: "a file that is renamed and renamed back", rounds: 2, files: map[string]string{"a": "1\n"},
			steps: []step{{"A", "a|b", "1\n|-", "-|1\n"}, {"B", "b|a", "1\n|-", "-|1\n"}},
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

// The rules of a cycle include those of duplicates.
func TestCycleNamesTheRulesOfDuplicates(t *testing.T) {
	var cycles fixedits.CycleDetector
	plan := func(before, after string, rules ...string) *fixedits.Plan {
		return &fixedits.Plan{
			Files:    []fixedits.FileChange{{Path: "a", BeforeSHA256: fixedits.Digest([]byte(before)), After: []byte(after)}},
			Outcomes: []fixedits.Outcome{{Rule: rules[0], Rules: rules, Status: fixedits.StatusApplied, Paths: []string{"a"}}},
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
