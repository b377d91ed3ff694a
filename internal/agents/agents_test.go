package agents

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakemodel"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	if fakemodel.IsAsked() {
		os.Exit(fakemodel.Main(os.Args[1:]))
	}
	if fakeagent.IsAsked() {
		os.Exit(fakeagent.Main())
	}
	os.Exit(m.Run())
}

// options returns the options of a fake agent with a script. The limits are long enough
// for a busy machine.
func options(t testing.TB, script fakeagent.Script, env ...string) Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The last one because a program under -race ends a second late.
	env = append(env, script.Env(), "GORACE=atexit_sleep_ms=0")
	for _, name := range []string{"TMPDIR", "SystemRoot", "TEMP", "TMP"} {
		if value, is := os.LookupEnv(name); is {
			env = append(env, name+"="+value)
		}
	}
	return Options{Command: []string{self}, Env: env}
}

func start(t testing.TB, options Options) *Agent {
	t.Helper()
	agent, err := Start(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(agent.Close)
	return agent
}

func newTestSession(t testing.TB, agent *Agent) *Session {
	t.Helper()
	session, err := agent.NewSession(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func TestAnswer(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	agent := start(t, options(t, fakeagent.Script{
		Name: "fake-acp", Title: "Fake Agent", Version: "1.2.3", Chunk: 3, Log: log,
		Answers: []fakeagent.Answer{{
			Text: "```diff\nä €\n```\n", Notice: "Metadata not found.", Thought: "hm",
		}, {Text: "NO_CHANGE"}},
	}))
	info := agent.Info()
	if info.Name != "fake-acp" || info.Title != "Fake Agent" || info.Version != "1.2.3" || info.Protocol != 1 ||
		!slices.Equal(info.Capabilities, []string{"session/close"}) {
		t.Errorf("Info() = %+v", info)
	}
	session := newTestSession(t, agent)
	answer, err := session.Prompt(context.Background(), "please")
	if err != nil {
		t.Fatal(err)
	}
	// The notice is a message of its own, so the fence is at the start of a line.
	want := "Metadata not found.\n```diff\nä €\n```\n"
	if answer.Text != want || answer.PromptBytes != 6 || answer.AnswerBytes != len(want) || answer.Duration <= 0 {
		t.Errorf("Prompt() = %+v, want %q", answer, want)
	}
	second, err := session.Prompt(context.Background(), "again")
	if err != nil || second.Text != "NO_CHANGE" {
		t.Errorf("second Prompt() = %+v, %v", second, err)
	}
	folder := session.folder
	session.Close()
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the session's folder is left: %v", err)
	}
	for _, heard := range readLog(t, log) {
		if heard.Cwd != folder {
			t.Errorf("the agent heard %+v, want the folder %s", heard, folder)
		}
	}
	agent.Close()
	if _, err := os.Stat(agent.folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the agent's folder is left: %v", err)
	}
	if _, err := agent.NewSession(context.Background()); !errors.Is(err, &Reason{Code: Closed}) {
		t.Errorf("NewSession() after Close = %v", err)
	}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct {
		usage string
		want  Usage
	}{
		{"", Usage{}},
		{"response", Usage{Input: 100, Output: 20, Total: 120}},
		{"quota", Usage{Input: 100, Output: 20, Total: 120}},
		{"meta", Usage{Input: 100, Output: 20, Total: 120}},
		{"chunk", Usage{Input: 100, Output: 20, Total: 120}},
		{"update", Usage{Context: 120, Cost: 0.25, Currency: "USD"}},
	} {
		t.Run("by "+test.usage, func(t *testing.T) {
			first := fakeagent.Answer{Text: "a", Input: 100, Output: 20, Usage: test.usage, Cost: 0.25}
			second := first
			second.Cost = 0.5 // of the session, so another 0.25
			session := newTestSession(t, start(t, options(t, fakeagent.Script{Answers: []fakeagent.Answer{first, second}})))
			for range 2 {
				answer, err := session.Prompt(context.Background(), "please")
				if err != nil || answer.Usage != test.want {
					t.Errorf("Prompt() = %+v, %v, want %+v", answer, err, test.want)
				}
			}
		})
	}
}

func TestMessagesApart(t *testing.T) {
	for _, test := range []struct {
		name string
		say  func(*turn)
		want string
	}{
		{"one message", func(tn *turn) { tn.say("a", "1"); tn.say("b", "1") }, "ab"},
		{"without ids", func(tn *turn) { tn.say("a", ""); tn.say("b", "") }, "ab"},
		{"two messages", func(tn *turn) { tn.say("a", "1"); tn.say("b", "2") }, "a\nb"},
		{"line end", func(tn *turn) { tn.say("a\n", "1"); tn.say("b", "2") }, "a\nb"},
		{"a tool between", func(tn *turn) { tn.say("a", ""); tn.use("read"); tn.say("b", "") }, "a\nb"},
		{"a tool first", func(tn *turn) { tn.use("read"); tn.say("b", "") }, "b"},
	} {
		tn := newTurn(100)
		test.say(tn)
		if got := tn.text.String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestSessionsAtTheSameTime(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	agent := start(t, options(t, fakeagent.Script{
		Chunk: 1, Log: log, Delay: 20 * time.Millisecond,
		Rules: []fakeagent.Rule{{Match: `number (\d+)`, Expand: true, Answers: []fakeagent.Answer{{Text: "the answer to $1"}}}},
	}))
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			session, err := agent.NewSession(context.Background())
			if err != nil {
				t.Error(err)
				return
			}
			defer session.Close()
			answer, err := session.Prompt(context.Background(), fmt.Sprint("number ", i))
			if want := fmt.Sprint("the answer to ", i); err != nil || answer.Text != want {
				t.Errorf("Prompt() = %+v, %v, want %q", answer, err, want)
			}
		})
	}
	all.Wait()
	folders := map[string]bool{}
	for _, heard := range readLog(t, log) {
		folders[heard.Cwd] = true
	}
	if len(folders) != 16 {
		t.Errorf("%d folders, want 16", len(folders))
	}
}

func TestEnvironmentIsWhole(t *testing.T) {
	t.Setenv("AUTOFIX_TEST_LEAK", "leaked")
	script := fakeagent.Script{Answers: []fakeagent.Answer{{Text: fakeagent.PrintEnvironment}}}
	session := newTestSession(t, start(t, options(t, script, "AUTOFIX_TEST_GIVEN=given")))
	answer, err := session.Prompt(context.Background(), "please")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(answer.Text, "leaked") || !strings.Contains(answer.Text, "AUTOFIX_TEST_GIVEN=given") {
		t.Errorf("the environment of the agent: %s", answer.Text)
	}
}

func TestCommandsThatDoNotStart(t *testing.T) {
	dir := t.TempDir()
	notExecutable := filepath.Join(dir, "text")
	if err := os.WriteFile(notExecutable, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	missing := os.ErrNotExist
	if runtime.GOOS == "windows" { // the name may lack an extension
		missing = exec.ErrNotFound
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		name string
		ctx  context.Context
		edit func(*Options)
		code Code
		is   error
	}{
		{"no command", nil, func(o *Options) { o.Command = nil }, CommandMissing, nil},
		{"a relative path", nil, func(o *Options) { o.Command = []string{"./agent"} }, CommandMissing, nil},
		{"a name", nil, func(o *Options) { o.Command = []string{"go"} }, CommandMissing, nil},
		{"no such file", nil, func(o *Options) { o.Command = []string{filepath.Join(dir, "none")} }, CommandMissing, missing},
		{"not executable", nil, func(o *Options) { o.Command = []string{notExecutable} }, CommandMissing, nil},
		{"a folder", nil, func(o *Options) { o.Command = []string{dir} }, CommandMissing, nil},
		{"canceled", canceled, func(*Options) {}, Canceled, context.Canceled},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := options(t, fakeagent.Script{})
			test.edit(&o)
			ctx := test.ctx
			if ctx == nil {
				ctx = context.Background()
			}
			_, err := Start(ctx, o)
			failure := asError(err)
			if failure == nil || failure.Code != test.code || failure.Started {
				t.Fatalf("Start() = %v, want %s", err, test.code)
			}
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("%v does not wrap %v", err, test.is)
			}
			if !strings.Contains(err.Error(), test.code.WayOut()) {
				t.Errorf("%v does not tell the way out", err)
			}
		})
	}
}

func TestEachCodeHasItsWayOut(t *testing.T) {
	for _, code := range Codes() {
		if code.WayOut() == "" {
			t.Errorf("%s has no way out", code)
		}
	}
	if len(Codes()) != 21 {
		t.Errorf("%d codes: add a new one to the list and to the documentation", len(Codes()))
	}
}
