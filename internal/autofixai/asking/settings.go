package asking

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/exit"

	autofixai "github.com/rules-autofix/rules_autofix/internal/autofixai"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A Source says where the settings of [ai] come from, besides the environment
// and the configuration of the person.
type Source struct {
	Workspace *workspace.Workspace
	Tools     pipeline.Tools
	File      string   // the configuration that the person named instead of the one in the root; or ""
	Set       []string // KEY=VALUE
	Trust     bool     // the workspace may name the agent

	// Absolute returns the absolute path for a path that the person named.
	Absolute func(path string) string
}

// Settings finds the settings of [ai]. A reason says why they name no agent
// although the workspace does.
func (s *Source) Settings() (*autofixai.Settings, fixedits.Reason, error) {
	var none fixedits.Reason
	root := s.Workspace.Root()
	own, err := person.Load(root, autofixai.Section)
	if err != nil {
		return nil, none, &exit.UsageError{Err: err}
	}
	theirs, err := s.workspaceLayer()
	if err != nil {
		return nil, none, err
	}
	theirs.Untrusted = !s.Trust && !own.Trusts(root)
	layers := []autofixai.Layer{theirs}
	if own.Config != nil {
		layers = []autofixai.Layer{{From: own.Path, Said: own.Said(autofixai.Section)}, theirs}
	}
	variables, err := settingsOf("environment", variablesOf(autofixai.Section))
	if err == nil {
		var flags autofixai.Layer
		flags, err = settingsOf("--ai-set", s.Set)
		layers = append(layers, variables, flags)
	}
	if err != nil {
		return nil, none, &exit.UsageError{Err: err}
	}
	settings, err := autofixai.Merge(layers...)
	if err != nil {
		return nil, none, &exit.UsageError{Err: err}
	}
	if theirs.Untrusted && theirs.Names() && len(settings.Command) == 0 {
		return settings, fixedits.Reason{Code: autofixai.CodeUntrusted, Detail: theirs.From + " names an agent, and you do not trust this workspace"}, nil
	}
	return settings, none, nil
}

// workspaceLayer returns the settings of the workspace's configuration file:
// the one in its root, or the one that the user named.
func (s *Source) workspaceLayer() (autofixai.Layer, error) {
	name := config.Name
	var text []byte
	var err error
	if s.File != "" {
		name = s.File
		text, err = os.ReadFile(s.Absolute(s.File))
	} else {
		text, err = s.Workspace.Read(config.Name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return autofixai.Layer{From: name}, nil
	}
	if err != nil {
		return autofixai.Layer{}, err
	}
	c, err := config.ParseLenient(name, text, pipeline.Sections(s.Tools), s.Workspace)
	if err != nil {
		return autofixai.Layer{}, &exit.UsageError{Err: err}
	}
	if c.Broken(autofixai.Section) {
		// A run warns about it, and asks nobody about files below it.
		return autofixai.Layer{From: name}, nil
	}
	return autofixai.Layer{From: name, Said: c.Said(autofixai.Section)}, nil
}

// variablesOf returns the keys of a section that the environment sets, as
// KEY=VALUE.
func variablesOf(section *config.Section) []string {
	var all []string
	for _, option := range section.Keys {
		name := "AUTOFIX_AI_" + strings.ToUpper(strings.ReplaceAll(option.Name, "-", "_"))
		if value := os.Getenv(name); value != "" && option.Kind != config.TableMap {
			all = append(all, option.Name+"="+value)
		}
	}
	return all
}

// settingsOf reads KEY=VALUE of the section. A later one wins.
func settingsOf(from string, pairs []string) (autofixai.Layer, error) {
	layer := autofixai.Layer{From: from}
	for _, pair := range pairs {
		key, value, found := strings.Cut(pair, "=")
		if !found {
			return layer, fmt.Errorf("%s: %s: it must be KEY=VALUE", from, pair)
		}
		said, err := autofixai.ParseSetting(key, value)
		if err != nil {
			return layer, fmt.Errorf("%s: %w", from, err)
		}
		if layer.Said == nil {
			layer.Said = config.Values{}
		}
		layer.Said[key] = said
	}
	return layer, nil
}
