package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rules-autofix/rules_autofix/bazel"
	"github.com/rules-autofix/rules_autofix/bazel/client"
	"github.com/rules-autofix/rules_autofix/verify"
	"github.com/rules-autofix/rules_autofix/verify/shadow"
)

// shutdownGrace is how long the Bazel server of a shadow may take to end.
const shutdownGrace = 30 * time.Second

// A judgeOf returns the judge that works in a shadow, and what ends it.
type judgeOf func(tree *shadow.Tree) (verify.Judge, func(), error)

// bazelJudge returns the judge that builds with Bazel. command is its program,
// and userRoot the --output_user_root of the person's server, which has the
// repository cache; "" is the default.
func (v *verification) bazelJudge(env *environment, command, userRoot string, flags []string) judgeOf {
	return func(tree *shadow.Tree) (verify.Judge, func(), error) {
		c := &client.Client{
			Bazel: command, Dir: tree.Dir, Env: verifyEnv(), OutputBase: filepath.Join(tree.State, "output_base"), Stderr: env.stderr,
		}
		if userRoot != "" {
			c.Startup = append(c.Startup, "--output_user_root="+userRoot)
		}
		quiet := []string{"--ui_event_filters=-info,-debug,-warning"}
		if !env.terminal {
			quiet = append(quiet, "--noshow_progress")
		}
		judge := &verify.Bazel{Client: c, Dir: tree.Dir, Universe: v.Universe, Flags: append(quiet, ownTargets(flags)...)}
		return judge, func() {
			ctx, cancel := context.WithTimeout(context.Background(), shutdownGrace)
			defer cancel()
			c.Stderr = nil
			_ = c.Shutdown(ctx) // it ends by itself later
		}, nil
	}
}

// ownTargets removes the flags that name the targets of the checks.
func ownTargets(flags []string) []string {
	return slices.DeleteFunc(slices.Clone(flags), namesTargets)
}

// bazelJudge returns the judge of the workspace at root.
func (c *fixCmd) bazelJudge(env *environment, root string) judgeOf {
	return func(tree *shadow.Tree) (verify.Judge, func(), error) {
		if !isBazelWorkspace(root) {
			return nil, nil, &usageError{err: fmt.Errorf("--verify: %s is not a Bazel workspace: it has no MODULE.bazel or WORKSPACE; name a command with --verify-command", root)}
		}
		command, err := bazel.FindCommand(c.Bazel, env.dir)
		if err != nil {
			return nil, nil, &usageError{err: fmt.Errorf("--verify: %w; install Bazelisk, name a command with --bazel or AUTOFIX_BAZEL, or verify without Bazel with --verify-command", err)}
		}
		return c.verification.bazelJudge(env, command, "", c.BazelFlag)(tree)
	}
}

// isBazelWorkspace reports whether a folder is the root of a Bazel workspace.
func isBazelWorkspace(root string) bool {
	for _, name := range []string{"MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE"} {
		if _, err := os.Stat(filepath.Join(root, name)); err == nil {
			return true
		}
	}
	return false
}
