package engine_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/agents/budget"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

const script = `{"version": 1, "name": "good", "answers": [
  {"step": "plan", "answer": {"hypothesis": "the loop", "files": ["sum/sum.go"]}, "usage": {"calls": 2, "input_tokens": 10, "output_tokens": 5, "cost": 0.1, "currency": "USD"}},
  {"step": "fix", "error": "engine_timeout"},
  {"step": "fix", "text": "` + "```diff\\n" + `--- a/sum/sum.go\n+++ b/sum/sum.go\n@@ -6 +6 @@\n-\tfor i := 0; i < len(list)-1; i++ {\n+\tfor i := range list {\n` + "```\\n" + `"},
  {"step": "fix", "diff": "--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-# sum\n+# Sum\n"}
]}`

// run asks a model for a plan and three fixes, and says what came of each.
func run(t *testing.T, m engine.Model, b *budget.Budget) ([]string, evidence.Engine) {
	t.Helper()
	e := engine.New(m, engine.Options{Budget: b})
	defer e.Close()
	var out []string
	say := func(text string, err error) {
		if err != nil {
			text = string(engine.CodeOf(err))
		}
		out = append(out, text)
	}
	plan, err := e.Plan(t.Context(), task(treeFiles))
	if err == nil {
		say(plan.Hypothesis, nil)
	} else {
		say("", err)
	}
	for range 4 {
		p, err := e.Edit(t.Context(), task(treeFiles), engine.Ask{Goal: engine.Fix})
		if err != nil {
			say("", err)
			continue
		}
		say(strings.Join(p.Change.Paths(), " "), nil)
	}
	return out, e.Info()
}

func open(t *testing.T, text string) engine.Model {
	t.Helper()
	m, err := engine.ParseScript([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestScript(t *testing.T) {
	got, info := run(t, open(t, script), nil)
	if d := cmp.Diff([]string{"the loop", "engine_timeout", "sum/sum.go", "README.md", "engine_not_recorded"}, got); d != "" {
		t.Error(d)
	}
	if info.Kind != "scripted" || info.Name != "good" || info.Calls != 5 || info.Input != 10 {
		t.Errorf("%+v", info)
	}
	got, _ = run(t, open(t, script), &budget.Budget{Limits: budget.Limits{Questions: 1}})
	if got[1] != "engine_over_budget" {
		t.Errorf("with a budget of one question: %v", got)
	}
}

func TestScriptRefuses(t *testing.T) {
	for _, text := range []string{
		``, `[]`, `{}`, `{"version": 2, "answers": []}`, `{"version": 1, "answers": []} x`, `{"version": 1, "extra": 1}`,
		`{"version": 1, "answers": [{"step": "think", "text": "x"}]}`, `{"version": 1, "answers": [{"step": "fix"}]}`,
		`{"version": 1, "answers": [{"step": "fix", "text": "x", "error": "engine_timeout"}]}`,
		`{"version": 1, "answers": [{"step": "fix", "error": "no_such_code"}]}`,
	} {
		if _, err := engine.ParseScript([]byte(text)); engine.CodeOf(err) != engine.BadRecording {
			t.Errorf("%s: %v", text, err)
		}
	}
	dir := t.TempDir()
	for _, name := range []string{dir, filepath.Join(dir, "none")} {
		if _, err := engine.OpenScript(name); engine.CodeOf(err) != engine.BadRecording {
			t.Errorf("%s: %v", name, err)
		}
	}
	name := filepath.Join(dir, "script.json")
	if err := os.WriteFile(name, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	if m, err := engine.OpenScript(name); err != nil || m.Identity().Name != "good" {
		t.Error(err)
	}
}

func recorded(t *testing.T, m engine.Model, err error) engine.Model {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A recording gives the same answers again, with another nonce, and a question
// that it does not have is an error.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	m, err := engine.Record(open(t, script), dir, nil)
	want, info := run(t, recorded(t, m, err), nil)
	m, err = engine.Replay(dir, nil)
	got, again := run(t, recorded(t, m, err), nil)
	// The error of the script is not recorded, so each question is one before.
	if d := cmp.Diff([]string{"the loop", "engine_not_recorded", "sum/sum.go", "README.md", "engine_not_recorded"}, got); d != "" {
		t.Error(d)
	}
	if want[2] != got[2] || again.Kind != "recorded" || again.Name != "good" || again.Input != info.Input || again.Cost != info.Cost {
		t.Errorf("%v, %+v", want, again)
	}
	_, err = engine.Replay(t.TempDir(), nil)
	if engine.CodeOf(err) != engine.BadRecording {
		t.Errorf("an empty folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Replay(dir, nil); engine.CodeOf(err) != engine.BadRecording {
		t.Errorf("a strange file: %v", err)
	}
}

// A run that was killed continues: no question is asked twice, and the usage is
// the same as without the kill.
func TestResume(t *testing.T) {
	plain := strings.Replace(script, `  {"step": "fix", "error": "engine_timeout"},`+"\n", "", 1)
	want, wantInfo := run(t, open(t, plain), nil)
	for calls := range 5 {
		dir := t.TempDir()
		m, err := engine.Resume(open(t, plain), dir, nil)
		_, _ = run(t, recorded(t, m, err), &budget.Budget{Limits: budget.Limits{Questions: calls + 1}})
		live := &counted{Model: open(t, plain)}
		m, err = engine.Resume(live, dir, nil)
		got, info := run(t, recorded(t, m, err), nil)
		if d := cmp.Diff(want, got); d != "" || info != wantInfo {
			t.Errorf("after %d calls: %+v\n%s", calls+1, info, d)
		}
		// Of 3 answers and the question that has none, the plan takes one call.
		if most := 5 - min(calls+1, 3); live.asked > most {
			t.Errorf("after %d calls: asked %d times", calls+1, live.asked)
		}
	}
}

type counted struct {
	engine.Model
	asked int
}

func (c *counted) Ask(ctx context.Context, q *engine.Question) (*engine.Reply, error) {
	c.asked++
	return c.Model.Ask(ctx, q)
}

func (c *counted) Skip(step engine.Step) { c.Model.(interface{ Skip(engine.Step) }).Skip(step) }

// A recording has no secret, and Record returns the recorded answer.
func TestRecordingHasNoSecrets(t *testing.T) {
	dir := t.TempDir()
	m := &fakeModel{answers: []any{`{"hypothesis": "it is ` + github + ` ` + nonce + `", "files": []}`}}
	rec, err := engine.Record(m, dir, nil)
	e := engine.New(recorded(t, rec, err), engine.Options{Nonce: nonce})
	plan, err := e.Plan(t.Context(), task(treeFiles))
	if err != nil || plan.Hypothesis != "it is [redacted] "+nonce {
		t.Errorf("%+v, %v", plan, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	text, err := os.ReadFile(filepath.Join(dir, entries[0].Name()))
	if err != nil || strings.Contains(string(text), github) || strings.Contains(string(text), nonce) {
		t.Errorf("%v\n%s", err, text)
	}
	rec, err = engine.Replay(dir, nil)
	plan, err = engine.New(recorded(t, rec, err), engine.Options{Nonce: "ffff0000ffff0000"}).Plan(t.Context(), task(treeFiles))
	if err != nil || plan.Hypothesis != "it is [redacted] ffff0000ffff0000" {
		t.Errorf("%+v, %v", plan, err)
	}
	// The errors of a model are not answers.
	m = &fakeModel{answers: []any{errors.New("x")}}
	rec, err = engine.Record(m, t.TempDir(), nil)
	if _, err := engine.New(recorded(t, rec, err), engine.Options{}).Plan(t.Context(), task(treeFiles)); engine.CodeOf(err) != engine.Unreachable {
		t.Error(err)
	}
}

// A recording of a model that edits files gives its diffs again.
func TestReplayOfEdits(t *testing.T) {
	dir := t.TempDir()
	m := &fakeModel{edits: true, answers: []any{engine.Reply{Text: "done", Diff: loopDiff}}}
	rec, err := engine.Record(m, dir, nil)
	for _, model := range []engine.Model{recorded(t, rec, err), nil} {
		if model == nil {
			again, err := engine.Replay(dir, nil)
			model = recorded(t, again, err)
		}
		e := engine.New(model, engine.Options{})
		p, err := e.Edit(t.Context(), task(treeFiles), engine.Ask{Goal: engine.Fix, Over: tests(t)})
		if err != nil || string(p.Change.File("sum/sum.go").After) != fixed || p.Change.File("sum/sum_test.go") == nil {
			t.Fatalf("%+v, %v", p, err)
		}
	}
}
