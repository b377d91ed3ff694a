package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/session"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// tellUndeclared lists the files that no target names. Under the strict
// policy they are an error.
func (c *checkCmd) tellUndeclared(ctx context.Context, env *environment, ws *workspace.Workspace, files []string, opts pipeline.Options) error {
	if !undeclared.IsWorkspace(ws.Root()) {
		return cli.Mistake("--undeclared: %s is not the root of a Bazel workspace: it has no MODULE.bazel; name another with --root", ws.Root())
	}
	command, err := session.FindBazel(c.Bazel, env.Dir)
	if err != nil {
		return err
	}
	build := &bazel.Build{Command: command, Dir: ws.Root(), Server: session.Server(ws.Root()), Stderr: env.Stderr}
	declared, err := build.Declared(ctx, false)
	if err != nil {
		return fmt.Errorf("check: files without a target: %w", err)
	}
	found, err := undeclared.Find(ctx, ws, declared, undeclared.ScopeOf([]string{session.Everything}, "."), opts)
	if err != nil {
		return fmt.Errorf("check: files without a target: %w", err)
	}
	asked := map[string]bool{}
	for _, file := range files {
		asked[file] = true
	}
	found = slices.DeleteFunc(found, func(file string) bool { return !asked[file] })
	if len(found) == 0 {
		return nil
	}
	var text strings.Builder
	(&report.Undeclared{Files: env.Shown(ws.Root()).All(found)}).Text(&text, "")
	if opts.Policy == policy.Strict {
		return &cli.FindingsError{What: "check: " + text.String()}
	}
	fmt.Fprintf(env.Stderr, "autofix: %s\n", strings.ReplaceAll(text.String(), "\nlist", "\nautofix: list"))
	return nil
}
