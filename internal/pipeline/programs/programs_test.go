package programs_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/pipeline/programs"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/version"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

const words = "[checkers.words]\ncommand = [\"words\"]\nfiles = [\"*.txt\"]\nformat = \"sarif\"\n"

// open returns a workspace with a configuration, and the options of a run over
// files. The person trusts nothing.
func open(t *testing.T, text string, files ...string) (*workspace.Workspace, *pipeline.Options) {
	t.Helper()
	root, home := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("XDG_STATE_HOME", home)
	configure(t, root, text)
	ws, err := workspace.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	checkers, formats := builtin.Registry(version.Version)
	opts := &pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}}
	if opts.Config, err = pipeline.LoadConfig(ws, pipeline.ConfigFiles{}, files, opts.Tools); err != nil {
		t.Fatal(err)
	}
	return ws, opts
}

func configure(t *testing.T, root, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(root, config.Name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// trust stores that the person trusts the commands of a configuration.
func trust(t *testing.T, ws *workspace.Workspace, opts *pipeline.Options) person.Entry {
	t.Helper()
	entry, err := person.EntryOf(ws.Root(), config.Name, declared.Digest(opts.Config.For("a.txt")))
	if err == nil {
		err = person.AddTrusted([]person.Entry{entry})
	}
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

func TestBegin(t *testing.T) {
	for _, row := range []struct {
		name    string
		text    string
		file    string // "": a.txt
		change  func(s *programs.Settings, opts *pipeline.Options)
		trusted bool // the person has trusted the commands of words
		runs    []string
		note    string
		err     string // in a *exit.UsageError or *pipeline.ConfigError
	}{
		{name: "not trusted", text: words, note: "autofix.toml: words is not run, because you have not trusted its command: `autofix trust --show`"},
		{name: "two that are not trusted", text: words + strings.ReplaceAll(words, "words", "more"), note: "more, words are not run, because you have not trusted their commands"},
		{name: "trusted", text: words, trusted: true, runs: []string{"words"}},
		{name: "changed since", text: words + "exit_codes = [1]\n", trusted: true, note: "because [checkers] has changed since you trusted it"},
		{name: "with --trust", text: words, change: func(s *programs.Settings, _ *pipeline.Options) { s.Trust = true }, runs: []string{"words"}},
		{name: "strict", text: words, change: func(_ *programs.Settings, opts *pipeline.Options) { opts.Policy = policy.Strict }, err: "words is not run"},
		{name: "left out", text: words, change: func(s *programs.Settings, _ *pipeline.Options) { s.Without = []string{"words"} }},
		{name: "for other files", text: words, file: "a.md"},
		{name: "none declared", text: "[checkers.words]\nowns = [\"*.lock\"]\n"},
		{name: "a built-in name", text: strings.ReplaceAll(words, "words", "text"), err: "a built-in checker is called text"},
	} {
		t.Run(row.name, func(t *testing.T) {
			file := row.file
			if file == "" {
				file = "a.txt"
			}
			ws, opts := open(t, words, file)
			if row.trusted {
				trust(t, ws, opts)
			}
			configure(t, ws.Root(), row.text)
			var err error
			if opts.Config, err = pipeline.LoadConfig(ws, pipeline.ConfigFiles{}, []string{file}, opts.Tools); err != nil {
				t.Fatal(err)
			}
			note := ""
			s := &programs.Settings{Root: ws.Root(), Shown: func(path string) string { return path }, Note: func(line string) { note += line }}
			if row.change != nil {
				row.change(s, opts)
			}
			_, err = s.Begin([]string{file}, opts)
			if row.err != "" {
				_, usage := errors.AsType[*exit.UsageError](err)
				_, mistake := errors.AsType[*pipeline.ConfigError](err)
				if !usage && !mistake || !strings.Contains(err.Error(), row.err) {
					t.Errorf("error %v, want one of usage with %q", err, row.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var runs []string
			for _, program := range opts.Programs {
				runs = append(runs, program.Name)
			}
			if !slices.Equal(runs, row.runs) {
				t.Errorf("runs %q, want %q", runs, row.runs)
			}
			if !strings.Contains(note, row.note) || (row.note == "") != (note == "") {
				t.Errorf("note %q, want %q", note, row.note)
			}
		})
	}
}

func TestState(t *testing.T) {
	ws, opts := open(t, words, "a.txt")
	entry := trust(t, ws, opts)
	name := filepath.Join(ws.Root(), config.Name)
	for _, row := range []struct {
		change func() error
		want   string
	}{
		{func() error { return nil }, "trusted"},
		{func() error { return os.WriteFile(name, []byte("# a comment\n"+words), 0o600) }, "trusted"},
		{func() error { return os.WriteFile(name, []byte(words+"exit_codes = [1]\n"), 0o600) }, "changed"},
		{func() error { return os.WriteFile(name, []byte("[checkers.words"), 0o600) }, "changed: it has mistakes"},
		{func() error { return os.Remove(name) }, "gone"},
		{func() error { return os.RemoveAll(ws.Root()) }, "gone"},
	} {
		if err := row.change(); err != nil {
			t.Fatal(err)
		}
		if got := programs.State(entry, opts.Tools); got != row.want {
			t.Errorf("%s, want %s", got, row.want)
		}
	}
}

// A formatter of another tool formats a file unless a built-in one does.
func TestRewriteLeavesWhatABuiltinFormats(t *testing.T) {
	for _, row := range []struct {
		text, file string
		taken      bool
	}{
		{"", "a.go", true},
		{"[format.go]\nenabled = false\n", "a.go", false},
		{"[rules.\"format/go\"]\nseverity = \"off\"\n", "a.go", false},
		{"", "a.unknown", false},
	} {
		_, opts := open(t, row.text, row.file)
		use := &declared.Use{InPlace: true, Phase: "format"}
		if why := programs.Rewrite(use, nil, opts).Taken(row.file, []byte("package a\n")); (why != "") != row.taken {
			t.Errorf("%s with %q: taken %q", row.file, row.text, why)
		}
	}
}
