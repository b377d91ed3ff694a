package main

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/verify"
)

// verification holds the flags for verifying fixes by builds and tests.
type verification struct{ verify.Settings }

func (v *verification) declare(f cli.FlagSet) {
	cli.FromVariable(f.Optional(&v.Level, "verify", config.VerifyLevels, "Build what depends on the fixes, or build and test it, in a shadow of the workspace before anything is written. Fixes that break a target are left out. Default: what [verify] in autofix.toml says, else none."), "AUTOFIX_VERIFY")
	cli.FromVariable(f.CommaList(&v.Universe, "verify-universe", "PATTERN", "The targets among which --verify looks for those that depend on the fixes. Default: //... Repeatable."), "AUTOFIX_VERIFY_UNIVERSE")
	cli.FromVariable(f.Optional(&v.Unaffected, "verify-unaffected", []string{verify.KeepUnaffected, verify.DropUnaffected}, "What to do with fixes of files that no target depends on. Default: keep safe ones, drop the others."), "AUTOFIX_VERIFY_UNAFFECTED")
	cli.FromVariable(f.Text(&v.Command, "verify-command", "COMMAND", "Verify all fixes with this command, such as 'go test ./...', instead of Bazel. It runs in a copy of the workspace, without a shell; exit code 0 is green."), "AUTOFIX_VERIFY_COMMAND")
}

// flags returns the flags that verify in the same way.
func (v *verification) flags() []string {
	var flags []string
	if v.Level != "" {
		flags = append(flags, "--verify="+v.Level)
	}
	for _, pattern := range v.Universe {
		flags = append(flags, "--verify-universe="+pattern)
	}
	if v.Unaffected != "" {
		flags = append(flags, "--verify-unaffected="+v.Unaffected)
	}
	if v.Command != "" {
		flags = append(flags, "--verify-command="+v.Command)
	}
	return flags
}

// begin adds the verification to the options of a run in the workspace at root.
func (v *verification) begin(env *environment, root string, opts *pipeline.Options, server verify.Server, certify bool) (*verify.Session, error) {
	if v.Command != "" {
		if v.Level == config.VerifyLevels[policy.LevelNone] {
			return nil, cli.Mistake("--verify=none and --verify-command exclude each other")
		}
		if len(v.Universe) > 0 {
			return nil, cli.Mistake("--verify-universe and --verify-command exclude each other: the command verifies all fixes")
		}
	}
	v.Root, v.Dir, v.Bazel, v.Certify, v.Progress = root, env.Dir, server, certify, env
	session, err := verify.Begin(v.Settings, opts)
	if err != nil {
		return nil, cli.Mistake("--verify-command: %v", err)
	}
	return session, nil
}

// server returns the Bazel that verifies fixes in the workspace at root.
func (c *fixCmd) server(env *environment, root string) verify.Server {
	return verify.Server{Flags: c.BazelFlag, Find: func() (string, error) {
		if !undeclared.IsWorkspace(root) {
			return "", &cli.UsageError{Err: fmt.Errorf("--verify: %s is not a Bazel workspace: it has no MODULE.bazel or WORKSPACE; name a command with --verify-command", root)}
		}
		command, err := bazel.FindCommand(c.Bazel, env.Dir)
		if err != nil {
			return "", &cli.UsageError{Err: fmt.Errorf("--verify: %w; install Bazelisk, name a command with --bazel or AUTOFIX_BAZEL, or verify without Bazel with --verify-command", err)}
		}
		return command, nil
	}}
}
