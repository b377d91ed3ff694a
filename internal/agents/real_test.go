//go:build e2e

package agents

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakemodel"
)

// agentsVariable is the environment variable with the folder that
// tools/agents/install.sh prints. It has the commands of the agents.
const agentsVariable = "AUTOFIX_AGENTS"

const goodPatch = "```diff\n--- a/Dockerfile\n+++ b/Dockerfile\n@@ -1 +1 @@\n-FROM debian\n+FROM debian:12\n```\n"

// TestRealAgents has real agents in a sandbox without a network, with a scripted
// model that runs in the same sandbox.
func TestRealAgents(t *testing.T) {
	installed := os.Getenv(agentsVariable)
	if installed == "" {
		t.Skip(agentsVariable + " is not set: run tools/agents/install.sh, and set it to the folder that it prints")
	}
	workspace := t.TempDir()
	target := filepath.Join(workspace, "Dockerfile")
	writeFile(t, target, "FROM debian\n")
	for _, agent := range fakemodel.Agents {
		write := fakemodel.Call{Tool: agent.Write, Args: map[string]any{agent.Path: target, "content": "FROM evil\n"}}
		run := fakemodel.Call{Tool: agent.Run, Args: map[string]any{
			agent.Command: "echo FROM evil > " + target, "description": "writes",
		}}
		for _, test := range []struct {
			name  string
			steps []fakemodel.Step
			text  string // in the answer
			codes []Code // of the error, or an answer without text
		}{
			{name: "a good patch", steps: []fakemodel.Step{{Text: goodPatch}}, text: goodPatch},
			{name: "no change", steps: []fakemodel.Step{{Text: "NO_CHANGE"}}, text: "NO_CHANGE"},
			{name: "writes a file", steps: []fakemodel.Step{{Calls: []fakemodel.Call{write}}, {Text: "NO_CHANGE"}}, text: "NO_CHANGE"},
			{name: "runs a command", steps: []fakemodel.Step{{Calls: []fakemodel.Call{run}}, {Text: "NO_CHANGE"}}, text: "NO_CHANGE"},
			{name: "is blocked", steps: []fakemodel.Step{{Blocked: true}}, codes: []Code{Refused, AgentError, Timeout, IdleTimeout}},
			{name: "too many requests", steps: []fakemodel.Step{{Status: 429}}, codes: []Code{RateLimited, AgentError, Timeout, IdleTimeout}},
		} {
			t.Run(agent.Name+"/"+test.name, func(t *testing.T) {
				log := filepath.Join(t.TempDir(), "requests")
				options := optionsOf(t, agent, installed, fakemodel.Script{Steps: test.steps, Log: log})
				got := askOnce(t, options, "Pin the version in this Dockerfile:\n\nFROM debian\n")
				answer, err := got.answer, got.err
				requests, logErr := fakemodel.ReadLog(log)
				t.Logf("%v, %d requests: %+v, %v", got.took, len(requests), answer, err)
				if logErr != nil {
					t.Fatalf("the model was not asked: %v\n%s", logErr, stderrOf(err))
				}
				if after, err := os.ReadFile(target); err != nil || string(after) != "FROM debian\n" {
					t.Errorf("the workspace now has %q, %v", after, err)
				}
				switch failure := asError(err); {
				case len(test.codes) > 0 && err == nil && answer.Text != "":
					t.Errorf("an answer: %q", answer.Text)
				case len(test.codes) > 0 && err != nil && !slices.Contains(test.codes, failure.Code):
					t.Errorf("error %v, want one of %v", err, test.codes)
				case len(test.codes) > 0:
				case err != nil:
					t.Errorf("%v\n%s", err, stderrOf(err))
				case answer.Text == "" && len(answer.Denied) > 0:
					// OpenCode ends its turn when a permission is rejected.
				case !strings.Contains(answer.Text, test.text):
					t.Errorf("answer %q, want %q", answer.Text, test.text)
				}
				if len(test.codes) == 0 && (answer.Usage.Input < fakemodel.InputTokens || answer.Usage.Output < fakemodel.OutputTokens) {
					t.Errorf("usage %+v", answer.Usage)
				}
			})
		}
	}
}

func stderrOf(err error) string {
	if failure := asError(err); failure != nil {
		return failure.Stderr
	}
	return ""
}

// optionsOf returns the options of the agent, with the model, in a sandbox.
func optionsOf(t *testing.T, a fakemodel.Agent, installed string, script fakemodel.Script) Options {
	t.Helper()
	home := t.TempDir()
	for name, text := range a.Files {
		if strings.HasSuffix(name, ".json") && !json.Valid([]byte(text)) {
			t.Fatalf("%s is not JSON", name)
		}
		writeFile(t, filepath.Join(home, name), text)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node:", err)
	}
	if node, err = filepath.EvalSymlinks(node); err != nil {
		t.Fatal(err)
	}
	program, path := filepath.Join(installed, a.Program), filepath.Dir(node)+":/usr/bin:/bin"
	return Options{
		Command: append([]string{self, program}, a.Args...),
		Env:     append(a.Env(home), script.Env(), "HOME="+home, "PATH="+path, "NO_COLOR=1", "GORACE=atexit_sleep_ms=0"),
		Wrap: wrap(&sandbox.Policy{
			ReadOnly:  []string{self, filepath.Dir(installed), filepath.Dir(node)},
			ReadWrite: []string{home, filepath.Dir(script.Log)},
			Require:   sandbox.Namespaces,
		}),
		StartTimeout: time.Minute, IdleTimeout: 10 * time.Second, Timeout: 20 * time.Second,
	}
}

// TestRealAgentsServeManySessions has one process answer several prompts.
func TestRealAgentsServeManySessions(t *testing.T) {
	installed := os.Getenv(agentsVariable)
	if installed == "" {
		t.Skip(agentsVariable + " is not set: run tools/agents/install.sh, and set it to the folder that it prints")
	}
	for _, agent := range fakemodel.Agents {
		t.Run(agent.Name, func(t *testing.T) {
			script := fakemodel.Script{Steps: []fakemodel.Step{{Text: "NO_CHANGE"}}, Log: filepath.Join(t.TempDir(), "log")}
			began := time.Now()
			running := start(t, optionsOf(t, agent, installed, script))
			t.Logf("%+v, after %v", running.Info(), time.Since(began))
			for range 3 {
				began = time.Now()
				session := newTestSession(t, running)
				answer, err := session.Prompt(context.Background(), "FROM debian")
				if err != nil || !strings.Contains(answer.Text, "NO_CHANGE") {
					t.Fatalf("%+v, %v", answer, err)
				}
				t.Logf("%+v; %+v, after %v", session.Modes(), answer.Usage, time.Since(began))
				session.Close()
			}
			if err := running.Err(); err != nil {
				t.Error(err)
			}
			// A cancel is obeyed.
			session := newTestSession(t, running)
			ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
			defer cancel()
			if _, err := session.Prompt(ctx, "FROM debian"); !errors.Is(err, &Reason{Code: Canceled}) {
				t.Errorf("a canceled prompt: %v", err)
			}
		})
	}
}
