package pipeline

import (
	"context"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// Strict applies all or nothing; permissive applies what it can. Each row has
// something that blocks strict.
func TestPolicies(t *testing.T) {
	files := map[string]string{"a.txt": "one two\n", "b.txt": "one two\n"}
	good := proposed{rule: "r/good", edits: []fixedits.Edit{edit("b.txt", 0, 3, "1")}}
	unresolved := func(a *artifact.Artifact) {
		fix := fixedits.Fix{
			ID: "f0", Rule: "r/ai", Title: "Ask", Phase: fixedits.PhaseStyle, Safety: fixedits.SafetySafe,
			Confidence: fixedits.ConfidenceLow, Resolver: &fixedits.Resolver{ID: "ai-autofix"},
		}
		a.Fixes = append(a.Fixes, fix)
	}
	tests := []struct {
		name    string
		fixes   []proposed
		change  func(*artifact.Artifact)
		blocked string // in the reason of the strict policy; "" if there is none
		bad     fixedits.Status
	}{
		{"nothing that blocks", nil, nil, "", ""},
		{"a conflict", []proposed{
			{rule: "r/bad", edits: []fixedits.Edit{edit("b.txt", 0, 7, "12")}},
		}, nil, "b.txt: Do r/bad [r/bad] conflict: overlaps r/good at b.txt:1:1", fixedits.StatusConflict},
		{"a stale fix", []proposed{
			{rule: "r/bad", edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}},
		}, func(a *artifact.Artifact) {
			for i := range a.Snapshots {
				if a.Snapshots[i].Path == "a.txt" {
					a.Snapshots[i] = fixedits.SnapshotOf("a.txt", []byte("ONE TWO\n"))
				}
			}
		}, "a.txt: Do r/bad [r/bad] stale: ", fixedits.StatusStale},
		{"an invalid fix", []proposed{
			{rule: "r/bad", edits: []fixedits.Edit{edit("a.txt", 0, 3, "1"), edit("a.txt", 2, 4, "2")}},
		}, nil, "a.txt: Do r/bad [r/bad] invalid: ", fixedits.StatusInvalid},
		{"an unresolved fix", nil, unresolved, "no file: Ask [r/ai] unresolved: ", ""},
		{"an error that remains", []proposed{
			{rule: "r/bad", severity: fixedits.SeverityError, safety: fixedits.SafetyUnsafe, edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}},
		}, nil, "a.txt:1:1: error: found by r/bad [r/bad]", fixedits.StatusFiltered},
		{"an error that is fixed", []proposed{
			{rule: "r/error", severity: fixedits.SeverityError, edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}},
		}, nil, "", ""},
		{"a warning that remains", []proposed{
			{rule: "r/bad", safety: fixedits.SafetyUnsafe, edits: []fixedits.Edit{edit("a.txt", 0, 3, "1")}},
		}, nil, "", fixedits.StatusFiltered},
	}
	for _, test := range tests {
		for _, by := range []policy.Policy{policy.Permissive, policy.Strict} {
			t.Run(test.name+"/"+string(by), func(t *testing.T) {
				ws := newWorkspace(t, files)
				a := artifactOf(t, "//a", files, append([]proposed{good}, test.fixes...)...)
				if test.change != nil {
					test.change(a)
				}
				opts := Options{Tools: tools(&rewriter{}), Policy: by}
				result, err := Apply(context.Background(), ws, []*artifact.Artifact{a}, opts)
				if err != nil {
					t.Fatal(err)
				}
				refused := by == policy.Strict && test.blocked != ""
				if got := content(t, ws, "b.txt"); (got == "one two\n") != refused {
					t.Errorf("b.txt is %q, refused: %v", got, refused)
				}
				if result.Written == refused || (len(result.Files) == 0) != refused {
					t.Errorf("written %v with %d files, refused: %v", result.Written, len(result.Files), refused)
				}
				if !refused {
					if len(result.Blocked) > 0 {
						t.Errorf("blocked %q", result.Blocked)
					}
					if got := statuses(result)["r/bad"]; got != test.bad {
						t.Errorf("r/bad is %q, want %q", got, test.bad)
					}
					return
				}
				if !slices.ContainsFunc(result.Blocked, func(s string) bool { return strings.HasPrefix(s, test.blocked) }) {
					t.Errorf("blocked %q, want one that starts with %q", result.Blocked, test.blocked)
				}
				if got := statuses(result)["r/good"]; got != fixedits.StatusDeferred {
					t.Errorf("r/good is %q, want deferred", got)
				}
				if !slices.Contains(leftRules(result), "r/good") {
					t.Errorf("left %v: what was refused is still there", leftRules(result))
				}
			})
		}
	}
}

// A conflict of any round refuses all rounds.
func TestStrictPolicyJudgesAllRounds(t *testing.T) {
	r := &rewriter{rules: []rewrite{
		{rule: "w/0", from: "a", to: "bc"}, {rule: "w/1", from: "bc", to: "x"}, {rule: "w/2", from: "b", to: "y"},
	}}
	result, now := fix(t, r, map[string]string{"a.txt": "a\n"}, func(o *Options) { o.Policy = policy.Strict })
	if now("a.txt") != "a\n" || result.Written || len(result.Blocked) != 1 || !strings.Contains(result.Blocked[0], "conflict") {
		t.Errorf("a.txt %q, blocked %q", now("a.txt"), result.Blocked)
	}
	if len(result.Left) != 1 || result.Left[0].Rule != "w/0" || !result.Left[0].Pending {
		t.Errorf("left %+v, want the finding of the first state", result.Left)
	}
}
