package agents

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

// TestCancel cancels a prompt. An agent that obeys goes on.
func TestCancel(t *testing.T) {
	for _, test := range []struct {
		name   string
		script fakeagent.Script
		goesOn bool
	}{
		{"obeys", fakeagent.Script{Delay: time.Minute}, true},
		{"does not obey", fakeagent.Script{Trouble: "hang"}, false},
		{"does not read", fakeagent.Script{Trouble: "deaf"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.script.PIDs = filepath.Join(t.TempDir(), "pids")
			var agent *Agent
			var session *Session
			inTime(t, func() time.Duration {
				agent = start(t, options(t, test.script))
				session = newTestSession(t, agent)
				ctx, cancel := context.WithCancelCause(context.Background())
				why := errors.New("the test says so")
				var canceled time.Time
				time.AfterFunc(50*time.Millisecond, func() { canceled = time.Now(); cancel(why) })
				answer, err := session.Prompt(ctx, "please")
				if !errors.Is(err, &Reason{Code: Canceled}) || !errors.Is(err, why) || answer == nil || answer.PromptBytes != 6 {
					t.Errorf("Prompt() = %v, %v", answer, err)
				}
				return time.Since(canceled)
			})
			if err := agent.Err(); (err == nil) != test.goesOn {
				t.Errorf("Err() = %v", err)
			}
			other, err := agent.NewSession(context.Background())
			if (err == nil) != test.goesOn {
				t.Errorf("NewSession() = %v", err)
			}
			if err == nil {
				other.Close()
			}
			session.Close() // the last one closes an agent that does not obey
			if !test.goesOn {
				checkGone(t, test.script.PIDs)
			}
		})
	}
}

// TestInterrupt cancels the context of the agent and of a prompt, as Ctrl-C
// does: all ends within a second, without another call.
func TestInterrupt(t *testing.T) {
	for _, script := range []fakeagent.Script{
		{Delay: time.Minute},
		{Trouble: "hang"},
		{Trouble: "stubborn"},
		{Trouble: "thinks"},
	} {
		t.Run(script.Trouble, func(t *testing.T) {
			script.PIDs = filepath.Join(t.TempDir(), "pids")
			inTime(t, func() time.Duration {
				ctx, cancel := context.WithCancel(context.Background())
				agent, err := Start(ctx, options(t, script))
				if err != nil {
					t.Fatal(err)
				}
				session := newTestSession(t, agent)
				var canceled time.Time
				time.AfterFunc(50*time.Millisecond, func() { canceled = time.Now(); cancel() })
				if _, err := session.Prompt(ctx, "please"); !errors.Is(err, &Reason{Code: Canceled}) {
					t.Errorf("Prompt() = %v", err)
				}
				for time.Since(canceled) < time.Minute {
					if _, err := os.Stat(agent.folder); errors.Is(err, os.ErrNotExist) {
						break
					}
					time.Sleep(5 * time.Millisecond)
				}
				return time.Since(canceled)
			})
			checkGone(t, script.PIDs)
		})
	}
}

// TestCancelDuringStart cancels while an agent does not answer.
func TestCancelDuringStart(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	inTime(t, func() time.Duration {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		defer cancel()
		began := time.Now()
		_, err := Start(ctx, options(t, fakeagent.Script{Trouble: "hang", At: "initialize", PIDs: pids}))
		if !errors.Is(err, &Reason{Code: Canceled}) || asError(err).Started {
			t.Errorf("Start() = %v", err)
		}
		return time.Since(began) - 200*time.Millisecond
	})
	checkGone(t, pids)
}

// TestIdleIsNotSlow has an agent that thinks for longer than it may be silent.
func TestIdleIsNotSlow(t *testing.T) {
	o := options(t, fakeagent.Script{Trouble: "thinks"})
	o.IdleTimeout, o.Timeout = 300*time.Millisecond, time.Second
	got := askOnce(t, o, "please")
	if !errors.Is(got.err, &Reason{Code: Timeout}) || got.took < time.Second {
		t.Errorf("after %v: %v, want the limit in all", got.took, got.err)
	}
}
