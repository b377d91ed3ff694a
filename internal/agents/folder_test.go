package agents

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

// inFolder returns options for an agent that works in a folder, as if in a
// sandbox.
func inFolder(t *testing.T, folder string, script fakeagent.Script) Options {
	t.Helper()
	o := options(t, script)
	o.Folder = folder
	o.Wrap = func(context.Context, *process.Command, string) (string, error) { return "as if", nil }
	return o
}

// An agent with a folder works in it, in its own mode, may do what it asks for,
// and what it does there stays.
func TestFolder(t *testing.T) {
	folder, log := t.TempDir(), filepath.Join(t.TempDir(), "log")
	writeFile(t, filepath.Join(folder, "old"), "old\n")
	agent := start(t, inFolder(t, folder, fakeagent.Script{
		Modes: []string{"write", "read: read-only"}, Log: log,
		Asks:    []string{"permission Write file", "permission-without-reject Run it", "write x", "terminal rm"},
		Answers: []fakeagent.Answer{{Files: map[string]string{"a/new": "new\n"}, Remove: []string{"old"}}},
	}))
	session := newTestSession(t, agent)
	answer, err := session.Prompt(context.Background(), "please")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"permission: selected once", "permission-without-reject: selected once",
		"write: error -32601 Method not found", "terminal: error -32601 Method not found",
	}
	if got := strings.Split(answer.Text, "\n"); !slices.Equal(got, want) {
		t.Errorf("the agent was told:\n%s", answer.Text)
	}
	if !slices.Equal(answer.Denied, []string{"fs/write_text_file x", "terminal/create rm"}) {
		t.Errorf("denied: %q", answer.Denied)
	}
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		t.Fatal(err)
	}
	if heard := readLog(t, log)[0]; heard.Cwd != real || heard.Mode != "write" {
		t.Errorf("it works in %s in the mode %s", heard.Cwd, heard.Mode)
	}
	session.Close()
	agent.Close()
	if text, err := os.ReadFile(filepath.Join(folder, "a", "new")); err != nil || string(text) != "new\n" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(folder, "old")); err == nil {
		t.Error("the removed file is there")
	}
}

func TestFolderRefused(t *testing.T) {
	o := inFolder(t, t.TempDir(), fakeagent.Script{})
	o.Wrap = nil
	if _, err := Start(context.Background(), o); asError(err).Code != NoSandbox {
		t.Errorf("without a sandbox: %v", err)
	}
	o = inFolder(t, filepath.Join(t.TempDir(), "none"), fakeagent.Script{})
	if _, err := Start(context.Background(), o); asError(err).Code != StartFailed {
		t.Errorf("without the folder: %v", err)
	}
	folder := t.TempDir()
	o = inFolder(t, folder, fakeagent.Script{})
	o.Command = []string{filepath.Join(folder, "none")}
	if _, err := Start(context.Background(), o); asError(err).Code != CommandMissing {
		t.Errorf("without the program: %v", err)
	}
	if _, err := os.Stat(folder); err != nil {
		t.Errorf("the folder is gone: %v", err)
	}
}

// In a sandbox, the folder is all that it can write to.
func TestFolderInSandbox(t *testing.T) {
	folder, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside")
	o := inSandbox(t, fakeagent.Script{Answers: []fakeagent.Answer{{
		Text: "done", Files: map[string]string{"new": "new\n", outside: "out\n"},
	}}}, sandbox.Files)
	o.Folder = folder
	agent := start(t, o)
	if _, err := newTestSession(t, agent).Prompt(context.Background(), "please"); err != nil {
		t.Fatal(err)
	}
	agent.Close()
	if _, err := os.Stat(filepath.Join(folder, "new")); err != nil {
		t.Error(err)
	}
	// It may have written to a folder of the sandbox by that name.
	if _, err := os.Stat(outside); err == nil {
		t.Error("it wrote outside of the folder")
	}
}
