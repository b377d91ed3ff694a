//go:build e2e && linux

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakemodel"
)

// Real agents in the sandbox of the command, without a network: their model is a
// script, and runs in the same sandbox.
func TestRealAgentsFix(t *testing.T) {
	installed := os.Getenv("AUTOFIX_AGENTS")
	if installed == "" {
		t.Skip("AUTOFIX_AGENTS is not set: run tools/agents/install.sh, and set it to the folder that it prints")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, agent := range fakemodel.Agents {
		for _, test := range []struct {
			name  string
			steps []fakemodel.Step
			want  string
		}{
			{"a good patch", []fakemodel.Step{{Text: splitDiff}}, "applied"},
			{"malformed twice", []fakemodel.Step{{Text: "I would split it."}}, "unresolved ai_answer_no_block"},
		} {
			t.Run(agent.Name+"/"+test.name, func(t *testing.T) {
				root, home, summary := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "summary.json")
				write := func(name, text string) {
					t.Helper()
					if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				write(filepath.Join(root, "Dockerfile"), single)
				folders := []string{filepath.Dir(installed)}
				for _, folder := range agent.Folders {
					folders = append(folders, filepath.Join(home, folder))
					if err := os.MkdirAll(filepath.Join(home, folder), 0o700); err != nil {
						t.Fatal(err)
					}
				}
				for name, text := range agent.Files {
					write(filepath.Join(home, name), text)
				}
				env := append(agent.Env(home), fakemodel.Script{Steps: test.steps}.Env(), "HOME="+home, "NO_COLOR=1")
				var names []string
				for _, variable := range env {
					name, _, _ := strings.Cut(variable, "=")
					names = append(names, name)
				}
				command, err := json.Marshal(append([]string{self, filepath.Join(installed, agent.Program)}, agent.Args...))
				if err != nil {
					t.Fatal(err)
				}
				cmd := exec.Command(self, "fix", "--ai", "--safety=unsafe", "--rule="+splitRule, "--root="+root, "--summary="+summary, "--ai-cache=off",
					"--ai-set=enabled=true", "--ai-set=sandbox=require", "--ai-set=network=deny", "--ai-set=command="+string(command),
					"--ai-set=env="+strings.Join(names, ","), "--ai-set=folders="+strings.Join(folders, ","), "--ai-set=start-timeout=2m")
				cmd.Dir = root
				cmd.Env = append(append(os.Environ(), env...), clitest.AsCommand+"=1")
				said, err := cmd.CombinedOutput()
				var doc struct {
					Fixes []struct{ Rule, Status, Code string } `json:"fixes"`
				}
				text, readErr := os.ReadFile(summary)
				if readErr == nil {
					readErr = json.Unmarshal(text, &doc)
				}
				if readErr != nil || len(doc.Fixes) != 1 || strings.TrimSpace(doc.Fixes[0].Status+" "+doc.Fixes[0].Code) != test.want {
					t.Fatalf("%v, %v: %+v, want %s\n%s", err, readErr, doc.Fixes, test.want, said)
				}
				after, err := os.ReadFile(filepath.Join(root, "Dockerfile"))
				if want := map[bool]string{true: split, false: single}[test.want == "applied"]; err != nil || string(after) != want {
					t.Errorf("%v; the file is\n%s", err, after)
				}
			})
		}
	}
}
