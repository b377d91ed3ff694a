package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// wordChecks find words in a.txt on disk: "old", which has a fix by rule w/old,
// and "hard" and "stiff", which a resolver has to fix, by rules w/hard and
// w/stiff.
type wordChecks struct {
	t      *testing.T
	ws     *workspace.Workspace
	checks int
}

func (c *wordChecks) Check(context.Context, int, []string) (*Found, error) {
	c.checks++
	text := content(c.t, c.ws, "a.txt")
	a := artifactOf(c.t, "//a", map[string]string{"a.txt": text})
	for _, word := range []string{"old", "hard", "stiff"} {
		at := strings.Index(text, word)
		if at < 0 {
			continue
		}
		fix := fixedits.Fix{
			Rule: "w/" + word, Title: "Replace " + word, Phase: fixedits.PhaseStyle,
			Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh,
		}
		if word == "old" {
			fix.Edits = []fixedits.Edit{edit("a.txt", at, at+len(word), "new")}
		} else {
			fix.Resolver = &fixedits.Resolver{ID: "oracle"}
		}
		fix.ID = fixedits.ContentID(&fix)
		d := fixedits.Diagnostic{
			Rule: fix.Rule, Phase: fix.Phase, Severity: fixedits.SeverityWarning, Message: "found " + word,
			Path: "a.txt", Start: at, End: at + len(word), Line: 1, Column: at + 1, Fixes: []string{fix.ID},
		}
		d.ID = fixedits.DiagnosticID(&d)
		a.Fixes, a.Diagnostics = append(a.Fixes, fix), append(a.Diagnostics, d)
	}
	a.Normalize()
	return &Found{Artifacts: []*artifact.Artifact{a}, Checked: 1}, nil
}

// fixWords runs FixBy over a text in a.txt.
func fixWords(t *testing.T, text string, opts Options) (result *Result, now string, checks int, err error) {
	t.Helper()
	ws := newWorkspace(t, map[string]string{"a.txt": text})
	by := &wordChecks{t: t, ws: ws}
	opts.Tools = tools(&rewriter{})
	result, err = FixBy(context.Background(), ws, by, opts)
	return result, content(t, ws, "a.txt"), by.checks, err
}

// said returns the outcomes of a result.
func said(r *Result) []string {
	var all []string
	for _, o := range r.Outcomes {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%d %s %s %s", o.Round, o.Rule, o.Status, o.Reason.Code)))
	}
	return all
}

// oracle replaces "hard" by a word.
func oracle(t *testing.T, word string, asked *[]string) Resolver {
	return func(_ context.Context, source Source, fixes []fixedits.Fix) ([]Resolution, error) {
		var all []Resolution
		for _, fix := range fixes {
			text, err := source.Read("a.txt")
			if err != nil {
				t.Error(err)
			}
			*asked = append(*asked, fix.Rule+" in "+string(text))
			at := strings.Index(string(text), "hard")
			all = append(all, Resolution{
				ID: fix.ID, Edits: []fixedits.Edit{edit("a.txt", at, at+4, word)},
				Snapshots: []fixedits.Snapshot{fixedits.SnapshotOf("a.txt", text)},
			})
		}
		return all, nil
	}
}

func TestResolveSeesTheResultOfOtherFixes(t *testing.T) {
	var asked []string
	result, now, checks, err := fixWords(t, "old hard\n", Options{Resolve: oracle(t, "easy", &asked)})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"w/hard in new hard\n"}; !slices.Equal(asked, want) || now != "new easy\n" {
		t.Errorf("asked %q, want %q; a.txt is %q", asked, want, now)
	}
	want := []string{"1 w/old applied", "1 w/hard deferred resolver", "2 w/hard applied"}
	got := said(result)
	slices.Sort(got[:2])
	slices.Sort(want[:2])
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if checks != 3 || len(result.Left) != 0 || result.Rounds != 2 {
		t.Errorf("%d checks, %d rounds, left %+v", checks, result.Rounds, result.Left)
	}
	last := result.Outcomes[len(result.Outcomes)-1]
	if last.OwnID == "" || last.Finding == nil || last.Finding.Message != "found hard" {
		t.Errorf("the resolved fix has lost its finding: %+v", last)
	}
}

func TestResolveDefersFixesUntilTheNextRound(t *testing.T) {
	var asked []string
	resolve := func(_ context.Context, source Source, fixes []fixedits.Fix) ([]Resolution, error) {
		text, err := source.Read("a.txt")
		if err != nil {
			t.Error(err)
		}
		var all []Resolution
		for i, fix := range fixes {
			if i > 0 {
				all = append(all, Resolution{ID: fix.ID, Status: fixedits.StatusDeferred, Reason: fixedits.Reason{Code: "waits"}})
				continue
			}
			word := strings.TrimPrefix(fix.Rule, "w/")
			asked = append(asked, word+" in "+string(text))
			at := strings.Index(string(text), word)
			all = append(all, Resolution{
				ID: fix.ID, Edits: []fixedits.Edit{edit("a.txt", at, at+len(word), "easy")},
				Snapshots: []fixedits.Snapshot{fixedits.SnapshotOf("a.txt", text)},
			})
		}
		return all, nil
	}
	result, now, _, err := fixWords(t, "hard stiff\n", Options{Resolve: resolve})
	if err != nil {
		t.Fatal(err)
	}
	if len(asked) != 2 || now != "easy easy\n" {
		t.Errorf("asked %q, a.txt is %q", asked, now)
	}
	second := strings.Fields(asked[1])[0]
	got := said(result)
	if want := fmt.Sprintf("1 w/%s deferred waits", second); !slices.Contains(got, want) || len(got) != 3 || got[2] != "2 w/"+second+" applied" {
		t.Errorf("outcomes %q, want %q among them", got, want)
	}
}

func TestResolveThatFindsNothingIsAskedOnce(t *testing.T) {
	for _, test := range []struct {
		status fixedits.Status
		code   fixedits.Code
		by     policy.Policy
		blocks bool
	}{
		{fixedits.StatusUnresolved, "no_answer", policy.Permissive, false},
		{fixedits.StatusUnresolved, "no_answer", policy.Strict, true},
		{fixedits.StatusFiltered, "no_change", policy.Strict, false},
	} {
		asked := 0
		resolve := func(_ context.Context, _ Source, fixes []fixedits.Fix) ([]Resolution, error) {
			asked += len(fixes)
			return []Resolution{{ID: fixes[0].ID, Status: test.status, Reason: fixedits.Reason{Code: test.code, Detail: "it said so"}}}, nil
		}
		result, now, _, err := fixWords(t, "hard\n", Options{Resolve: resolve, Policy: test.by})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{fmt.Sprintf("1 w/hard %s %s", test.status, test.code)}
		if diff := cmp.Diff(want, said(result)); diff != "" || asked != 1 || now != "hard\n" {
			t.Errorf("asked %d times, a.txt is %q; -want +got:\n%s", asked, now, diff)
		}
		if blocked := len(result.Blocked) > 0; blocked != test.blocks {
			t.Errorf("%s, %s: blocked by %q", test.by, test.status, result.Blocked)
		}
	}
}

func TestVerifyRefusesFixes(t *testing.T) {
	for _, test := range []struct {
		code fixedits.Code
		want string
		by   policy.Policy
	}{
		{code: fixedits.CodeBrokeBuild, want: "1 w/old broke_build broke_build"},
		{code: fixedits.CodeBrokeTest, want: "1 w/old broke_build broke_test"},
		{code: fixedits.CodeBrokeTest, want: "1 w/old broke_build broke_test", by: policy.Strict},
		{code: fixedits.CodeFlaky, want: "1 w/old deferred flaky"},
		{code: fixedits.CodeUnverified, want: "1 w/old filtered unverified"},
	} {
		tried := 0
		verdict := &fixedits.Verdict{Kind: fixedits.VerdictBrokeBuild}
		verify := func(_ context.Context, trial *Trial) (*Verification, error) {
			tried++
			did := &Verification{Refused: map[string]fixedits.Reason{}, Verdicts: map[string]*fixedits.Verdict{}}
			for i := range trial.Plan.Outcomes {
				if o := &trial.Plan.Outcomes[i]; o.Rule == "w/old" && o.Status == fixedits.StatusApplied {
					did.Refused[o.ID] = fixedits.Reason{Code: test.code, Detail: "the build breaks"}
					did.Verdicts[o.ID] = verdict
				}
			}
			return did, nil
		}
		var asked []string
		result, now, _, err := fixWords(t, "old hard\n", Options{Verify: verify, Resolve: oracle(t, "easy", &asked), Policy: test.by})
		if err != nil {
			t.Fatal(err)
		}
		if now != "old easy\n" || tried < 1 {
			t.Errorf("%s: a.txt is %q after %d tries", test.want, now, tried)
		}
		if !slices.Contains(said(result), test.want) {
			t.Errorf("outcomes %q, want %q", said(result), test.want)
		}
		if len(result.Blocked) > 0 {
			t.Errorf("%s: blocked by %q", test.want, result.Blocked)
		}
		for _, o := range result.Outcomes {
			if o.Rule == "w/old" && o.Verdict != verdict {
				t.Errorf("%s: verdict %+v", test.want, o.Verdict)
			}
		}
		if len(result.Left) != 1 || result.Left[0].Rule != "w/old" || !strings.HasSuffix(result.Left[0].Reason, "the build breaks") {
			t.Errorf("%s: left %+v", test.want, result.Left)
		}
	}
}

// A verifier can have the plan without some fixes.
func TestTrialMakesThePlanOfSomeFixes(t *testing.T) {
	verify := func(_ context.Context, trial *Trial) (*Verification, error) {
		for ids, want := range map[string]string{"": "", trial.Plan.Outcomes[0].ID: "new\n"} {
			plan, err := trial.Only(map[string]bool{ids: true})
			if err != nil {
				t.Error(err)
				continue
			}
			got := ""
			if len(plan.Files) > 0 {
				got = string(plan.Files[0].After)
			}
			if got != want {
				t.Errorf("the plan of %q makes %q, want %q", ids, got, want)
			}
		}
		return nil, nil
	}
	if _, now, _, err := fixWords(t, "old\n", Options{Verify: verify}); err != nil || now != "new\n" {
		t.Errorf("a.txt is %q: %v", now, err)
	}
}

// An error of a step ends the run. Strict takes back what was written before
// it.
func TestErrorsOfStepsEndTheRun(t *testing.T) {
	broken := errors.New("broken")
	resolve := func(context.Context, Source, []fixedits.Fix) ([]Resolution, error) { return nil, broken }
	result, now, _, err := fixWords(t, "old hard\n", Options{Resolve: resolve})
	if !errors.Is(err, broken) || now != "new hard\n" || result == nil || !result.Written {
		t.Errorf("permissive: a.txt is %q, error %v, result %+v", now, err, result)
	}
	result, now, _, err = fixWords(t, "old hard\n", Options{Resolve: resolve, Policy: policy.Strict})
	if !errors.Is(err, broken) || now != "old hard\n" || result != nil {
		t.Errorf("strict: a.txt is %q, error %v, result %+v", now, err, result)
	}
	verify := func(context.Context, *Trial) (*Verification, error) { return nil, broken }
	if result, now, _, err := fixWords(t, "old\n", Options{Verify: verify}); !errors.Is(err, broken) || result != nil || now != "old\n" {
		t.Errorf("verify: a.txt is %q, error %v, result %+v", now, err, result)
	}
}

func TestSpentEndsTheRunBeforeTheNextRound(t *testing.T) {
	var asked []string
	result, now, checks, err := fixWords(t, "old hard\n", Options{
		Resolve: oracle(t, "easy", &asked), Spent: func() bool { return true },
	})
	if err != nil {
		t.Fatal(err)
	}
	if now != "new hard\n" || checks != 2 || result.Rounds != 1 || len(asked) != 0 || !result.Exhausted {
		t.Errorf("a.txt is %q after %d checks and %d rounds, asked %q, exhausted: %t", now, checks, result.Rounds, asked, result.Exhausted)
	}
	const reason = "deferred: this run has no rounds left"
	if len(result.Left) != 1 || !result.Left[0].Pending || result.Left[0].Reason != reason {
		t.Errorf("left %+v", result.Left)
	}
}
