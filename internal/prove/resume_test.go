package prove_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// sums is a repository whose command fails: the two files differ.
var sums = map[string]string{
	"calc.cfg": "sum=3\nname=a\nb\nc\nd\nend\n", "tests/want.cfg": "sum=?\nname=a\nb\nc\nd\nend\n", "other.cfg": "one\n",
}

const fixOfSums = `--- a/calc.cfg
+++ b/calc.cfg
@@ -1 +1 @@
-sum=3
+sum=4
--- a/tests/want.cfg
+++ b/tests/want.cfg
@@ -1 +1 @@
-sum=?
+sum=4
`

// needless is a change that nothing needs.
const needless = "--- a/other.cfg\n+++ b/other.cfg\n@@ -1 +1 @@\n-one\n+two\n"

// scriptOfSums answers badly first, and then well.
const scriptOfSums = `{"version": 1, "name": "test", "answers": [
  {"step": "plan", "answer": {"hypothesis": "the sum", "files": ["calc.cfg"]}},
  {"step": "tests", "diff": "--- a/calc.cfg\n+++ b/calc.cfg\n@@ -1 +1 @@\n-sum=3\n+sum=4\n"},
  {"step": "tests", "diff": "--- a/tests/want.cfg\n+++ b/tests/want.cfg\n@@ -1 +1 @@\n-sum=?\n+sum=4\n"},
  {"step": "fix", "diff": "--- a/calc.cfg\n+++ b/calc.cfg\n@@ -1 +1 @@\n-sum=3\n+sum=5\n"},
  {"step": "fix", "diff": "--- a/calc.cfg\n+++ b/calc.cfg\n@@ -1 +1 @@\n-sum=3\n+sum=4\n"},
  {"step": "summarize", "answer": {"root_cause": "The sum.", "fix": "Another sum.", "tests": "It compares.", "risk": "None.", "title": "Mend the sum"}}
]}`

func caseOfSums(t *testing.T) *proofCase {
	c := newCase(t, sums)
	c.Command, c.Set = []string{"cmp", "calc.cfg", "tests/want.cfg"}, []string{`commands.allow=["cmp"]`, "runs=1", "mutants=0"}
	return c
}

// interrupted are the proofs that are killed.
var interrupted = []struct {
	name string
	set  func(c *proofCase)
}{
	{"engine", func(c *proofCase) { c.Script = scriptOfSums }},
	{"setup", func(c *proofCase) {
		c.Patch, c.Set = fixOfSums, append(c.Set, `commands.allow=["cmp", "cp"]`)
		c.Setup = []string{"cp", "calc.cfg", "installed.cfg"}
	}},
}

// A proof that is killed continues without running a recorded command or asking
// a model again, and ends with the same evidence. It is killed before the first
// thing of each kind that it does; with -short, before the first of each phase.
// TestResumeFromEachEntry tries the other entries of its journal.
func TestKillAndResume(t *testing.T) {
	for _, tt := range interrupted {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := caseOfSums(t)
			tt.set(c)
			first := firsts{}
			c.Watch = first.add
			whole, err := c.run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want, runs, asks := normalized(t, whole.Evidence), c.logged(t, "run"), c.logged(t, "ask")
			if runs < 7 || runs != len(whole.Evidence.Runs) {
				t.Fatalf("%d commands ran, and the evidence has %d", runs, len(whole.Evidence.Runs))
			}
			c.Watch = nil
			for _, at := range first.events {
				c.fresh(t)
				c.Resume, c.KillAt = false, at
				if err := c.elsewhere(t); err == nil || !strings.Contains(err.Error(), "killed") {
					t.Fatalf("event %d: %v", at, err)
				}
				c.check(t, want, runs, asks)
			}
			for at := 1; at <= asks; at++ {
				if testing.Short() && at < asks {
					continue
				}
				c.fresh(t)
				c.Resume, c.KillAt, c.KillAsk = false, 0, at
				if err := c.elsewhere(t); err == nil || !strings.Contains(err.Error(), "killed") {
					t.Fatalf("question %d: %v", at, err)
				}
				// Whether it was answered is not known.
				c.check(t, want, runs, asks+1)
			}
		})
	}
}

// A firsts has the numbers, from 1, of the first events of their kinds.
type firsts struct {
	all    int
	kinds  map[string]bool
	events []int
}

func (f *firsts) add(e prove.Event) {
	f.all++
	kind := string(e.Phase)
	if !testing.Short() {
		kind += " " + string(e.State) + " " + e.What
	}
	if f.kinds == nil {
		f.kinds = map[string]bool{}
	}
	if !f.kinds[kind] {
		f.kinds[kind] = true
		f.events = append(f.events, f.all)
	}
}

// check resumes a proof that was killed.
func (c *proofCase) check(t *testing.T, want string, runs, asks int) {
	t.Helper()
	at := [2]int{c.KillAt, c.KillAsk}
	c.Resume, c.KillAt, c.KillAsk = true, 0, 0
	again, err := c.run(t.Context())
	if err != nil {
		t.Fatalf("%v: %v", at, err)
	}
	if diff := cmp.Diff(want, normalized(t, again.Evidence)); diff != "" {
		t.Errorf("%v (-want +got):\n%s", at, diff)
	}
	if n := c.logged(t, "run"); n != runs {
		t.Errorf("%v: %d commands ran; want %d", at, n, runs)
	}
	if n := c.logged(t, "ask"); n != asks {
		t.Errorf("%v: %d questions; want %d", at, n, asks)
	}
	c.nothingLeft(t)
}

// A journal that was cut off anywhere suffices to resume, even while a patch is
// proved a second time without its unneeded parts.
func TestResumeFromEachEntry(t *testing.T) {
	for name, tt := range map[string]struct {
		patch string
		step  int
	}{
		"a patch": {fixOfSums, 1}, "a patch with a hunk too many": {fixOfSums + needless, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := caseOfSums(t)
			c.Patch = tt.patch
			c.resumeFrom(t, tt.step)
		})
	}
}

// resumeFrom resumes a proof from each of its entries, or fewer.
func (c *proofCase) resumeFrom(t *testing.T, step int) {
	t.Helper()
	whole, err := c.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := normalized(t, whole.Evidence)
	name := filepath.Join(c.Folder, "journal.jsonl")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	entries := func(text string) int { return strings.Count(text, `{"key":"run `) }
	if testing.Short() {
		step *= 4
	}
	for n := 1; n < len(lines); n += step {
		have := strings.Join(lines[:n], "")
		c.fresh(t)
		// With half of the line that was being written.
		if err := os.WriteFile(name, []byte(have+lines[n][:len(lines[n])/2]), 0o600); err != nil {
			t.Fatal(err)
		}
		c.check(t, want, entries(string(text))-entries(have), 0)
	}
}

// A checkpoint is about one proof.
func TestResumeOfAnotherProof(t *testing.T) {
	t.Parallel()
	c := caseOfSums(t)
	c.Patch, c.KillAt = fixOfSums, 3
	if err := c.elsewhere(t); err == nil {
		t.Fatal("it was not killed")
	}
	c.Resume, c.KillAt = true, 0
	for what, set := range map[string]func(c *proofCase){
		"command":       func(c *proofCase) { c.Command = append([]string{}, "cmp", "-s", "calc.cfg", "tests/want.cfg") },
		"setup":         func(c *proofCase) { c.Setup = []string{"npm", "ci"} },
		"configuration": func(c *proofCase) { c.Set = append([]string{"runs=3"}, c.Set[0]) },
	} {
		other := *c
		set(&other)
		_, err := other.run(t.Context())
		var difference *prove.DifferenceError
		if !errors.As(err, &difference) || difference.What != what {
			t.Errorf("%s: %v", what, err)
		}
	}
	// A proof may be resumed with other limits of time and budget.
	other := *c
	other.Set = append(append([]string{}, c.Set...), "timeout=5m", "budget.calls=7")
	other.KillAt = 1
	if err := other.elsewhere(t); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Errorf("with more time: %v", err)
	}
	other = *c
	other.Patch = strings.ReplaceAll(fixOfSums, "+sum=4", "+sum=5")
	var difference *prove.DifferenceError
	if _, err := other.run(t.Context()); !errors.As(err, &difference) || difference.What != "configuration" {
		t.Errorf("another patch: %v", err)
	}
	if n := c.logged(t, "run"); n > 2 {
		t.Errorf("%d commands ran", n)
	}
}

// Hunks that nothing needs are left out of a patch that an engine proposed,
// unless they are kept, and never of a given patch.
func TestDroppedHunks(t *testing.T) {
	t.Parallel()
	quoted, err := json.Marshal("--- a/calc.cfg\n+++ b/calc.cfg\n@@ -1 +1 @@\n-sum=3\n+sum=4\n" + needless)
	if err != nil {
		t.Fatal(err)
	}
	last := strings.LastIndex(scriptOfSums, `  {"step": "fix"`)
	script := scriptOfSums[:last] + `  {"step": "fix", "diff": ` + string(quoted) + "}," + scriptOfSums[strings.Index(scriptOfSums, "\n  {\"step\": \"summarize\""):]
	for name, tt := range map[string]struct {
		set     func(c *proofCase)
		dropped int
	}{
		"an engine's":           {func(c *proofCase) { c.Script = script }, 1},
		"an engine's, and kept": {func(c *proofCase) { c.Script, c.KeepHunks = script, true }, 0},
		"a person's":            {func(c *proofCase) { c.Patch = fixOfSums + needless }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := caseOfSums(t)
			tt.set(c)
			result, err := c.run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			dropped := 0
			for _, h := range result.Evidence.Candidates[0].Hunks {
				if h.Dropped {
					dropped++
				}
			}
			if dropped != tt.dropped || (result.Patch.File("other.cfg") == nil) != (dropped == 1) || result.Evidence.Verdict != evidence.Weak {
				t.Errorf("%d hunks were dropped, want %d; %s: %q\n%s", dropped, tt.dropped, result.Evidence.Verdict, result.Evidence.Reasons, result.Patch.Diff())
			}
		})
	}
}

// A proof that is canceled at any moment leaves what can be resumed, and nothing
// else.
func TestCancel(t *testing.T) {
	t.Parallel()
	c := caseOfSums(t)
	c.Script = scriptOfSums
	whole, err := c.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want, runs := normalized(t, whole.Evidence), c.logged(t, "run")
	for _, at := range []int{1, 2, 4, 6, 9} {
		if testing.Short() && at != 2 && at != 6 {
			continue
		}
		c.fresh(t)
		c.Resume = false
		ctx, cancel := context.WithCancelCause(t.Context())
		stopped, events := errors.New("stopped by the test"), 0
		c.Watch = func(prove.Event) {
			if events++; events == at {
				cancel(stopped)
			}
		}
		result, err := c.run(ctx)
		if !errors.Is(err, stopped) {
			t.Errorf("event %d: %v", at, err)
		}
		if result != nil && (result.Evidence.Verdict != evidence.Infra || !strings.Contains(strings.Join(result.Evidence.Reasons, " "), "stopped by the test")) {
			t.Errorf("event %d: %s, %q", at, result.Evidence.Verdict, result.Evidence.Reasons)
		}
		c.nothingLeft(t)
		c.Watch, c.Resume = nil, true
		again, err := c.run(t.Context())
		if err != nil {
			t.Fatalf("event %d: %v", at, err)
		}
		if diff := cmp.Diff(want, normalized(t, again.Evidence)); diff != "" {
			t.Errorf("event %d (-want +got):\n%s", at, diff)
		}
		// The one that was canceled starts again.
		if n := c.logged(t, "run"); n != runs && n != runs+1 {
			t.Errorf("event %d: %d commands ran; want %d", at, n, runs)
		}
	}
}

// A command that hangs is ended with the proof.
func TestCancelOfACommandThatHangs(t *testing.T) {
	t.Parallel()
	c := caseOfSums(t)
	c.Patch, c.Command, c.Set = fixOfSums, []string{"sleep", "600"}, []string{`commands.allow=["sleep"]`}
	ctx, cancel := context.WithCancel(t.Context())
	c.Watch = func(prove.Event) { time.AfterFunc(100*time.Millisecond, cancel) }
	start := time.Now()
	if _, err := c.run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("it took %v to end", took)
	}
	c.nothingLeft(t)
}
