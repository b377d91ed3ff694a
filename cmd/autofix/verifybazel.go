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
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/verify"
	"github.com/rules-autofix/rules_autofix/verify/shadow"
)

const (
	// idleSeconds is how long the Bazel server of a shadow waits for the next
	// run before it ends. A new server would load and analyze everything again.
	idleSeconds = 600
	// shutdownGrace is how long that server may take to end.
	shutdownGrace = 30 * time.Second
)

// A judgeOf returns Bazel in a shadow, and a function that ends its work.
// failed says that the run was interrupted or failed, so that no process may be
// left.
type judgeOf func(ctx context.Context, tree *shadow.Tree) (server *verify.Bazel, end func(failed bool), err error)

// bazelJudge returns the judge that builds with Bazel. command is its program,
// and userRoot the --output_user_root of the person's server, which has the
// repository cache; "" is the default.
func (v *verification) bazelJudge(command, userRoot string, flags []string) judgeOf {
	return func(ctx context.Context, tree *shadow.Tree) (*verify.Bazel, func(bool), error) {
		c := &client.Client{
			Bazel: command, Dir: tree.Dir, Env: verifyEnv(), OutputBase: filepath.Join(tree.State, "output_base"),
			Startup: []string{fmt.Sprintf("--max_idle_secs=%d", idleSeconds), "--shutdown_on_low_sys_mem"},
		}
		if userRoot != "" {
			c.Startup = append(c.Startup, "--output_user_root="+userRoot)
		}
		// It is there if the run before was killed, and its server may still build.
		running := filepath.Join(tree.State, "running")
		if _, err := os.Lstat(running); err == nil {
			if err := c.TakeOver(ctx); err != nil {
				return nil, nil, err
			}
		} else if err := os.WriteFile(running, nil, 0o600); err != nil {
			return nil, nil, err
		}
		judge := &verify.Bazel{Client: c, Dir: tree.Dir, Universe: v.Universe, Flags: append(inSandbox(tree.Root), ownTargets(flags)...)}
		return judge, func(failed bool) {
			if failed {
				ctx, cancel := context.WithTimeout(context.Background(), shutdownGrace)
				defer cancel()
				if c.Shutdown(ctx) != nil {
					return // it ends later without help
				}
			}
			_ = os.Remove(running)
		}, nil
	}
}

// inSandbox returns the flags that let sandboxed actions read the person's
// workspace, to which the files of a shadow are links. A sandbox has its own
// /tmp.
func inSandbox(root string) []string {
	if below, err := filepath.Rel("/tmp", root); err == nil && filepath.IsLocal(below) {
		return []string{"--sandbox_add_mount_pair=" + root}
	}
	return nil
}

// ownTargets removes the flags that name the targets of the checks.
func ownTargets(flags []string) []string {
	return slices.DeleteFunc(slices.Clone(flags), namesTargets)
}

// bazelJudge returns the judge of the workspace at root.
func (c *fixCmd) bazelJudge(env *environment, root string) judgeOf {
	return func(ctx context.Context, tree *shadow.Tree) (*verify.Bazel, func(bool), error) {
		if !isBazelWorkspace(root) {
			return nil, nil, &cli.UsageError{Err: fmt.Errorf("--verify: %s is not a Bazel workspace: it has no MODULE.bazel or WORKSPACE; name a command with --verify-command", root)}
		}
		command, err := bazel.FindCommand(c.Bazel, env.Dir)
		if err != nil {
			return nil, nil, &cli.UsageError{Err: fmt.Errorf("--verify: %w; install Bazelisk, name a command with --bazel or AUTOFIX_BAZEL, or verify without Bazel with --verify-command", err)}
		}
		return c.verification.bazelJudge(command, "", c.BazelFlag)(ctx, tree)
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
