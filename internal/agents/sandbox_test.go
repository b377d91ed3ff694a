package agents

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

// inSandbox returns options with a sandbox of at least a level, or skips the
// test if there is none.
func inSandbox(t *testing.T, script fakeagent.Script, level sandbox.Level, writable ...string) Options {
	t.Helper()
	why := "this system has no sandbox"
	for _, rung := range sandbox.Probe(context.Background()) {
		if rung.Level >= level && rung.Err == nil {
			why = ""
			break
		}
		why = rung.String()
	}
	if why != "" {
		t.Skip(why)
	}
	o := options(t, script)
	o.Wrap = wrap(&sandbox.Policy{ReadOnly: []string{o.Command[0]}, ReadWrite: writable, Require: level})
	return o
}

// wrap has a policy for agents.
func wrap(policy *sandbox.Policy) func(context.Context, *process.Command, string) (string, error) {
	return func(ctx context.Context, command *process.Command, folder string) (string, error) {
		policy := *policy
		policy.Dir, policy.Env = folder, command.Env
		wrapped, level, err := sandbox.Wrap(ctx, &policy, *command)
		if errors.Is(err, sandbox.ErrUnavailable) {
			err = fmt.Errorf("%w: %w", ErrNoSandbox, err)
		}
		if err == nil {
			*command = wrapped
		}
		return level.String(), err
	}
}

// TestSandbox has an agent look for files by itself, without asking.
func TestSandbox(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	writeFile(t, secret, "the secret")
	ask := func(t *testing.T, o Options) string {
		agent := start(t, o)
		if level := agent.Info().Sandbox; (o.Wrap != nil) != (level != "") {
			t.Errorf("the level is %q", level)
		}
		session := newTestSession(t, agent)
		answer, err := session.Prompt(context.Background(), "please")
		if err != nil {
			t.Fatal(err)
		}
		return answer.Text
	}
	script := fakeagent.Script{Answers: []fakeagent.Answer{{Text: fakeagent.PrintFile + secret}}}
	if got := ask(t, options(t, script)); got != "the secret" {
		t.Errorf("without a sandbox, the agent sees %q", got)
	}
	if got := ask(t, inSandbox(t, script, sandbox.Files)); strings.Contains(got, "the secret") || !strings.Contains(got, "secret:") {
		t.Errorf("the agent sees %q", got)
	}
}

// TestNothingSurvivesInSandbox has daemons, which a sandbox ends.
func TestNothingSurvivesInSandbox(t *testing.T) {
	for _, trouble := range []string{"daemon", "daemon-exit", "stubborn"} {
		t.Run(trouble, func(t *testing.T) {
			mark := filepath.Join(t.TempDir(), "marks")
			writeFile(t, mark, "")
			o := inSandbox(t, fakeagent.Script{Trouble: trouble, PIDs: mark}, sandbox.Namespaces, filepath.Dir(mark))
			o.IdleTimeout = 500 * time.Millisecond
			err := askOnce(t, o, "please").err
			if trouble != "stubborn" && err != nil {
				t.Errorf("%v\n%s", err, asError(err).Stderr)
			}
			// The ids in the file are ids of the sandbox, so the files that it has
			// open tell whether something is left.
			if text, err := os.ReadFile(mark); err != nil || len(text) == 0 {
				t.Errorf("nothing ran: %v", err)
			}
			checkNoneIn(t, mark)
		})
	}
}

// TestFoldersInMemoryAreBounded has an agent that fills /tmp.
func TestFoldersInMemoryAreBounded(t *testing.T) {
	o := inSandbox(t, fakeagent.Script{Trouble: "files", Count: 5, Text: "/tmp"}, sandbox.Namespaces)
	o.Wrap = wrap(&sandbox.Policy{ReadOnly: []string{o.Command[0]}, Require: sandbox.Namespaces, PrivateSize: 2 << 20})
	err := askOnce(t, o, "please").err
	if !errors.Is(err, &Reason{Code: Exited}) || !strings.Contains(asError(err).Stderr, "/tmp/file2: no space left on device") {
		t.Errorf("%v\n%s", err, asError(err).Stderr)
	}
}

func TestSandboxesThatFail(t *testing.T) {
	for _, test := range []struct {
		err  error
		code Code
	}{
		{fmt.Errorf("%w: no bubblewrap", ErrNoSandbox), NoSandbox},
		{errors.New("a relative path"), StartFailed},
	} {
		o := options(t, fakeagent.Script{})
		o.Wrap = func(context.Context, *process.Command, string) (string, error) { return "", test.err }
		_, err := Start(context.Background(), o)
		if !errors.Is(err, &Reason{Code: test.code}) || !errors.Is(err, test.err) || asError(err).Started {
			t.Errorf("Start() = %v, want %s", err, test.code)
		}
	}
}
