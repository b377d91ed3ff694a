package agents

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

func started(t *testing.T, pids string) int {
	t.Helper()
	text, err := os.ReadFile(pids)
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "\n")
}

func ask(pool *Pool) (string, error) {
	session, err := pool.NewSession(context.Background())
	if err != nil {
		return "", err
	}
	defer session.Close()
	answer, err := session.Prompt(context.Background(), "please")
	return answer.Text, err
}

func TestPool(t *testing.T) {
	for _, test := range []struct {
		name    string
		script  fakeagent.Script
		asks    int
		answers int // of them
		starts  int // of agents
		code    Code
		started bool // in the last error
	}{
		{name: "one agent serves all", script: fakeagent.Script{Answers: []fakeagent.Answer{{Text: "fine"}}}, asks: 10, answers: 10, starts: 1},
		{name: "one that ends after each answer", script: fakeagent.Script{Trouble: "exit-after"}, asks: 6, answers: 6, starts: 6},
		{name: "one that cannot be started", script: fakeagent.Script{Trouble: "exit", At: "initialize", Count: 1}, asks: 5, starts: 1, code: Exited},
		{name: "one that ends at each session", script: fakeagent.Script{Trouble: "exit", At: "session/new", Count: 1}, asks: 5, starts: 3, code: Exited, started: true},
		{name: "one that ends at each prompt", script: fakeagent.Script{Trouble: "exit", Count: 1}, asks: 5, starts: 3, code: Exited, started: true},
		{name: "one that breaks the protocol at each prompt", script: fakeagent.Script{Trouble: "malformed"}, asks: 5, starts: 3, code: Protocol, started: true},
		{name: "one that answers wrongly, and goes on", script: fakeagent.Script{Trouble: "wrong-type"}, asks: 5, starts: 1, code: Protocol, started: true},
		{name: "one that refuses", script: fakeagent.Script{Trouble: "stop", Text: "refusal"}, asks: 5, starts: 1, code: Refused, started: true},
		{name: "one that has no login", script: fakeagent.Script{Login: "agent"}, asks: 5, starts: 1, code: Login, started: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.script.PIDs = filepath.Join(t.TempDir(), "pids")
			pool := NewPool(options(t, test.script))
			defer pool.Close()
			if _, is := pool.Info(); is {
				t.Error("an agent was started before the first session")
			}
			answers := 0
			var last error
			for range test.asks {
				if text, err := ask(pool); err != nil {
					last = err
				} else if text != "" {
					answers++
				}
			}
			if answers != test.answers {
				t.Errorf("%d answers, want %d; the last error is %v", answers, test.answers, last)
			}
			if got := started(t, test.script.PIDs); got != test.starts {
				t.Errorf("%d agents were started, want %d", got, test.starts)
			}
			if test.code != "" && (!errors.Is(last, &Reason{Code: test.code}) || asError(last).Started != test.started) {
				t.Errorf("last error %v, want %s, started %v", last, test.code, test.started)
			}
			pool.Close()
			checkGone(t, test.script.PIDs)
			if _, err := ask(pool); err == nil {
				t.Error("a closed pool answers")
			}
		})
	}
}

// TestPoolStartsOnce has many sessions at the same time share an agent.
func TestPoolStartsOnce(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	pool := NewPool(options(t, fakeagent.Script{PIDs: pids, Answers: []fakeagent.Answer{{Text: "fine"}}}))
	defer pool.Close()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if text, err := ask(pool); err != nil || text != "fine" {
				t.Errorf("ask() = %q, %v", text, err)
			}
		})
	}
	all.Wait()
	if got := started(t, pids); got != 1 {
		t.Errorf("%d agents were started", got)
	}
}

// TestPoolOutlivesSessions cancels the context of the session that started the
// agent.
func TestPoolOutlivesSessions(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	pool := NewPool(options(t, fakeagent.Script{PIDs: pids, Answers: []fakeagent.Answer{{Text: "fine"}}}))
	defer pool.Close()
	ctx, cancel := context.WithCancel(context.Background())
	first, err := pool.NewSession(ctx)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := first.Prompt(ctx, "please"); !errors.Is(err, &Reason{Code: Canceled}) {
		t.Errorf("Prompt() = %v", err)
	}
	if answer, err := first.Prompt(context.Background(), "please"); err != nil || answer.Text != "fine" {
		t.Errorf("Prompt() = %+v, %v", answer, err)
	}
	if text, err := ask(pool); err != nil || text != "fine" {
		t.Errorf("ask() = %q, %v", text, err)
	}
	if _, err := pool.NewSession(ctx); !errors.Is(err, &Reason{Code: Canceled}) || !asError(err).Started {
		t.Errorf("NewSession() = %v", err)
	}
	if got := started(t, pids); got != 1 {
		t.Errorf("%d agents were started", got)
	}
}

// TestPoolAsksAgain has an agent that exits after each answer serve many
// sessions at a time.
func TestPoolAsksAgain(t *testing.T) {
	const files, jobs = 40, 4
	pids := filepath.Join(t.TempDir(), "pids")
	pool := NewPool(options(t, fakeagent.Script{Trouble: "exit-after", PIDs: pids, Answers: []fakeagent.Answer{{Text: "fine"}}}))
	defer pool.Close()
	var group errgroup.Group
	group.SetLimit(jobs)
	for i := range files {
		group.Go(func() error {
			session, err := pool.NewSession(context.Background())
			if err != nil {
				return fmt.Errorf("session %d: %w", i, err)
			}
			defer session.Close()
			for round := range 2 { // the agent has ended before the second one
				answer, err := session.Prompt(context.Background(), "please")
				if err != nil || answer.Text != "fine" || answer.PromptBytes != answer.Prompts*len("please") {
					return fmt.Errorf("session %d, prompt %d: %+v, %w", i, round, answer, err)
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
	if got := started(t, pids); got > 2*files+jobs {
		t.Errorf("%d agents were started for %d prompts", got, 2*files)
	}
	pool.Close()
	checkGone(t, pids)
}

// TestPoolSparesOtherSessions has one session break the protocol, which ends the
// agent, and expects answers in the other sessions.
func TestPoolSparesOtherSessions(t *testing.T) {
	pool := NewPool(options(t, fakeagent.Script{
		Rules:   []fakeagent.Rule{{Match: "bad", Answers: []fakeagent.Answer{{Raw: `{"jsonrpc":"2.0","id":1,"result":{`}}}},
		Answers: []fakeagent.Answer{{Text: "fine"}}, Delay: 500 * time.Millisecond,
	}))
	defer pool.Close()
	prompt := func(text string) (*Answer, error) {
		session, err := pool.NewSession(context.Background())
		if err != nil {
			return nil, err
		}
		defer session.Close()
		return session.Prompt(context.Background(), text)
	}
	var all sync.WaitGroup
	for i, text := range []string{"good", "bad", "good", "good"} {
		all.Go(func() {
			answer, err := prompt(text)
			if isBad := text == "bad"; isBad != (err != nil) || isBad && !errors.Is(err, &Reason{Code: Protocol}) || !isBad && answer.Text != "fine" {
				t.Errorf("session %d, %s: %+v, %v", i, text, answer, err)
			}
		})
	}
	all.Wait()
}

// TestPoolIsCanceledAtTheStart has a later session start the agent that was not
// waited for.
func TestPoolIsCanceledAtTheStart(t *testing.T) {
	pool := NewPool(options(t, fakeagent.Script{Answers: []fakeagent.Answer{{Text: "fine"}}}))
	defer pool.Close()
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := pool.NewSession(canceled); !errors.Is(err, &Reason{Code: Canceled}) || asError(err).Started {
		t.Errorf("NewSession() = %v", err)
	}
	if text, err := ask(pool); err != nil || text != "fine" {
		t.Errorf("ask() = %q, %v", text, err)
	}
}
