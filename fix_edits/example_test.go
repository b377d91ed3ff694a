package fixedits_test

import (
	"fmt"
	"io/fs"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Two tools propose fixes of one file. Two of the fixes overlap: one is
// applied, and the other is told which one won.
func ExampleMerge() {
	files := map[string]string{"deploy.yaml": "image: app:latest\nreplicas: 1\n"}
	snapshot := fixedits.SnapshotOf("deploy.yaml", []byte(files["deploy.yaml"]))
	fix := func(id, rule string, safety fixedits.Safety, start, end int, text string) fixedits.Fix {
		return fixedits.Fix{
			ID: id, Rule: rule, Phase: fixedits.PhaseSemantic, Safety: safety,
			Edits: []fixedits.Edit{{Path: "deploy.yaml", Start: start, End: end, New: []byte(text)}},
		}
	}
	pins := fixedits.Proposal{
		Origin:    "//app:pins",
		Snapshots: []fixedits.Snapshot{snapshot},
		Fixes:     []fixedits.Fix{fix("f1", "pins/no-latest", fixedits.SafetySafe, 11, 17, "1.4.2")},
	}
	policy := fixedits.Proposal{
		Origin:    "//app:policy",
		Snapshots: []fixedits.Snapshot{snapshot},
		Fixes: []fixedits.Fix{
			fix("f2", "policy/mirror", fixedits.SafetySuggestion, 7, 17, "mirror/app"),
			fix("f3", "policy/replicas", fixedits.SafetySafe, 28, 29, "2"),
		},
	}
	plan, err := fixedits.Merge([]fixedits.Proposal{policy, pins}, fixedits.Options{
		Read: func(path string) ([]byte, error) {
			text, ok := files[path]
			if !ok {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, file := range plan.Files {
		fmt.Printf("%s:\n%s", file.Path, file.After)
	}
	for _, outcome := range plan.Outcomes {
		fmt.Printf("%s %s %q\n", outcome.ID, outcome.Status, outcome.Reason)
	}
	// Output:
	// deploy.yaml:
	// image: app:1.4.2
	// replicas: 2
	// f1 applied ""
	// f3 applied ""
	// f2 conflict "overlaps f1 at deploy.yaml:11-17"
}

func ExampleApply() {
	text, err := fixedits.Apply([]byte("one two\n"), []fixedits.Edit{
		{Start: 4, End: 7, New: []byte("three")},
		{Start: 0, End: 0, New: []byte("zero ")},
	})
	fmt.Printf("%q %v\n", text, err)
	// Output: "zero one three\n" <nil>
}
