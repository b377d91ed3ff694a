package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

// canConfirm are the capabilities of a client that resolves actions, and asks
// before it applies an edit.
const canConfirm = `{
	"window": {"workDoneProgress": true},
	"workspace": {"workspaceEdit": {"documentChanges": true, "changeAnnotationSupport": {}}},
	"textDocument": {"diagnostic": {}, "codeAction": {
		"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}},
		"dataSupport": true, "resolveSupport": {"properties": ["edit"]}
	}}
}`

// An askRun is a server in a workspace whose Dockerfile an agent may divide.
type askRun struct {
	*lspClient
	name, pids string
}

// startAsking starts a server with an agent that the config.toml of the person
// names, where @AGENT is the program.
func startAsking(t *testing.T, person, capabilities string, script fakeagent.Script) *askRun {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	root, home, notes := t.TempDir(), t.TempDir(), t.TempDir()
	r := &askRun{name: filepath.Join(root, "Dockerfile"), pids: filepath.Join(notes, "pids")}
	script.Name, script.Version, script.PIDs = "fake", "1", r.pids
	said, err := json.Marshal(script)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		filepath.Join(home, "autofix/config.toml"): strings.ReplaceAll(person, "@AGENT", self),
		r.name: single,
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range map[string]string{
		fakeagent.Variable: string(said), "HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": filepath.Join(home, "cache"),
	} {
		t.Setenv(name, value)
	}
	r.lspClient = startLSP(t, root, capabilities)
	r.open(r.name)
	return r
}

// actions returns the actions that ask an agent.
func (r *askRun) actions() (asks []protocol.CodeAction) {
	r.t.Helper()
	var all []protocol.CodeAction
	r.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": fileURI(r.name)}, "context": map[string]any{"diagnostics": []any{}},
		"range": protocol.Range{End: protocol.Position{Line: 100}},
	}, &all)
	for _, action := range all {
		if strings.HasSuffix(action.Title, "(asks an agent)") {
			asks = append(asks, action)
		}
	}
	return asks
}

// multiStage returns the action for the rule that most answers are for.
func (r *askRun) multiStage() protocol.CodeAction {
	r.t.Helper()
	return r.action(splitRule)
}

// action returns the action that asks for a fix of a rule.
func (r *askRun) action(rule string) protocol.CodeAction {
	r.t.Helper()
	for _, action := range r.actions() {
		if strings.Contains(string(action.Data), rule) {
			return action
		}
	}
	r.t.Fatalf("no action asks for %s", rule)
	return protocol.CodeAction{}
}

func (r *askRun) started() bool {
	_, err := os.Stat(r.pids)
	return err == nil
}

func TestLSPAsksAnAgent(t *testing.T) {
	r := startAsking(t, ofPerson, canConfirm, fakeagent.Script{Answers: []fakeagent.Answer{{Text: splitDiff}}})
	action := r.multiStage()
	if action.Edit != nil || r.started() {
		t.Error("an agent was asked before the action was chosen")
	}
	r.call("codeAction/resolve", action, &action)
	if action.Edit == nil || len(action.Edit.ChangeAnnotations) != 1 || len(action.Edit.Changes) != 0 {
		t.Fatalf("the edit is %+v", action.Edit)
	}
	for _, annotation := range action.Edit.ChangeAnnotations {
		if !annotation.NeedsConfirmation || !strings.Contains(annotation.Description, "+COPY --from=build /app /app\n") {
			t.Errorf("the annotation is %+v, without confirmation or patch", annotation)
		}
	}
	edits, _ := json.Marshal(action.Edit.DocumentChanges)
	if n, all := strings.Count(string(edits), `"annotationId":"autofix"`), strings.Count(string(edits), `"newText"`); n != all || n == 0 {
		t.Errorf("%d of %d edits are to be confirmed: %s", n, all, edits)
	}
	if got := readFile(t, r.name); got != single {
		t.Errorf("the file was changed: %s", got)
	}
	steps := ""
	for len(r.steps) > 0 {
		steps += <-r.steps + "\n"
	}
	if !strings.Contains(steps, "asking for multi-stage in Dockerfile (1 of 1)\n") {
		t.Errorf("the progress has no question:\n%s", steps)
	}
	r.shutdown()
}

// A finding without a fix may be resolved too, if its rule is in resolve of
// [ai]. An answer that nothing can judge is refused, as by fix --ai.
func TestLSPAsksForAFinding(t *testing.T) {
	const rule = "dockerfile/no-copy-all"
	answer := "```diff\n--- a/Dockerfile\n+++ b/Dockerfile\n@@ -3,1 +3,1 @@\n-COPY . .\n+COPY cmd cmd\n```\n"
	r := startAsking(t, ofPerson+"resolve = ['"+rule+"']\n", canConfirm, fakeagent.Script{Answers: []fakeagent.Answer{{Text: answer}}})
	action := r.action(rule)
	if err := r.try("codeAction/resolve", action, &action); err == nil || !strings.Contains(err.Error(), "cannot be judged") {
		t.Errorf("the answer is %v", err)
	}
	r.shutdown()
}

// Without the consent of the person, or a way to show the patch first, no action
// asks.
func TestLSPAsksNobody(t *testing.T) {
	for _, row := range []struct{ name, person, capabilities string }{
		{"no configuration", "", canConfirm},
		{"turned off", strings.Replace(ofPerson, "true", "false", 1), canConfirm},
		{"no command", "[ai]\nenabled = true\n", canConfirm},
		{"a mistake", "[ai]\nenabld = true\n", canConfirm},
		{"the edits cannot be confirmed", ofPerson, strings.Replace(canConfirm, `, "changeAnnotationSupport": {}`, "", 1)},
		{"actions cannot be resolved", ofPerson, strings.Replace(canConfirm, `"dataSupport": true, `, "", 1)},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := startAsking(t, row.person, row.capabilities, fakeagent.Script{Answers: []fakeagent.Answer{{Text: splitDiff}}})
			if asks := r.actions(); len(asks) > 0 || r.started() {
				t.Errorf("%d actions ask, such as %+v", len(asks), asks)
			}
			r.shutdown()
		})
	}
}

// An answer that is refused, and an agent that fails, are errors with a reason.
func TestLSPAsksInVain(t *testing.T) {
	for _, row := range []struct {
		name, person string
		script       fakeagent.Script
		want         string
	}{
		{"no change", ofPerson, fakeagent.Script{Answers: []fakeagent.Answer{{Text: "The file is small.\nNO_CHANGE"}}}, "the agent found nothing to change"},
		{"another patch", ofPerson, fakeagent.Script{Answers: []fakeagent.Answer{{Text: strings.Replace(splitDiff, "FROM debian:12", "FROM evil:1", 1)}}}, "the last stage is based on evil:1"},
		{"it dies", ofPerson, fakeagent.Script{Trouble: "exit", At: "session/prompt"}, "agent"},
		{"no program", strings.Replace(ofPerson, "@AGENT", "/missing/agent", 1), fakeagent.Script{}, "no agent could be asked"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := startAsking(t, row.person, canConfirm, row.script)
			action := r.multiStage()
			if err := r.try("codeAction/resolve", action, &action); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("the answer is %v, want %q", err, row.want)
			}
			r.shutdown()
		})
	}
}

// In a Bazel workspace the answer is built and tested first, as by fix --ai. If
// Bazel is not there, it is not.
func TestLSPAsksAndVerifies(t *testing.T) {
	for _, row := range []struct{ name, bazel, want string }{
		{"no Bazel", "", ""},
		{"a Bazel that fails", "#!/bin/sh\necho broken >&2\nexit 37\n", "exit 37"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := startAsking(t, ofPerson, canConfirm, fakeagent.Script{Answers: []fakeagent.Answer{{Text: splitDiff}}})
			programs := t.TempDir()
			t.Setenv("PATH", programs)
			if row.bazel != "" {
				if err := os.WriteFile(filepath.Join(programs, "bazel"), []byte(row.bazel), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			for _, name := range []string{"MODULE.bazel", "BUILD.bazel"} {
				if err := os.WriteFile(filepath.Join(filepath.Dir(r.name), name), nil, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			action := r.multiStage()
			err := r.try("codeAction/resolve", action, &action)
			if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
				t.Errorf("the answer is %v, want %q", err, row.want)
			}
			r.shutdown()
		})
	}
}

// A question ends when the person cancels it.
func TestLSPAskIsCanceled(t *testing.T) {
	r := startAsking(t, ofPerson, canConfirm, fakeagent.Script{Trouble: "hang", At: "session/prompt"})
	go func() {
		for !r.started() {
			time.Sleep(time.Millisecond)
		}
		_ = r.conn.Notify(t.Context(), "window/workDoneProgress/cancel", map[string]any{"token": "autofix-1"})
	}()
	action := r.multiStage()
	if err := r.try("codeAction/resolve", action, &action); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("the answer is %v", err)
	}
	r.shutdown()
}
