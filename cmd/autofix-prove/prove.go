package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/cmd/internal/proveverb"
	"github.com/rules-autofix/rules_autofix/internal/prove"
	provecommand "github.com/rules-autofix/rules_autofix/internal/prove/command"
	"github.com/rules-autofix/rules_autofix/internal/prove/pullrequest/trigger"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// A proveCmd is a command line of the verb.
type proveCmd struct {
	proveverb.Flags
	Command []string
	asks    *trigger.Request // of Event
}

func newProve(flags *cli.Globals, env *cli.Environment) *cobra.Command {
	var c proveCmd
	return proveverb.New(&c.Flags, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 && c.Verify == "" {
			args = c.DefaultCommand
		}
		if len(args) > 0 {
			words, err := provecommand.Words(args)
			if err != nil {
				return &cli.UsageError{Err: fmt.Errorf("prove: %w", err)}
			}
			c.Command = words
		}
		return c.Run(cmd.Context(), flags, env)
	})
}

// Run makes a proof.
func (c *proveCmd) Run(ctx context.Context, flags *cli.Globals, env *cli.Environment) error {
	if c.Clean {
		return c.clean(env)
	}
	if err := c.readEvent(env); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if c.Publish != "" {
		return c.publishFolder(ctx, flags, env)
	}
	s, err := c.open(ctx, flags, env)
	if err != nil {
		return err
	}
	defer s.close()
	ctx, stop := context.WithTimeoutCause(ctx, s.settings.Timeout, fmt.Errorf("the proof has used up its %s; give more with --timeout, and go on with --resume", s.settings.Timeout))
	defer stop()
	if c.Estimate {
		return s.estimate(ctx)
	}
	result, err := prove.Run(ctx, s.options)
	s.stopTick()
	if result == nil {
		s.discard()
		return proofError(err)
	}
	return s.finish(ctx, result, err)
}

// check finds flags that do not go together.
func (c *proveCmd) check() error {
	var given []string
	for _, source := range []struct {
		flag string
		is   bool
	}{
		{"--patch", c.Patch != ""},
		{"--artifact", len(c.Artifact) > 0},
		{"--verify-evidence", c.Verify != ""},
		{"--script", c.Script != ""},
		{"--replay", c.Replay != ""},
		{"--engine", c.Engine != ""},
	} {
		if source.is {
			given = append(given, source.flag)
		}
	}
	switch {
	case len(given) > 1:
		return cli.Mistake("%s: each says where the patch comes from; give one", strings.Join(given, " and "))
	case c.Verify != "" && len(c.Command) > 0:
		return cli.Mistake("--verify-evidence takes the command from the evidence; leave COMMAND out")
	case c.Publish != "" && (len(given) > 0 || c.DryRun || c.Estimate || c.Resume || c.OpenPR || c.Setup != "" || c.SignKey != ""):
		return cli.Mistake("--publish makes no proof: give the flags that are about one to the run that makes it")
	case c.Publish != "":
		return nil
	case c.Verify == "" && len(c.Command) == 0:
		return cli.Mistake(`prove needs the command that fails, such as: autofix prove --patch=fix.diff -- go test ./...`)
	case c.DryRun && (c.Patch != "" || len(c.Artifact) > 0 || c.Verify != ""):
		return cli.Mistake("--dry-run shows the patch of an engine, and the patch is given")
	case (c.NoTests == "") != (c.Instead == ""):
		return cli.Mistake("--no-tests-because and --instead go together: say what guards against the fault instead of a test")
	case c.VerifyKey != "" && c.Verify == "":
		return cli.Mistake("--verify-key needs --verify-evidence")
	case c.OpenPR && (c.DryRun || c.Estimate):
		return cli.Mistake("--open-pr needs a proof")
	}
	return nil
}

// clean removes old evidence.
func (c *proveCmd) clean(env *cli.Environment) error {
	state, err := prove.StateFolder()
	if err != nil {
		return err
	}
	n, err := prove.Clean(state, time.Now())
	fmt.Fprintf(env.Stdout, "autofix: removed %s from %s\n", report.NumberOf(n, "old proof"), state)
	return err
}
