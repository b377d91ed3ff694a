package main

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/session"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/editor"
)

// bazel returns the functions of the server that build checks and find their
// artifacts.
func (c *lspCmd) bazel(env *environment) editor.Bazel {
	b := editor.Bazel{
		IsWorkspace: undeclared.IsWorkspace,
		Build: func(ctx context.Context, root string, patterns []string, stderr io.Writer) ([]string, error) {
			settings := session.Settings{
				Targets: patterns, Flags: c.BazelFlag, Aspect: cmp.Or(c.Aspect, session.DefaultAspect), Bazel: c.Bazel,
				Dir: env.Dir, Terminal: true, Stderr: stderr,
			}
			if err := settings.Patterns(false); err != nil {
				return nil, err
			}
			build, err := settings.BuildIn(root)
			if err != nil {
				return nil, err
			}
			built, err := build.Run(ctx)
			if err == nil && built.Failed != nil {
				err = built.Failed
			}
			return artifactsOf(built), err
		},
		ReadEvents: func(name string) ([]string, error) {
			built, err := session.ReadEvents(name)
			if err != nil {
				return nil, fmt.Errorf("--build-events: %w", err)
			}
			return artifactsOf(built), nil
		},
	}
	if c.BuildEvents != "" {
		b.Events = env.Absolute(c.BuildEvents)
	}
	return b
}

// artifactsOf returns the names of the artifacts of a build; nil has none.
func artifactsOf(built *bazel.Collection) (names []string) {
	if built == nil {
		return nil
	}
	for _, target := range built.Targets {
		for _, file := range target.Files {
			if file.Path != "" {
				names = append(names, file.Path)
			}
		}
	}
	return names
}
