package reports

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

var update = flag.Bool("update", false, "write the golden files")

// hostile is a possible text of a command, a file or a model.
const hostile = "a|b <img src=x onerror=alert(1)> [x](javascript:alert(1)) @everyone #1 `c` ```\n</details><script>alert(1)</script>\n\x1b[31mred\x1b[0m \u202e"

func run(id string, phase evidence.Phase, state evidence.State, exit int, cases ...evidence.Case) evidence.Run {
	r := evidence.Run{
		ID: id, Phase: phase, State: state, Attempt: 1, Command: []string{"go", "test", "-json", "./..."}, End: evidence.Exited, Exit: exit,
		Duration: 1234, Stdout: evidence.Output{Bytes: 10, SHA256: strings.Repeat("a", 64), Head: "ok\n"}, Reader: "go-test", Cases: cases, Built: true,
		Stderr: evidence.Output{SHA256: strings.Repeat("b", 64)},
	}
	if phase != evidence.Reproduce {
		r.Candidate = 1
	}
	return r
}

func proven() *evidence.Evidence {
	failed := evidence.Case{Suite: "example.com/a", Name: "TestSum", Status: evidence.Failed, Message: "got 2"}
	passed := evidence.Case{Suite: "example.com/a", Name: "TestSum", Status: evidence.Passed}
	before := run("r1", evidence.Reproduce, evidence.AtBase, 1, failed)
	before.Stdout.Head = "--- FAIL: TestSum\n    got 2, want 3\n"
	return &evidence.Evidence{
		Version: 1, Tool: evidence.Tool{Name: "autofix", Version: "1.2.3"}, ID: "0123456789abcdef",
		Base:    evidence.Base{Commit: strings.Repeat("1", 40), Tree: strings.Repeat("2", 40)},
		Command: []string{"go", "test", "./a b"}, Sandbox: evidence.Sandbox{Level: "bubblewrap", Network: "deny", Missing: []string{"memory: no control groups"}},
		Environment: []string{"HOME", "PATH"}, Engine: evidence.Engine{Kind: "openai", Name: "api.example.com", Model: "m-1", Calls: 3, Input: 1000, Output: 200, Cost: 0.0125, Unit: "USD"},
		Runs:         []evidence.Run{before, run("r2", evidence.Prevent, evidence.WithTests, 1, failed), run("r3", evidence.Prove, evidence.AtCandidate, 0, passed)},
		Localization: &evidence.Localization{Places: []evidence.Place{{Path: "a/sum.go", Line: 3, Score: 0.9, Signals: []string{"in the stack trace"}}}, Hypothesis: "The loop ends early."},
		Candidates: []evidence.Candidate{{
			ID: 1, SHA256: strings.Repeat("c", 64), Added: 2, Deleted: 1,
			Files:   []evidence.File{{Path: "a/sum.go", Kind: evidence.Source, Op: "modify", Added: 1, Deleted: 1, Justification: "the loop"}, {Path: "a/sum_test.go", Kind: evidence.TestFile, Op: "create", Added: 1}},
			Tests:   []evidence.Test{{Path: "a/sum_test.go", Suite: "example.com/a", Name: "TestSum", Change: "added", Before: evidence.Failed, After: evidence.Passed, Proves: true}},
			Hunks:   []evidence.Hunk{{ID: "h1", Path: "a/sum.go", Line: 3, Lines: 2, Needed: evidence.HunkNeeded}, {ID: "h2", Path: "a/sum.go", Line: 30, Lines: 2, Needed: evidence.HunkUnproven, Dropped: true}},
			Mutants: &evidence.Mutants{Tried: 4, Killed: 3, Alive: []evidence.Mutant{{ID: "m2", Path: "a/sum.go", Line: 4, What: "< became <="}}},
			Conditions: []evidence.Condition{
				{ID: "P1", Holds: evidence.Yes, Detail: "3 of 3 runs fail before", Runs: []string{"r1"}},
				{ID: "P8", Holds: evidence.Weakly, Detail: "3 of 4 mutants are noticed"},
			},
			Verdict: evidence.Proven,
			Words:   &evidence.Words{Title: "Sum all numbers", RootCause: "The loop ends early.", Risk: "Low."},
		}},
		Verdict: evidence.Proven,
	}
}

// attacked is evidence in which every text of others is hostile.
func attacked() *evidence.Evidence {
	e := proven()
	e.Verdict, e.Reasons, e.Notes = evidence.Refuted, []string{hostile}, []string{hostile}
	e.Command, e.Environment = []string{"go", "test", hostile}, []string{hostile}
	e.Engine.Name, e.Engine.Model, e.Sandbox.Missing = hostile, hostile, []string{hostile}
	e.Exceptions = []evidence.Exception{{Policy: "tests.required", Reason: hostile, Alternative: hostile, By: "flag"}}
	for i := range e.Runs {
		r := &e.Runs[i]
		r.Exit, r.Command, r.Subject, r.Stdout.Head = 1, []string{hostile}, hostile, hostile
		r.Cases = []evidence.Case{{Suite: hostile, Name: hostile, Status: evidence.Failed, Message: hostile}}
		r.Problems = []evidence.Problem{{Code: evidence.ProblemForged, Detail: hostile}}
	}
	e.Localization = &evidence.Localization{Places: []evidence.Place{{Path: hostile, Signals: []string{hostile}}}, Hypothesis: hostile}
	c := &e.Candidates[0]
	c.Files[0].Path, c.Files[0].Justification, c.Tests[0].Name = hostile, hostile, hostile
	c.Hunks[1].Path, c.Mutants.Alive[0].Path, c.Mutants.Alive[0].What = hostile, hostile, hostile
	c.Conditions[1].Detail = hostile
	c.Words = &evidence.Words{Title: hostile, RootCause: hostile, Fix: hostile, Tests: hostile, Risk: hostile}
	return e
}

func TestGolden(t *testing.T) {
	for name, e := range map[string]*evidence.Evidence{"proven": proven(), "attacked": attacked()} {
		summary, err := Summarize(e).JSON()
		if err != nil {
			t.Fatal(err)
		}
		for file, got := range map[string]string{
			"evidence.md": Markdown(e), "pr-body.md": Body(e, "autofix/prove-0123456789ab"), "pr-title.txt": Title(e) + "\n",
			"summary.json": string(summary), "screen.txt": Text(e, "~/proof", asIs), "index.html": pageOf(t, e, diffText),
		} {
			golden := filepath.Join("testdata", name, file)
			if *update {
				if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got)\n%s", golden, diff)
			}
		}
	}
}

// A foreign renderer of GitHub's Markdown finds nothing of the attacker in it.
func TestInert(t *testing.T) {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	for _, text := range []string{Markdown(attacked()), Body(attacked(), "b")} {
		var b strings.Builder
		if err := md.Convert([]byte(text), &b); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"<img", "<script", "<a ", "href=", "\x1b", "\u202e"} {
			if at := strings.Index(b.String(), bad); at >= 0 {
				t.Errorf("%q is in it: ...%.200s", bad, b.String()[max(0, at-50):])
			}
		}
		if n := strings.Count(b.String(), "</details>"); n > 1 {
			t.Errorf("%d ends of details", n)
		}
	}
}

func TestNothing(t *testing.T) {
	e := &evidence.Evidence{Verdict: evidence.Infra, Command: []string{"x"}}
	for _, text := range []string{Markdown(e), Body(e, "b"), Title(e), Text(e, "f", asIs)} {
		if text == "" {
			t.Error("empty")
		}
	}
	for v, want := range map[evidence.Verdict]int{evidence.Proven: 0, evidence.Weak: 1, evidence.Inconclusive: 1, evidence.NotAccepted: 1, evidence.Refuted: 1, evidence.Infra: 3} {
		if got := Exit(v); got != want {
			t.Errorf("%s: exit %d, want %d", v, got, want)
		}
	}
}

// No verdict says that a patch is correct.
func TestMeaning(t *testing.T) {
	for _, v := range []evidence.Verdict{evidence.Proven, evidence.Weak, evidence.Inconclusive, evidence.NotAccepted, evidence.Refuted, evidence.Infra, "other"} {
		if m := Meaning(v); m == "" || strings.Contains(m, "correct") {
			t.Errorf("%s: %q", v, m)
		}
	}
	if m := Meaning(evidence.Proven); !strings.HasPrefix(m, "The behavior changed as asserted") {
		t.Errorf("proven: %q", m)
	}
}

// Events of go test -json are shown as the output of the tests.
func TestLastLinesOfEvents(t *testing.T) {
	r := run("r1", evidence.Reproduce, evidence.AtBase, 1)
	r.Stdout.Head = `{"Time":"2026-01-01T00:00:00Z","Action":"output","Package":"a","Test":"TestA","Output":"    a_test.go:3: got 2\n"}
{"Action":"output","Package":"a","Test":"TestA","Output":"--- FAIL: TestA (0.00s)\n"}
{"Action":"fail","Package":"a","Test":"TestA"}
`
	if got, stream := lastLines(&r); stream != "standard output" || got != "    a_test.go:3: got 2\n--- FAIL: TestA (0.00s)" {
		t.Errorf("%s: %q", stream, got)
	}
}
