package pipeline

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// fix runs Fix over all given files.
func fix(t *testing.T, r *rewriter, files map[string]string, change func(*Options)) (*Result, func(path string) string) {
	t.Helper()
	ws := newWorkspace(t, files)
	opts := Options{Tools: tools(r)}
	if change != nil {
		change(&opts)
	}
	result, err := Fix(context.Background(), ws, slices.Sorted(maps.Keys(files)), opts)
	if err != nil {
		t.Fatal(err)
	}
	return result, func(path string) string { return content(t, ws, path) }
}

func TestFixContinuesUntilNothingIsPending(t *testing.T) {
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}, {rule: "w/b", from: "b", to: "c"}, {rule: "w/c", from: "c", to: "d"}}}
	var progress [][2]int // round and files
	result, now := fix(t, r, map[string]string{"chain.txt": "a\n", "still.txt": "x\n"}, func(o *Options) {
		o.Progress = func(round, files int) { progress = append(progress, [2]int{round, files}) }
	})
	if got := now("chain.txt"); got != "d\n" {
		t.Errorf("chain.txt is %q", got)
	}
	var rounds []string
	for _, o := range result.Outcomes {
		rounds = append(rounds, o.Rule+string(rune('0'+o.Round)))
	}
	if want := []string{"w/a1", "w/b2", "w/c3"}; !slices.Equal(rounds, want) {
		t.Errorf("outcomes %v, want %v", rounds, want)
	}
	if result.Rounds != 3 || !result.Written || len(result.Left) != 0 {
		t.Errorf("rounds %d, written %v, left %v", result.Rounds, result.Written, result.Left)
	}
	if want := [][2]int{{1, 2}, {2, 1}, {3, 1}, {4, 1}}; !slices.Equal(progress, want) {
		t.Errorf("progress %v, want %v: a later round checks only the files that changed", progress, want)
	}
	if want := []string{"rewriter", "text"}; !slices.Equal(result.Checkers, want) || result.Checked != 2 {
		t.Errorf("%d files, checkers %v, want %v", result.Checked, result.Checkers, want)
	}
	if len(result.Files) != 1 || string(result.Files[0].Before) != "a\n" || string(result.Files[0].After) != "d\n" {
		t.Errorf("files %+v: want one change from the first state to the last", result.Files)
	}
}

func TestFixAppliesFixesThatWaitedInAnUnchangedFile(t *testing.T) {
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b", isolation: "one at a time"}}}
	result, now := fix(t, r, map[string]string{"1.txt": "a\n", "2.txt": "a\n", "3.txt": "a\n"}, nil)
	if got := now("1.txt") + now("2.txt") + now("3.txt"); got != "b\nb\nb\n" || result.Rounds != 3 {
		t.Errorf("%d rounds left %q", result.Rounds, got)
	}
}

func TestFixFormatsTheMergedText(t *testing.T) {
	ws := newWorkspace(t, map[string]string{"a.go": "package a\n\nvar x = 1\n"})
	// The artifact's edit leaves the file unformatted; the formatter has the
	// last word in the same round.
	a := artifactOf(t, "//a", map[string]string{"a.go": "package a\n\nvar x = 1\n"},
		proposed{rule: "w/x", edits: []fixedits.Edit{edit("a.go", 11, 20, "var   y = 2")}})
	result, err := Apply(context.Background(), ws, []*artifact.Artifact{a}, Options{Tools: tools(&rewriter{})})
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, ws, "a.go"); got != "package a\n\nvar y = 2\n" {
		t.Errorf("a.go is %q", got)
	}
	if !result.Files[0].Formatted {
		t.Error("the change does not say that the formatter ran")
	}
}

func TestFixStopsAfterItsRounds(t *testing.T) {
	r := &rewriter{rules: []rewrite{
		{rule: "w/a", from: "a", to: "ab"}, {rule: "w/hint", from: "h", to: "H", safety: fixedits.SafetySuggestion},
	}}
	result, now := fix(t, r, map[string]string{"grow.txt": "ah\n"}, func(o *Options) { o.Rounds = 3 })
	if got := now("grow.txt"); got != "abbbh\n" {
		t.Errorf("grow.txt is %q", got)
	}
	if result.Rounds != 3 || len(result.Left) != 2 || !result.Left[0].Pending || result.Left[0].Reason != "deferred: this run has no rounds left" {
		t.Errorf("rounds %d, left %+v", result.Rounds, result.Left)
	}
	if hint := result.Left[1]; hint.Pending || hint.Reason != "suggestion" {
		t.Errorf("left %+v: what no round would apply does not wait for one", hint)
	}
}

func TestFixNamesTheRulesOfACycleAndWritesNothing(t *testing.T) {
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}, {rule: "w/b", from: "b", to: "a"}}}
	ws := newWorkspace(t, map[string]string{"a.txt": "a\n"})
	_, err := Fix(context.Background(), ws, []string{"a.txt"}, Options{Tools: tools(r)})
	var cycle *fixedits.CycleError
	if !errors.As(err, &cycle) || !slices.Equal(cycle.Rules, []string{"w/a", "w/b"}) {
		t.Errorf("error %v", err)
	}
	if got := content(t, ws, "a.txt"); got != "a\n" {
		t.Errorf("a.txt is %q", got)
	}
}

func TestFixLeavesOutAFileThatACheckerFailsOn(t *testing.T) {
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}}}
	r.onCheck = func(path string) {
		if path == "bad.txt" {
			panic("boom")
		}
	}
	for _, test := range []struct {
		policy policy.Policy
		want   string // of a.txt
	}{{policy.Permissive, "b\n"}, {policy.Strict, "a\n"}} {
		t.Run(string(test.policy), func(t *testing.T) {
			ws := newWorkspace(t, map[string]string{"a.txt": "a\n", "bad.txt": "a\n"})
			result, err := Fix(context.Background(), ws, []string{"a.txt", "bad.txt"}, Options{Tools: tools(r), Policy: test.policy})
			if err != nil {
				t.Fatal(err)
			}
			if len(result.Crashed) != 1 || result.Crashed[0].Path != "bad.txt" || result.Crashed[0].Checker != "rewriter" {
				t.Errorf("crashed: %v", result.Crashed)
			}
			if got := content(t, ws, "a.txt"); got != test.want {
				t.Errorf("a.txt is %q", got)
			}
			if got := content(t, ws, "bad.txt"); got != "a\n" {
				t.Errorf("bad.txt is %q", got)
			}
			if blocked := len(result.Blocked) > 0; blocked != (test.policy == policy.Strict) {
				t.Errorf("blocked: %q", result.Blocked)
			}
		})
	}
}

// The result of an earlier round for the file is not written either.
func TestFixLeavesOutAFileThatACheckerFailsOnInALaterRound(t *testing.T) {
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}}}
	seen := map[string]int{}
	var mu sync.Mutex
	r.onCheck = func(path string) {
		mu.Lock()
		defer mu.Unlock()
		if seen[path]++; path == "bad.txt" && seen[path] == 2 {
			panic("boom")
		}
	}
	ws := newWorkspace(t, map[string]string{"a.txt": "a\n", "bad.txt": "a\n"})
	result, err := Fix(context.Background(), ws, []string{"a.txt", "bad.txt"}, Options{Tools: tools(r)})
	if err != nil || len(result.Crashed) != 1 || result.Crashed[0].Path != "bad.txt" {
		t.Fatalf("crashed: %v, error %v", result.Crashed, err)
	}
	if a, bad := content(t, ws, "a.txt"), content(t, ws, "bad.txt"); a != "b\n" || bad != "a\n" {
		t.Errorf("a.txt is %q, bad.txt %q", a, bad)
	}
}

func TestFixDryRunWritesNothing(t *testing.T) {
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}}}
	result, now := fix(t, r, map[string]string{"a.txt": "a\n"}, func(o *Options) { o.DryRun = true })
	if now("a.txt") != "a\n" || result.Written || len(result.Files) != 1 || string(result.Files[0].After) != "b\n" {
		t.Errorf("result %+v, a.txt %q", result, now("a.txt"))
	}
}

func TestFixStopsWhenItsContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r := &rewriter{rules: []rewrite{{rule: "w/a", from: "a", to: "b"}}, onCheck: func(string) { cancel() }}
	ws := newWorkspace(t, map[string]string{"a.txt": "a\n"})
	if _, err := Fix(ctx, ws, []string{"a.txt"}, Options{Tools: tools(r)}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if got := content(t, ws, "a.txt"); got != "a\n" {
		t.Errorf("a.txt is %q", got)
	}
}

// The result does not depend on the order of the files.
func TestFixDoesNotDependOnTheOrderOfFiles(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		files[name+".txt"] = "one two " + name + "\n"
	}
	r := func() *rewriter {
		return &rewriter{rules: []rewrite{{rule: "w/1", from: "one", to: "1"}, {rule: "w/2", from: "one two", to: "12"}, {rule: "w/3", from: "two", to: "2"}}}
	}
	forward, _ := fix(t, r(), files, nil)
	ws := newWorkspace(t, files)
	backward := slices.Sorted(maps.Keys(files))
	slices.Reverse(backward)
	again, err := Fix(context.Background(), ws, backward, Options{Tools: tools(r())})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(forward, again, cmp.AllowUnexported(Result{})); diff != "" {
		t.Error(diff)
	}
}
