package setup

import (
	"encoding/json"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

const (
	hookCommand = "autofix fix --staged"
	gitFolder   = ".git/"
	gitHook     = gitFolder + "hooks/pre-commit"
)

// hook adds the hook to the program that runs the hooks or, if there is none,
// creates the hook of git, with the recipes of docs/hooks.md.
func (m *maker) hook() error {
	hooks := m.repository.Hooks
	if hooks.File == "" {
		return m.gitHook()
	}
	t, err := m.read(hooks.File)
	if err != nil {
		return err
	}
	if strings.Contains(string(t.now), "autofix fix") || strings.Contains(string(t.now), version.Homepage) {
		return nil
	}
	switch hooks.Manager {
	case "pre-commit":
		return m.structured(hooks.File, fixedits.Operation{Kind: fixedits.OpInsertArrayItem, Pointer: "/repos"}, json.RawMessage(
			fmt.Sprintf(`{"repo": %q, "rev": "v%s", "hooks": [{"id": "autofix"}]}`, version.Homepage, m.Version)))
	case "lefthook":
		return m.lefthook(hooks.File, t)
	case "husky":
		return m.add(hooks.File, "", hookCommand+"\n")
	}
	m.note("%s: no hook was added: %s reads this file, so add `%s` there, as docs/hooks.md shows", hooks.File, hooks.Manager, hookCommand)
	return nil
}

// lefthook adds a command, or a job if the file has jobs.
func (m *maker) lefthook(file string, t *text) error {
	var all struct {
		PreCommit *struct {
			Commands map[string]any `yaml:"commands"`
			Jobs     []any          `yaml:"jobs"`
		} `yaml:"pre-commit"`
	}
	if err := yaml.Unmarshal(t.now, &all); err != nil {
		return &Error{fmt.Errorf("%s: cannot add the hook: %w", file, err)}
	}
	run := map[string]any{"run": hookCommand}
	add := func(pointer, key string) fixedits.Operation {
		return fixedits.Operation{Kind: fixedits.OpAddValue, Pointer: pointer, Key: key}
	}
	switch commands := map[string]any{"autofix": run}; {
	case all.PreCommit == nil:
		return m.structured(file, add("", "pre-commit"), map[string]any{"commands": commands})
	case len(all.PreCommit.Jobs) > 0:
		return m.structured(file, fixedits.Operation{Kind: fixedits.OpInsertArrayItem, Pointer: "/pre-commit/jobs"}, json.RawMessage(fmt.Sprintf(`{"name": "autofix", "run": %q}`, hookCommand)))
	case all.PreCommit.Commands == nil:
		return m.structured(file, add("/pre-commit", "commands"), commands)
	}
	return m.structured(file, add("/pre-commit/commands", "autofix"), run)
}

// structured adds a value to a file by a structured operation.
func (m *maker) structured(file string, op fixedits.Operation, value any) error {
	t, err := m.read(file)
	if err != nil {
		return err
	}
	op.File = file
	if op.Value, err = json.Marshal(value); err != nil {
		return err
	}
	read := func(string) ([]byte, error) { return t.now, nil }
	lowered := fixactions.Lower(read, []fixactions.Action{{Operations: []fixedits.Operation{op}}})[0]
	if lowered.Rejected != nil {
		return &Error{fmt.Errorf("cannot add the hook: %w", lowered.Rejected)}
	}
	t.now, err = fixedits.Apply(t.now, lowered.Edits)
	return err
}

// gitHook creates the hook of git, and replaces none.
func (m *maker) gitHook() error {
	settings, err := m.source.Read(gitFolder + "config")
	switch {
	case err != nil:
		m.note("no hook was added: this is not the top folder of a git repository of its own")
		return nil
	case strings.Contains(strings.ToLower(string(settings)), "hookspath"):
		m.note("no hook was added: .git/config sets core.hooksPath: run `%s` in the pre-commit hook there", hookCommand)
		return nil
	case !m.source.Exists(gitHook):
		err = m.create(gitHook, "#!/bin/sh\nexec "+hookCommand+"\n")
		if err == nil {
			m.texts[gitHook].executable = true
		}
		return err
	}
	hook, err := m.source.Read(gitHook)
	if err != nil || !strings.Contains(string(hook), "autofix fix") {
		m.note("%s stays as it is: add `%s` to it", gitHook, hookCommand)
	}
	return nil
}
