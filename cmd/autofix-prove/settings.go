package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/prove/settings"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
)

// configure finds the settings of a proof. The files of the repository count as
// they are in the base, so that neither a dirty checkout nor a patch decides.
func (s *proving) configure(flags *cli.Globals) error {
	own, err := person.Load(s.repository.Root, s.env.Tools().Sections...)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	theirs, err := s.workspaceLayer(flags)
	if err != nil {
		return err
	}
	theirs.Untrusted = !s.Trust && !own.Trusts(s.repository.Root) && flags.Config == ""
	var layers []settings.Layer
	if own.Config != nil {
		layers = append(layers, settings.Layer{From: own.Path, Said: own.Said(settings.Section)})
	}
	layers = append(layers, theirs)
	given := proveVariables()
	for _, pair := range s.Set {
		given = append(given, proveKey{"--set", pair})
	}
	for _, key := range append(given, s.flagKeys()...) {
		said, err := settings.Set(key.pair)
		if err != nil {
			return cli.Mistake("%s: %w", key.from, err)
		}
		layers = append(layers, settings.Layer{From: key.from, Said: said})
	}
	var ignored []string
	s.settings, ignored, err = settings.Merge(layers...)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	if len(ignored) > 0 {
		note := fmt.Sprintf("%s: ignored, because they allow more and the repository is not trusted: %s", theirs.From, strings.Join(ignored, ", "))
		s.options.Notes = append(s.options.Notes, note)
		fmt.Fprintf(s.env.Stderr, "autofix: %s; to trust it, add its folder to [trust] workspaces of your config.toml, or give --trust-workspace\n", note)
	}
	return nil
}

// A proveKey is KEY=VALUE of [prove], with the flag or variable that sets it.
type proveKey struct{ from, pair string }

// flagKeys are the flags that are keys of [prove].
func (s *proving) flagKeys() []proveKey {
	var keys []proveKey
	add := func(flag, key, value string) {
		if value != "" {
			keys = append(keys, proveKey{flag, key + "=" + value})
		}
	}
	add("--engine", "engine", s.Engine)
	if s.Attempts != 0 {
		add("--attempts", "attempts", fmt.Sprint(s.Attempts))
	}
	add("--timeout", "timeout", s.Timeout)
	add("--no-tests-because", "tests.exception", s.NoTests)
	add("--instead", "tests.alternative", s.Instead)
	return keys
}

// proveVariables are the keys that the environment sets, as AUTOFIX_PROVE_KEY.
func proveVariables() []proveKey {
	var keys []proveKey
	for _, option := range settings.Section.Keys {
		name := "AUTOFIX_PROVE_" + strings.ToUpper(strings.ReplaceAll(option.Name, "-", "_"))
		if value := os.Getenv(name); value != "" {
			keys = append(keys, proveKey{name, option.Name + "=" + value})
		}
	}
	return keys
}

// workspaceLayer returns the settings of the repository: [prove] of the
// autofix.toml in its root, else its .efix.yml. A file that the person named is
// the person's word.
func (s *proving) workspaceLayer(flags *cli.Globals) (settings.Layer, error) {
	if flags.Config != "" {
		text, err := os.ReadFile(s.env.Absolute(flags.Config))
		if err != nil {
			return settings.Layer{}, &cli.UsageError{Err: err}
		}
		if strings.HasSuffix(flags.Config, ".yml") || strings.HasSuffix(flags.Config, ".yaml") {
			return efixLayer(flags.Config, text)
		}
		return s.tomlLayer(flags.Config, text)
	}
	text, err := s.readBase(config.Name)
	if err == nil {
		layer, err := s.tomlLayer(config.Name, text)
		if err != nil || layer.Said != nil {
			return layer, err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return settings.Layer{}, err
	}
	text, err = s.readBase(settings.EfixName)
	if errors.Is(err, fs.ErrNotExist) {
		return settings.Layer{From: config.Name}, nil
	}
	if err != nil {
		return settings.Layer{}, err
	}
	return efixLayer(settings.EfixName, text)
}

func (s *proving) tomlLayer(name string, text []byte) (settings.Layer, error) {
	c, err := config.Parse(name, text, pipeline.Sections(s.env.Tools()))
	if err != nil {
		return settings.Layer{}, &cli.UsageError{Err: err}
	}
	return settings.Layer{From: name, Said: c.Said(settings.Section)}, nil
}

func efixLayer(name string, text []byte) (settings.Layer, error) {
	said, err := settings.ParseEfix(name, text)
	if err != nil {
		return settings.Layer{}, &cli.UsageError{Err: err}
	}
	return settings.Layer{From: name, Said: said}, nil
}

// readBase returns a regular file of the base.
func (s *proving) readBase(name string) ([]byte, error) {
	text, mode, err := s.repository.Read(s.base, name)
	if err == nil && !mode.IsRegular() {
		return nil, &worktree.Error{Code: worktree.FileNotRegular, Detail: name}
	}
	return text, err
}
