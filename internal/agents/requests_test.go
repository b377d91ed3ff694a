package agents

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

// TestNothingIsGranted asks for all that an agent may ask for.
func TestNothingIsGranted(t *testing.T) {
	target := filepath.Join(t.TempDir(), "target")
	session := newTestSession(t, start(t, options(t, fakeagent.Script{Asks: []string{
		"read /etc/passwd", "write " + target, "terminal rm", "permission Write file",
		"permission-without-reject Run it", "_vendor/anything",
	}})))
	answer, err := session.Prompt(context.Background(), "please")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"read: error -32601 Method not found",
		"write: error -32601 Method not found",
		"terminal: error -32601 Method not found",
		"permission: selected no",
		"permission-without-reject: cancelled",
		"_vendor/anything: error -32601 Method not found",
	}
	if got := strings.Split(answer.Text, "\n"); !slices.Equal(got, want) {
		t.Errorf("the agent was told:\n%s\nwant:\n%s", answer.Text, strings.Join(want, "\n"))
	}
	wantDenied := []string{
		"fs/read_text_file /etc/passwd", "fs/write_text_file " + target, "terminal/create rm",
		"session/request_permission Write file", "session/request_permission Run it", "_vendor/anything",
	}
	if !slices.Equal(answer.Denied, wantDenied) {
		t.Errorf("Denied = %q, want %q", answer.Denied, wantDenied)
	}
	if _, err := os.Stat(target); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file was written: %v", err)
	}
}

func TestReads(t *testing.T) {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "go.mod"), "module x\n")
	writeFile(t, filepath.Join(root, ".env"), "KEY=1\n")
	o := options(t, fakeagent.Script{Asks: []string{
		"read " + filepath.Join(root, "go.mod"), "read " + filepath.Join(root, ".env"), "write " + filepath.Join(root, "new"),
	}})
	o.Reader = &ReadRoot{Root: root}
	session := newTestSession(t, start(t, o))
	answer, err := session.Prompt(context.Background(), "please")
	if err != nil {
		t.Fatal(err)
	}
	want := "read: module x\n\nread: error -32602 may hold secrets\nwrite: error -32601 Method not found"
	if answer.Text != want {
		t.Errorf("the agent was told:\n%s\nwant:\n%s", answer.Text, want)
	}
	if len(answer.Denied) != 2 || !strings.HasSuffix(answer.Denied[0], ".env: may hold secrets") {
		t.Errorf("Denied = %q", answer.Denied)
	}
	if _, err := os.Stat(filepath.Join(root, "new")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file was written: %v", err)
	}
}

func TestLogin(t *testing.T) {
	for _, test := range []struct {
		name   string
		method string
		env    []string
		login  string
		says   string // "" is no error
	}{
		{name: "by a browser", method: "agent", says: "log in by one of: Log in with Fake"},
		{name: "by a terminal", method: "terminal", says: "Log in in a terminal (run it with login)"},
		{name: "by a variable that is not set", method: "variable", says: "Use an API key (set FAKE_API_KEY)"},
		{name: "by an empty variable", method: "variable", env: []string{"FAKE_API_KEY="}, says: "set FAKE_API_KEY"},
		{name: "by a variable", method: "variable", env: []string{"FAKE_API_KEY=k"}},
		{name: "as asked for", method: "variable", env: []string{"FAKE_API_KEY=k"}, login: "key"},
		{name: "as asked for in vain", method: "agent", login: "web", says: "the login web failed: Internal error: there is no browser here"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := options(t, fakeagent.Script{Login: test.method, Answers: []fakeagent.Answer{{Text: "fine"}}}, test.env...)
			o.Login = test.login
			agent := start(t, o)
			session, err := agent.NewSession(context.Background())
			if test.says == "" {
				if err != nil {
					t.Fatal(err)
				}
				if answer, err := session.Prompt(context.Background(), "please"); err != nil || answer.Text != "fine" {
					t.Errorf("Prompt() = %v, %v", answer, err)
				}
				return
			}
			if !errors.Is(err, &Reason{Code: Login}) || !strings.Contains(err.Error(), test.says) {
				t.Fatalf("NewSession() = %v, want %q", err, test.says)
			}
			if failure := asError(err); len(failure.Methods) != 1 || !failure.Started {
				t.Errorf("the error has %+v", failure)
			}
		})
	}
}

func TestModes(t *testing.T) {
	for _, test := range []struct {
		name    string
		offered []string
		fails   bool
		want    string
		only    bool
	}{
		{name: "none"},
		{name: "no such mode", offered: []string{"code: writes code", "ask: asks"}, want: "code"},
		{name: "plan", offered: []string{"build: builds", "plan: plans first"}, want: "plan", only: true},
		{name: "by its id", offered: []string{"auto: all", "read-only: looks", "plan: plans"}, want: "read-only", only: true},
		{name: "by its description", offered: []string{"yolo: all", "plan: plans", "x: Read only mode"}, want: "x", only: true},
		{name: "it is so already", offered: []string{"plan: read-only"}, want: "plan", only: true},
		{name: "refused", offered: []string{"build: builds", "plan: plans"}, fails: true, want: "build"},
	} {
		for _, asOptions := range []bool{false, true} {
			t.Run(test.name, func(t *testing.T) {
				log := filepath.Join(t.TempDir(), "log")
				session := newTestSession(t, start(t, options(t, fakeagent.Script{
					Modes: test.offered, ModesAsOptions: asOptions, ModeError: test.fails, Log: log,
				})))
				modes := session.Modes()
				if modes.Current != test.want || modes.ReadOnly != test.only || len(modes.Offered) != len(test.offered) ||
					(modes.Failed != "") != test.fails {
					t.Errorf("Modes() = %+v", modes)
				}
				if _, err := session.Prompt(context.Background(), "please"); err != nil {
					t.Fatal(err)
				}
				if heard := readLog(t, log); heard[0].Mode != test.want {
					t.Errorf("the agent's mode is %q, want %q", heard[0].Mode, test.want)
				}
			})
		}
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
