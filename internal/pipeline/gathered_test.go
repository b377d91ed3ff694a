package pipeline

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// following returns changes of the file "a", which follow each other: each is
// RULE=TEXT, and a rule that begins with format/ is a formatter. The lines of a
// text are separated by spaces.
func following(first string, steps ...string) []RuleChange {
	lines := func(text string) []byte { return []byte(strings.ReplaceAll(text, " ", "\n") + "\n") }
	var all []RuleChange
	before := lines(first)
	for _, step := range steps {
		rule, text, _ := strings.Cut(step, "=")
		all = append(all, RuleChange{
			Rule: rule, Last: strings.HasPrefix(rule, formatRules), Fixes: []string{rule},
			Files: []fixedits.FileChange{{Path: "a", Before: before, After: lines(text)}},
		})
		before = lines(text)
	}
	return all
}

func told(all []RuleChange) []string {
	var steps []string
	for _, c := range all {
		for _, f := range c.Files {
			steps = append(steps, c.Rule+"="+strings.Join(strings.Fields(string(f.After)), " "))
		}
	}
	return steps
}

func TestGathered(t *testing.T) {
	for _, test := range []struct {
		name  string
		steps []string // from the text "1 2 3 4 5 6 7 8 9"
		want  []string
	}{
		{"one round", []string{"r/a=A 2 3 4 5 6 7 8 9", "r/b=A 2 3 4 5 6 7 8 B"}, []string{"r/a=A 2 3 4 5 6 7 8 9", "r/b=A 2 3 4 5 6 7 8 B"}},
		{
			"a rule of two rounds",
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "r/b=A 2 3 4 5 6 7 8 B", "r/a=A 2 3 4 AA 6 7 8 B"},
			[]string{"r/a=A 2 3 4 AA 6 7 8 9", "r/b=A 2 3 4 AA 6 7 8 B"},
		},
		{
			"that moves over more lines",
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "r/b=A new new 2 3 4 5 7 8 9", "r/a=A new new 2 3 4 5 7 8 AA"},
			[]string{"r/a=A 2 3 4 5 6 7 8 AA", "r/b=A new new 2 3 4 5 7 8 AA"},
		},
		{
			"in lines of another rule",
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "r/b=A 2 3 4 5 6 7 8 B", "r/a=A 2 3 4 5 6 7 8 AA"},
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "r/b=A 2 3 4 5 6 7 8 B", "r/a=A 2 3 4 5 6 7 8 AA"},
		},
		{
			"in lines beside another rule's",
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "r/b=A 2 3 4 5 6 7 8 B", "r/a=A 2 3 4 5 6 7 AA B"},
			[]string{"r/a=A 2 3 4 5 6 7 AA 9", "r/b=A 2 3 4 5 6 7 AA B"},
		},
		{
			"beside lines that another rule deleted",
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "r/b=A 2 3 4 5 6 7 9", "r/a=A 2 3 4 5 6 AA 9"},
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "r/b=A 2 3 4 5 6 7 9", "r/a=A 2 3 4 5 6 AA 9"},
		},
		{
			"a new rule comes before the formatters",
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "format/x=A 2 3 4 5 6 7 8 F", "r/b=A 2 3 B 5 6 7 8 F", "format/x=A 2 3 G 5 6 7 8 F"},
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "r/b=A 2 3 B 5 6 7 8 9", "format/x=A 2 3 G 5 6 7 8 F"},
		},
		{
			"one that changes formatted lines takes them",
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "format/x=A 2 F 4 5 6 7 8 F", "r/b=A 2 F 4 5 6 7 8 B", "format/x=A 2 F 4 5 6 7 8 G"},
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "r/b=A 2 3 4 5 6 7 8 B", "format/x=A 2 F 4 5 6 7 8 G"},
		},
		{
			"nothing is left of the formatter",
			[]string{"r/a=A 2 3 4 5 6 7 8 9", "format/x=A 2 3 4 5 6 7 8 F", "r/a=A 2 3 4 5 6 7 8 AA"},
			[]string{"r/a=A 2 3 4 5 6 7 8 AA"},
		},
		{"nothing is left of a rule", []string{"r/a=A 2 3 4 5 6 7 8 9", "r/a=1 2 3 4 5 6 7 8 9"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := told(gathered(following("1 2 3 4 5 6 7 8 9", test.steps...))); !slices.Equal(got, test.want) {
				t.Errorf("%q\nwant %q", got, test.want)
			}
		})
	}
}

// Whatever moves: the texts of each file follow each other to the same last
// text, and each change changes something.
func TestGatheredKeepsTheLastTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		first, last := map[string][]byte{}, map[string][]byte{}
		for _, path := range []string{"a", "b", "c"} {
			first[path] = []byte("1\n2\n3\n4\n5\n6\n7\n8\n9\n")
			last[path] = first[path]
		}
		var all []RuleChange
		for n := range 2 + random.IntN(8) {
			rule := []string{"r/a", "r/b", "r/c", "format/x", "format/y"}[random.IntN(5)]
			change := RuleChange{Rule: rule, Last: strings.HasPrefix(rule, formatRules), Fixes: []string{fmt.Sprint(n)}}
			for _, path := range []string{"a", "b", "c"} {
				if random.IntN(2) == 0 {
					continue
				}
				lines := slices.Collect(bytes.Lines(last[path]))
				at := random.IntN(len(lines) + 1)
				after := bytes.Join(slices.Replace(slices.Clone(lines), at, min(at+random.IntN(2), len(lines)), fmt.Appendf(nil, "%d\n", 10+n)), nil)
				change.Files = append(change.Files, fixedits.FileChange{Path: path, Before: last[path], After: after})
				last[path] = after
			}
			all = append(all, change)
		}
		for _, change := range gathered(all) {
			for _, file := range change.Files {
				if !bytes.Equal(file.Before, first[file.Path]) || !file.Changes() {
					t.Fatalf("%s: %q does not follow %q, or does not change", file.Path, file.Before, first[file.Path])
				}
				first[file.Path] = file.After
			}
		}
		for path := range last {
			if !bytes.Equal(first[path], last[path]) {
				t.Fatalf("%s: the last text is %q, want %q", path, first[path], last[path])
			}
		}
	}
}
