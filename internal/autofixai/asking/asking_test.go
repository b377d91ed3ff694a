package asking

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/version"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// said is a progress that keeps its lines.
type said []string

func (s *said) Say(format string, args ...any) { *s = append(*s, fmt.Sprintf(format, args...)) }
func (s *said) Tick(string) func()             { return func() {} }
func (s *said) ProgressDone()                  {}

// source returns the source of a workspace with an autofix.toml and of a person
// with a config.toml. Either may be empty. Relative paths are in the workspace.
func source(t *testing.T, theirs, own string) Source {
	t.Helper()
	root, home := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{filepath.Join(root, config.Name): theirs, filepath.Join(home, "autofix", "config.toml"): own} {
		if text == "" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("XDG_CONFIG_HOME", home)
	ws, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	checkers, formats := builtin.Registry(version.Version)
	return Source{
		Workspace: ws,
		Tools:     pipeline.Tools{Checkers: checkers, Formats: formats, Sections: []*config.Section{autofixai.Section}},
		Absolute:  func(path string) string { return filepath.Join(root, path) },
	}
}

const (
	theirAgent = "[ai]\nenabled = true\ncommand = [\"theirs\"]\n"
	ownAgent   = "[ai]\nenabled = true\ncommand = [\"own\"]\n"
)

func TestSettings(t *testing.T) {
	for _, row := range []struct {
		name        string
		theirs, own string
		env         map[string]string
		change      func(s *Source)
		command     []string
		enabled     bool
		code        fixedits.Code
		err         string // in a *exit.UsageError
	}{
		{name: "nothing"},
		{name: "the person's", own: ownAgent, command: []string{"own"}, enabled: true},
		{name: "the workspace's, not trusted", theirs: theirAgent, code: autofixai.CodeUntrusted},
		{name: "the workspace's, not trusted, and the person's", theirs: theirAgent, own: ownAgent, command: []string{"own"}, enabled: true},
		{name: "the workspace forbids", theirs: "[ai]\nenabled = false\n", own: ownAgent, command: []string{"own"}},
		{name: "the workspace's, trusted", theirs: theirAgent, own: ownAgent, change: func(s *Source) { s.Trust = true }, command: []string{"theirs"}, enabled: true},
		{name: "a variable wins", own: ownAgent, env: map[string]string{"AUTOFIX_AI_COMMAND": "variable -x"}, command: []string{"variable", "-x"}, enabled: true},
		{name: "a flag wins over it", own: ownAgent, env: map[string]string{"AUTOFIX_AI_COMMAND": "variable"}, change: func(s *Source) { s.Set = []string{"command=flag", "enabled=false"} }, command: []string{"flag"}},
		{name: "a named file", theirs: theirAgent, change: func(s *Source) { s.File, s.Trust = "missing.toml", true }},
		{name: "a flag without a value", change: func(s *Source) { s.Set = []string{"enabled"} }, err: "--ai-set: enabled: it must be KEY=VALUE"},
		{name: "an unknown key", change: func(s *Source) { s.Set = []string{"enable=true"} }, err: "--ai-set: "},
		{name: "a mistake of the workspace", theirs: "[ai]\nenabled = 1\n"},
		{name: "a mistake of the workspace, trusted", theirs: "[ai]\nenabled = true\ncommand = 7\n", own: ownAgent, change: func(s *Source) { s.Trust = true }, command: []string{"own"}, enabled: true},
		{name: "a mistake of the person", own: "[ai]\nenabled = 1\n", err: "config.toml"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := source(t, row.theirs, row.own)
			for name, value := range row.env {
				t.Setenv(name, value)
			}
			if row.change != nil {
				row.change(&s)
			}
			settings, reason, err := s.Settings()
			if row.err != "" {
				if _, usage := errors.AsType[*exit.UsageError](err); !usage || !strings.Contains(err.Error(), row.err) {
					t.Errorf("error %v, want one of usage with %q", err, row.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(settings.Command, row.command) || settings.Enabled != row.enabled || reason.Code != row.code {
				t.Errorf("command %q, enabled %t, code %q; want %q, %t, %q", settings.Command, settings.Enabled, reason.Code, row.command, row.enabled, row.code)
			}
		})
	}
}

// A run that asks nobody gives the reason with each fix of an agent, and warns
// if --ai is set.
func TestRefusals(t *testing.T) {
	for _, row := range []struct {
		name        string
		theirs, own string
		options     Options
		code        fixedits.Code
		warning     string
	}{
		{name: "without --ai", own: ownAgent, code: autofixai.CodeNotRequested},
		{name: "check", own: ownAgent, options: Options{Ask: true, CheckOnly: true}, code: autofixai.CodeCheckOnly, warning: "--mode=check asks nobody"},
		{name: "nothing", options: Options{Ask: true}, code: autofixai.CodeNotConfigured, warning: "[ai] has no command; set "},
		{name: "forbidden, and no command", own: "[ai]\nenabled = false\n", options: Options{Ask: true}, code: autofixai.CodeDisabled, warning: "; set enabled and command in [ai] of "},
		{name: "disabled", own: "[ai]\ncommand = [\"own\"]\n", options: Options{Ask: true}, code: autofixai.CodeDisabled, warning: "; set enabled and command in [ai] of "},
		{name: "no command", own: "[ai]\nenabled = true\n", options: Options{Ask: true}, code: autofixai.CodeNotConfigured, warning: "[ai] has no command; set "},
		{name: "untrusted", theirs: theirAgent, options: Options{Ask: true}, code: autofixai.CodeUntrusted, warning: "give --ai-trust-workspace"},
		{name: "asks", own: ownAgent, options: Options{Ask: true}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var opts pipeline.Options
			var lines said
			run, err := Begin(source(t, row.theirs, row.own), row.options, &opts, &lines)
			if err != nil {
				t.Fatal(err)
			}
			defer run.Finish()
			fix := &fixedits.Fix{Resolver: &fixedits.Resolver{ID: autofixai.ID, Path: "Dockerfile"}}
			if got := opts.Asks(fix).Code; got != row.code {
				t.Errorf("code %q, want %q", got, row.code)
			}
			fix.Resolver.ID = "other"
			if got := opts.Asks(fix); got.Code != "" {
				t.Errorf("a fix of another resolver: %v", got)
			}
			if asks := opts.Resolve != nil; asks != (row.code == "") {
				t.Errorf("it asks: %t", asks)
			}
			if text := strings.Join(lines, "\n"); !strings.Contains(text, row.warning) || (row.warning == "") != (text == "") {
				t.Errorf("warning %q, want %q", text, row.warning)
			}
		})
	}
}

// A missing command, or missing trust, is an error if a fix was for an agent. A
// refusal by the person's own settings is not.
func TestJudge(t *testing.T) {
	for _, row := range []struct {
		name        string
		theirs, own string
		options     Options
		asks        bool // a fix is for an agent
		verdict     error
		err         string
	}{
		{name: "no command", options: Options{Ask: true}, asks: true, err: "--ai: no agent could be asked: [ai] has no command"},
		{name: "no command, findings", options: Options{Ask: true}, asks: true, verdict: &exit.FindingsError{What: "findings"}, err: "--ai: no agent could be asked: [ai] has no command"},
		{name: "no command, a worse error", options: Options{Ask: true}, asks: true, verdict: errors.New("worse"), err: "worse"},
		{name: "no command, nothing to ask", options: Options{Ask: true}},
		{name: "no command, not asked", asks: true},
		{name: "no command, a dry run", options: Options{Ask: true, DryRun: true}, asks: true},
		{name: "no trust", theirs: theirAgent, options: Options{Ask: true}, asks: true, err: "--ai: no agent could be asked: autofix.toml names an agent, and you do not trust this workspace"},
		{name: "disabled", own: "[ai]\nenabled = false\ncommand = [\"own\"]\n", options: Options{Ask: true}, asks: true},
		{name: "disabled, and no command", own: "[ai]\nenabled = false\n", options: Options{Ask: true}, asks: true},
		{name: "check", own: ownAgent, options: Options{Ask: true, CheckOnly: true}, asks: true},
	} {
		t.Run(row.name, func(t *testing.T) {
			var opts pipeline.Options
			var lines said
			run, err := Begin(source(t, row.theirs, row.own), row.options, &opts, &lines)
			if err != nil {
				t.Fatal(err)
			}
			defer run.Finish()
			if row.asks {
				opts.Asks(&fixedits.Fix{Resolver: &fixedits.Resolver{ID: autofixai.ID, Path: "Dockerfile"}})
			}
			got := ""
			if err := run.Judge(row.verdict); err != nil {
				got = err.Error()
			}
			if got != row.err {
				t.Errorf("Judge() = %q, want %q", got, row.err)
			}
		})
	}
}
