package checks

import (
	"fmt"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func findingsOf(rule string, n int, fix func(i int) []fixedits.Fix) []Finding {
	var all []Finding
	for i := range n {
		f := Finding{Rule: rule, Message: "it is wrong", Start: 10 * i, End: 10*i + 1}
		if fix != nil {
			f.Fixes = fix(i)
		}
		all = append(all, f)
	}
	return all
}

func deletion(i int) []fixedits.Fix {
	return []fixedits.Fix{{Title: "Delete it", Safety: fixedits.SafetySafe, Edits: []fixedits.Edit{{Path: "a", Start: 10 * i, End: 10*i + 1}}}}
}

func TestFolded(t *testing.T) {
	for _, test := range []struct {
		name     string
		findings []Finding
		want     int // findings
		last     string
		edits    int // of the last
	}{
		{"few", findingsOf("a/b", 3, deletion), 3, "it is wrong", 1},
		{"as many as are told", findingsOf("a/b", MostFindings, deletion), MostFindings, "it is wrong", 1},
		{"one more", findingsOf("a/b", MostFindings+1, deletion), MostFindings + 1, "it is wrong", 1},
		{"two more", findingsOf("a/b", MostFindings+2, deletion), MostFindings + 1, "it is wrong; and so at 1 more places from here on", 2},
		{
			"many", findingsOf("a/b", 50*MostFindings, deletion), MostFindings + 1,
			fmt.Sprintf("it is wrong; and so at %d more places from here on", 49*MostFindings-1), 49 * MostFindings,
		},
		{
			"without fixes", findingsOf("a/b", 2*MostFindings, nil), MostFindings + 1,
			fmt.Sprintf("it is wrong; and so at %d more places from here on", MostFindings-1), 0,
		},
		{
			"fixes that overlap", findingsOf("a/b", MostFindings+3, func(int) []fixedits.Fix { return deletion(0) }), MostFindings + 1,
			"it is wrong; and so at 2 more places from here on", 1,
		},
		{"fixes of another safety", findingsOf("a/b", MostFindings+3, func(i int) []fixedits.Fix {
			fixes := deletion(i)
			if i > MostFindings {
				fixes[0].Safety = fixedits.SafetyUnsafe
			}
			return fixes
		}), MostFindings + 1, "it is wrong; and so at 2 more places from here on", 1},
	} {
		got := folded(test.findings)
		if len(got) != test.want {
			t.Errorf("%s: %d findings, want %d", test.name, len(got), test.want)
			continue
		}
		last := got[len(got)-1]
		edits := 0
		for _, fix := range last.Fixes {
			edits += len(fix.Edits)
		}
		if last.Message != test.last || edits != test.edits {
			t.Errorf("%s: the last is %q with %d edits, want %q with %d", test.name, last.Message, edits, test.last, test.edits)
		}
	}
	two := append(findingsOf("a/b", MostFindings+5, deletion), findingsOf("a/c", 2, nil)...)
	if got := folded(two); len(got) != MostFindings+3 || got[len(got)-1].Rule != "a/b" {
		t.Errorf("two rules: %d findings, the last of %s; want %d, and the rest of a/b last", len(got), got[len(got)-1].Rule, MostFindings+3)
	}
}
