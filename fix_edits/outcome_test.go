package fixedits_test

import (
	"fmt"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestEachFixHasOneStatus(t *testing.T) {
	resolver := func(f *fixedits.Fix) { f.Resolver = &fixedits.Resolver{ID: "ai-autofix"} }
	off := func(o *fixedits.Options) { o.Verdict = without("off") }
	runRows(t, []row{
		{
			rule: "13", name: "a fix to be resolved", base: "x\n", fixes: []fixedits.Fix{fix("f1", resolver)},
			want: "x\n", status: "f1 unresolved", reason: "f1: its edits must be found by ai-autofix",
		},
		{
			rule: "13", name: "a fix that was resolved is like any other", base: "x\n", fixes: []fixedits.Fix{fix("f1", resolver, at(0, 1, "y"))},
			want: "y\n", status: "f1 applied",
		},
		{
			rule: "13", name: "configuration comes first", base: "x\n", opts: off,
			fixes: []fixedits.Fix{
				fix("f1", rule("off"), resolver), fix("f2", rule("off"), in("../x", 0, 0, "")),
				fix("f3", rule("off")), fix("f4", rule("off"), in("gone", 0, 0, "x")), fix("f5", rule("off"), at(9, 2, "x")),
			},
			want: "x\n", status: "f1 filtered, f2 filtered, f3 filtered, f4 filtered, f5 filtered",
			reason: "f1: off is turned off",
		},
		{
			rule: "13", name: "a filtered fix blocks no others", base: "x\n", opts: off,
			fixes: []fixedits.Fix{fix("f1", rule("off"), at(0, 1, "a")), fix("f2", rule("on"), at(0, 1, "b"))},
			want:  "b\n", status: "f1 filtered, f2 applied",
		},
	})
}

func TestAtomicPlans(t *testing.T) {
	atomic := func(o *fixedits.Options) { o.Atomic = true; o.Verdict = without("off") }
	const base = "0123456789\n"
	runRows(t, []row{
		{
			rule: "13", name: "one conflict blocks everything", base: base, opts: atomic,
			fixes: []fixedits.Fix{fix("f1", at(0, 2, "x")), fix("f2", at(1, 3, "y")), fix("f3", at(5, 6, "z"))},
			want:  base, status: "f1 deferred f2, f2 conflict f1, f3 deferred f2",
			reason: "f1: all or nothing: f2 ended as conflict",
		},
		{
			rule: "13", name: "the first that blocks is named", base: base, opts: atomic,
			fixes: []fixedits.Fix{fix("f1", at(0, 2, "x")), fix("f2", at(9, 99, "y")), fix("f3", at(5, 4, "z"))},
			want:  base, status: "f1 deferred f3, f2 invalid, f3 invalid",
		},
		{
			rule: "13", name: "a fix that waits, is filtered, or has nothing left to do blocks nothing", base: base, opts: atomic,
			fixes: []fixedits.Fix{
				fix("f1", at(0, 2, "")), fix("f2", at(2, 3, "y")), fix("f3", rule("off"), at(5, 4, "z")), fix("f4", at(1, 2, "")),
			},
			want: "23456789\n", status: "f1 applied, f2 deferred f1, f3 filtered, f4 subsumed f1",
		},
	})
	plan, err := fixedits.Merge([]fixedits.Proposal{propose("//a", map[string]string{"a": base}, fix("f1", at(5, 4, "")))},
		fixedits.Options{Read: reader(map[string]string{"a": base}), Atomic: true})
	if err != nil || !plan.Blocked {
		t.Errorf("got %+v, %v; want a blocked plan", plan, err)
	}
}

func TestOutcomesDescribeTheFix(t *testing.T) {
	files := map[string]string{"a": "abc\n", "b": "abc\n"}
	edits := func(f *fixedits.Fix) {
		f.Edits = []fixedits.Edit{in("b", 0, 1, "x"), in("a", 0, 1, "x"), in("b", 2, 2, "")}
	}
	proposals := []fixedits.Proposal{
		propose("//x", files, fix("f1", rule("r2"), suggestion, style, edits)),
		propose("//y", files, fix("f1", rule("r1"), edits)),
		propose("//z", files, fix("f1", rule("r1"), edits)),
		propose("//y", files, fix("f2", in("../q", 0, 0, "x"))),
	}
	ab := []string{"a", "b"}
	want := []fixedits.Outcome{
		{
			ID: "f2", Rule: "test/rule", Rules: []string{"test/rule"}, Origins: []string{"//y"},
			Status: fixedits.StatusForeign, Reason: fixedits.Reason{Code: fixedits.CodeOutside, Detail: "../q: the path leaves the workspace"}, Paths: []string{"../q"},
		},
		{
			ID: "f1", Rule: "r1", Rules: []string{"r1", "r2"}, Origins: []string{"//x", "//y", "//z"},
			Status: fixedits.StatusApplied, Paths: ab,
		},
		{
			ID: "f1", Rule: "r1", Rules: []string{"r1"}, Origins: []string{"//z"},
			Status: fixedits.StatusDuplicate, Reason: fixedits.Reason{Code: "duplicate", By: "f1", Detail: "//y"}, Paths: ab,
		},
		{
			ID: "f1", Rule: "r2", Rules: []string{"r2"}, Origins: []string{"//x"},
			Status: fixedits.StatusDuplicate, Reason: fixedits.Reason{Code: "duplicate", By: "f1", Detail: "//y"}, Paths: ab,
			Safety: fixedits.SafetySuggestion, Phase: fixedits.PhaseStyle,
		},
	}
	for i := range want {
		want[i].Title = "Do it"
		if want[i].Safety == "" {
			want[i].Safety, want[i].Phase = fixedits.SafetySafe, fixedits.PhaseSemantic
		}
	}
	for order := range permutations(len(proposals)) {
		var in []fixedits.Proposal
		for _, i := range order {
			in = append(in, proposals[i])
		}
		plan, err := fixedits.Merge(in, fixedits.Options{Read: reader(files)})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmpDiff(want, plan.Outcomes); diff != "" {
			t.Fatalf("order %v: outcomes (-want +got):\n%s", order, diff)
		}
		if got := plan.Count(fixedits.StatusDuplicate); got != 2 {
			t.Errorf("got %d duplicates", got)
		}
	}
}

// Texts of edits may be parts of one another's memory. Joining insertions must
// not write into it.
func TestMergeLeavesItsInputAlone(t *testing.T) {
	files := map[string]string{"a": "abc\n"}
	memory := []byte("0123456789")
	part := func(at, start, end int) fixedits.Edit {
		return fixedits.Edit{Path: "a", Start: at, End: at, New: memory[start:end]}
	}
	p := propose("//a", files, fix("f1", part(0, 0, 1), part(0, 5, 6), part(1, 2, 3), part(1, 7, 8)))
	plan, err := fixedits.Merge([]fixedits.Proposal{p}, fixedits.Options{Read: reader(files)})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(plan.Files[0].After), "05a27bc\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := string(memory); got != "0123456789" {
		t.Errorf("the input is now %q", got)
	}
}

func TestDropBefore(t *testing.T) {
	files := map[string]string{}
	var fixes []fixedits.Fix
	for i := range 200 { // of many sizes
		name := fmt.Sprintf("f%03d", i)
		files[name] = strings.Repeat(name+"\n", 1+i*7%40)
		fixes = append(fixes, fix("x"+name, in(name, 0, 1, "g"), in(name, 4, 4, strings.Repeat("h", i%5))))
	}
	p := propose("//a", files, fixes...)
	kept, err := fixedits.Merge([]fixedits.Proposal{p}, fixedits.Options{Read: reader(files)})
	if err != nil {
		t.Fatal(err)
	}
	read := make(map[string][]byte, len(files))
	for name, text := range files {
		read[name] = []byte(text)
	}
	own := func(path string) ([]byte, error) { return read[path], nil }
	dropped, err := fixedits.Merge([]fixedits.Proposal{p}, fixedits.Options{Read: own, Each: (*fixedits.FileChange).DropBefore})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if string(read[name]) != text {
			t.Errorf("what Read returned of %s is now %q", name, read[name])
		}
	}
	for i := range kept.Files {
		if f := kept.Files[i]; string(f.Before) != files[f.Path] {
			t.Errorf("%s: Before is %q", f.Path, f.Before)
		}
		kept.Files[i].Before = nil
	}
	if diff := cmpDiff(kept, dropped); diff != "" {
		t.Errorf("without the text before, the plan differs in more (-with +without):\n%s", diff)
	}
}

// A fix that Options.Verdict leaves out has the status and the reason that it
// returns, whatever they are, and keeps no other fix out.
func TestVerdict(t *testing.T) {
	reasons := map[string]fixedits.Reason{
		"f1": {Code: fixedits.CodeBrokeBuild, By: "f9", Detail: "//a:a does not build with it"},
		"f2": {Code: fixedits.CodeFlaky, Detail: "//a:test is flaky"},
		"f3": {Code: "code_of_another_package", At: fixedits.Place{Path: "b", Start: 1, End: 2}},
	}
	statuses := map[string]fixedits.Status{"f1": fixedits.StatusBrokeBuild, "f2": fixedits.StatusDeferred, "f3": fixedits.StatusStale}
	files := map[string]string{"a": "x\n"}
	proposal := propose("//a", files, fix("f1", at(0, 1, "y")), fix("f2", at(0, 1, "z")), fix("f3", at(0, 1, "")), fix("f4", at(0, 1, "w")))
	plan := mustMerge(t, []fixedits.Proposal{proposal}, fixedits.Options{
		Read:    reader(files),
		Verdict: func(f *fixedits.Fix) (fixedits.Status, fixedits.Reason) { return statuses[f.ID], reasons[f.ID] },
	})
	statuses["f4"] = fixedits.StatusApplied
	for _, o := range plan.Outcomes {
		if o.Status != statuses[o.ID] || o.Reason != reasons[o.ID] {
			t.Errorf("%s is %s: %+v", o.ID, o.Status, o.Reason)
		}
	}
	if len(plan.Files) != 1 || string(plan.Files[0].After) != "w\n" {
		t.Errorf("files %+v", plan.Files)
	}
}
