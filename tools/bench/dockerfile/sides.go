//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/formatting"
	format "github.com/rules-autofix/rules_autofix/formatting/dockerfile"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// withoutSecrets is the configuration that disables the rule that runs
// gitleaks.
const withoutSecrets = "[rules.\"dockerfile/secrets-in-code\"]\nseverity = \"off\"\n"

// check returns a function that checks all files in this process with a
// configuration.
func (b *bench) check(toml string) (func() error, error) {
	registry := checks.New(artifact.Tool{Name: "autofix", Version: "bench"}, dockerfile.New())
	c, err := config.Parse("autofix.toml", []byte(toml), registry.Sections())
	return func() error {
		for _, f := range b.files {
			if _, err := registry.Run(context.Background(), "", []checks.File{f}, c); err != nil {
				return err
			}
		}
		return nil
	}, err
}

// parse parses all files with BuildKit.
func (b *bench) parse() error {
	for _, f := range b.files {
		if _, err := parser.Parse(bytes.NewReader(f.Content)); err != nil {
			return fmt.Errorf("%s: BuildKit: %w\n%s", f.Path, err, f.Content)
		}
	}
	return nil
}

// lint parses all files with BuildKit and runs the parts of its linter that
// work without building.
func (b *bench) lint() error {
	warn := func(_, _, _, _ string, _ []parser.Range) {}
	for _, f := range b.files {
		result, err := parser.Parse(bytes.NewReader(f.Content))
		if err == nil {
			_, _, err = instructions.Parse(result.AST, linter.New(&linter.Config{Warn: warn}))
		}
		if err != nil {
			return fmt.Errorf("%s: BuildKit: %w\n%s", f.Path, err, f.Content)
		}
	}
	return nil
}

// format formats all files, and verifies each result like `autofix`.
func (b *bench) format() (func() error, error) {
	language, err := format.New(format.Options{KeepIndent: true})
	if err != nil {
		return nil, err
	}
	formats := formatting.NewRegistry(language)
	return func() error {
		for _, f := range b.files {
			if _, err := formats.Format(f.Path, f.Content); err != nil {
				return err
			}
		}
		return nil
	}, nil
}
