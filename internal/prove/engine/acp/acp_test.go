package acp_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/agents"
	"github.com/rules-autofix/rules_autofix/internal/agents/budget"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine/acp"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	if fakeagent.IsAsked() {
		os.Exit(fakeagent.Main())
	}
	os.Exit(m.Run())
}

var base = map[string]string{"a.txt": "one\ntwo\n", "b.txt": "b\n", "gone.txt": "gone\n"}

func read(path string) ([]byte, fs.FileMode, error) {
	text, ok := base[path]
	if !ok {
		return nil, 0, fs.ErrNotExist
	}
	return []byte(text), 0o644, nil
}

// A folder is a copy of the base in a folder.
type folder struct {
	dir    string
	closed bool
}

func (f *folder) Dir() string { return f.dir }

func (f *folder) Close() error {
	f.closed = true
	return os.RemoveAll(f.dir)
}

var errLink = errors.New("l: it is a link")

func (f *folder) Changed(context.Context) (*change.Change, error) {
	var files []fixedits.FileChange
	seen := map[string]bool{}
	err := filepath.WalkDir(f.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !entry.Type().IsRegular() {
			return errLink
		}
		name, _ := filepath.Rel(f.dir, path)
		text, err := os.ReadFile(path)
		seen[name] = true
		old, existed := base[name]
		file := fixedits.FileChange{Path: filepath.ToSlash(name), Created: true, After: text}
		if existed {
			file.Created, file.Before = false, []byte(old)
		}
		files = append(files, file)
		return err
	})
	if err != nil {
		return nil, err
	}
	for name, text := range base {
		if !seen[name] {
			files = append(files, fixedits.FileChange{Path: name, Deleted: true, Before: []byte(text)})
		}
	}
	return change.New(files)
}

// opener opens folders, and keeps them.
type opener struct {
	t    *testing.T
	open []*folder
}

func (o *opener) Open(_ context.Context, over *change.Change) (acp.Folder, error) {
	dir := filepath.Join(o.t.TempDir(), "tree")
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			o.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			o.t.Fatal(err)
		}
	}
	for name, text := range base {
		write(name, text)
	}
	for _, f := range over.Files {
		if f.Deleted {
			_ = os.Remove(filepath.Join(dir, f.Path))
			continue
		}
		write(f.Path, string(f.After))
	}
	f := &folder{dir: dir}
	o.open = append(o.open, f)
	return f, nil
}

func newEngine(t *testing.T, script fakeagent.Script, b *budget.Budget) (engine.Engine, *opener) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	env := []string{script.Env(), "GORACE=atexit_sleep_ms=0"}
	for _, name := range []string{"TMPDIR", "SystemRoot", "TEMP", "TMP"} {
		if value, is := os.LookupEnv(name); is {
			env = append(env, name+"="+value)
		}
	}
	o := &opener{t: t}
	m := acp.New(acp.Options{Open: o.Open, Agent: agents.Options{
		Command: []string{self}, Env: env, IdleTimeout: 10 * time.Second,
		Wrap: func(context.Context, *process.Command, string) (string, error) { return "as if", nil },
	}})
	return engine.New(m, engine.Options{Budget: b}), o
}

func task() *engine.Task {
	return &engine.Task{
		Command: []string{"make", "test"}, Run: &evidence.Run{End: evidence.Exited, Exit: 1, Built: true}, Files: []string{"a.txt", "b.txt", "gone.txt"}, Read: read,
	}
}

const words = `{"root_cause": "two is 2", "fix": "it is", "tests": "", "risk": "", "edits": [], "delete": [], "diff": "", "decline": "", "justifications": [{"path": "a.txt", "reason": "it has two"}]}`

func over(t *testing.T) *change.Change {
	t.Helper()
	c, err := change.New([]fixedits.FileChange{
		{Path: "b.txt", Before: []byte("b\n"), After: []byte("B\n")},
		{Path: "test.txt", Created: true, After: []byte("test\n")},
		{Path: "gone.txt", Deleted: true, Before: []byte("gone\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func after(c *change.Change) map[string]string {
	texts := map[string]string{}
	for _, f := range c.Files {
		texts[f.Path] = string(f.After)
		if f.Deleted {
			texts[f.Path] = "deleted"
		}
	}
	return texts
}

const diff = "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n```\n"

// Actions of agents, and their results.
func TestEdit(t *testing.T) {
	for _, row := range []struct {
		name   string
		over   bool
		answer fakeagent.Answer
		want   map[string]string
		words  string
	}{
		{"a changed file", false, fakeagent.Answer{Text: words, Files: map[string]string{"a.txt": "one\n2\n"}}, map[string]string{"a.txt": "one\n2\n"}, "it is"},
		{"words without a form", false, fakeagent.Answer{Text: "I did it.", Files: map[string]string{"a.txt": "one\n2\n"}}, map[string]string{"a.txt": "one\n2\n"}, "I did it."},
		{"new and removed files", false, fakeagent.Answer{Text: words, Files: map[string]string{"d/new.txt": "x\n"}, Remove: []string{"gone.txt"}}, map[string]string{"d/new.txt": "x\n", "gone.txt": "deleted"}, "it is"},
		{"a diff in its answer", false, fakeagent.Answer{Notice: "A notice", Text: diff}, map[string]string{"a.txt": "one\n2\n"}, ""},
		{"edits in its answer", false, fakeagent.Answer{Text: `{"edits": [{"path": "a.txt", "search": "two", "replace": "2"}], "fix": "x"}`}, map[string]string{"a.txt": "one\n2\n"}, "x"},
		{"over tests", true, fakeagent.Answer{Text: words, Files: map[string]string{"a.txt": "one\n2\n"}}, map[string]string{"a.txt": "one\n2\n", "b.txt": "B\n", "test.txt": "test\n", "gone.txt": "deleted"}, "it is"},
		{"over tests, in its answer", true, fakeagent.Answer{Text: diff}, map[string]string{"a.txt": "one\n2\n", "b.txt": "B\n", "test.txt": "test\n", "gone.txt": "deleted"}, ""},
		{"it takes tests back", true, fakeagent.Answer{Text: words, Files: map[string]string{"b.txt": "b\n", "gone.txt": "back\n"}, Remove: []string{"test.txt"}}, map[string]string{"gone.txt": "back\n"}, "it is"},
	} {
		t.Run(row.name, func(t *testing.T) {
			e, o := newEngine(t, fakeagent.Script{Name: "fake", Version: "2", Answers: []fakeagent.Answer{row.answer}}, nil)
			ask := engine.Ask{Goal: engine.Fix}
			if row.over {
				ask.Over = over(t)
			}
			p, err := e.Edit(t.Context(), task(), ask)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(row.want, after(p.Change)); d != "" || p.Words.Fix != row.words {
				t.Errorf("words %+v\n%s", p.Words, d)
			}
			for _, f := range p.Change.Files {
				if string(f.Before) != base[f.Path] {
					t.Errorf("%s: the base is %q", f.Path, f.Before)
				}
			}
			if info := e.Info(); info.Kind != "acp" || info.Name != "fake" || info.Version != "2" || info.Calls != 1 {
				t.Errorf("%+v", info)
			}
			for _, f := range o.open {
				if _, err := os.Stat(f.dir); !f.closed || err == nil {
					t.Error("the folder is left")
				}
			}
		})
	}
}

// A link is refused, and the agent is asked once more, in a new folder.
func TestLinks(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	e, o := newEngine(t, fakeagent.Script{Log: log, Rules: []fakeagent.Rule{
		{Match: "cannot be used: l: it is a link", Answers: []fakeagent.Answer{{Text: words, Files: map[string]string{"a.txt": "one\n2\n"}}}},
		{Match: ".", Answers: []fakeagent.Answer{{Text: words, Files: map[string]string{"l": "-> /etc/passwd"}}}},
	}}, nil)
	p, err := e.Edit(t.Context(), task(), engine.Ask{Goal: engine.Fix})
	if err != nil || len(o.open) != 2 || len(p.Change.Files) != 1 {
		t.Errorf("%d folders: %+v, %v", len(o.open), p, err)
	}
	e, o = newEngine(t, fakeagent.Script{Answers: []fakeagent.Answer{{Text: words, Files: map[string]string{"l": "-> /etc/passwd"}}}}, nil)
	if _, err := e.Edit(t.Context(), task(), engine.Ask{Goal: engine.Fix}); engine.CodeOf(err) != engine.BadEdits || !errors.Is(err, errLink) || len(o.open) != 2 {
		t.Errorf("%d folders: %v", len(o.open), err)
	}
}

// A plan and words need no folder.
func TestWithoutFolder(t *testing.T) {
	e, o := newEngine(t, fakeagent.Script{Answers: []fakeagent.Answer{{Text: `{"hypothesis": "x", "files": ["a.txt"], "title": "T"}`, Input: 7, Output: 3, Usage: "response"}}}, nil)
	p, err := e.Plan(t.Context(), task())
	if err != nil || p.Hypothesis != "x" || len(o.open) > 0 {
		t.Errorf("%+v, %v", p, err)
	}
	w, err := e.Summarize(t.Context(), &engine.Summary{Command: []string{"x"}, Before: task().Run, Change: over(t)})
	if err != nil || w.Title != "T" || len(o.open) > 0 {
		t.Errorf("%+v, %v", w, err)
	}
	if info := e.Info(); info.Input != 14 || info.Output != 6 || info.Unit != "" {
		t.Errorf("%+v", info)
	}
}

func TestFailures(t *testing.T) {
	for _, row := range []struct {
		name   string
		script fakeagent.Script
		code   engine.Code
	}{
		{"it ends", fakeagent.Script{Trouble: "exit", At: "session/prompt"}, engine.AgentFailed},
		{"refuses", fakeagent.Script{Answers: []fakeagent.Answer{{Text: "no", Stop: "refusal"}}}, engine.Refused},
		{"its answer is cut", fakeagent.Script{Answers: []fakeagent.Answer{{Text: "no", Stop: "max_tokens"}}}, engine.Truncated},
		{"it wants a login", fakeagent.Script{Login: "agent"}, engine.Unauthorized},
		{"it says nothing of use", fakeagent.Script{Answers: []fakeagent.Answer{{Text: "I do not know."}}}, engine.Malformed},
		{"it declines", fakeagent.Script{Answers: []fakeagent.Answer{{Text: `{"decline": "no fault"}`}}}, engine.Declined},
	} {
		t.Run(row.name, func(t *testing.T) {
			e, o := newEngine(t, row.script, nil)
			if _, err := e.Edit(t.Context(), task(), engine.Ask{Goal: engine.Tests}); engine.CodeOf(err) != row.code {
				t.Errorf("got %v", err)
			}
			for _, f := range o.open {
				if !f.closed {
					t.Error("a folder is left")
				}
			}
		})
	}
	t.Run("the budget", func(t *testing.T) {
		e, _ := newEngine(t, fakeagent.Script{Answers: []fakeagent.Answer{{Text: words, Files: map[string]string{"a.txt": "x\n"}}}}, &budget.Budget{Limits: budget.Limits{Questions: 1}})
		_, first := e.Edit(t.Context(), task(), engine.Ask{Goal: engine.Fix})
		_, second := e.Edit(t.Context(), task(), engine.Ask{Goal: engine.Fix})
		if first != nil || engine.CodeOf(second) != engine.OverBudget {
			t.Errorf("%v, %v", first, second)
		}
	})
	t.Run("canceled", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		e, _ := newEngine(t, fakeagent.Script{Delay: time.Minute, Answers: []fakeagent.Answer{{Text: words}}}, nil)
		if _, err := e.Edit(ctx, task(), engine.Ask{Goal: engine.Fix}); engine.CodeOf(err) != engine.Canceled {
			t.Error(err)
		}
	})
	t.Run("no folder", func(t *testing.T) {
		m := acp.New(acp.Options{Open: func(context.Context, *change.Change) (acp.Folder, error) { return nil, errors.New("the disk is full") }})
		_, err := engine.New(m, engine.Options{}).Edit(t.Context(), task(), engine.Ask{Goal: engine.Fix})
		if engine.CodeOf(err) != engine.NoWorkspace || !strings.Contains(err.Error(), "the disk is full") {
			t.Error(err)
		}
	})
}

// The prompt of an agent has its folder in it, and no text of files.
func TestPrompt(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	e, _ := newEngine(t, fakeagent.Script{Log: log, Answers: []fakeagent.Answer{{Text: words, Files: map[string]string{"a.txt": "x\n"}}}}, nil)
	if _, err := e.Edit(t.Context(), task(), engine.Ask{Goal: engine.Fix}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(text), "Your working folder has a copy of the tree") || strings.Contains(string(text), "FILE") {
		t.Errorf("%v\n%s", err, text)
	}
}
