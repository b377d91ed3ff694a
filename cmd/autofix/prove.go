package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/prove"
	provecommand "github.com/rules-autofix/rules_autofix/prove/command"
	"github.com/rules-autofix/rules_autofix/prove/pullrequest/trigger"
	"github.com/rules-autofix/rules_autofix/report"
)

type proveCmd struct {
	Command        []string
	DefaultCommand []string
	Repo           string
	Setup          string
	IncludeChanges bool
	Engine         string
	Attempts       int
	Timeout        string
	Issue          string
	Patch          string
	Artifact       []string
	Verify         string
	Script         string
	Record         string
	Replay         string
	Artifacts      string
	Set            []string
	Trust          bool
	KeepHunks      bool
	NoTests        string
	Instead        string
	Resume         bool
	DryRun         bool
	Estimate       bool
	JSON           bool
	Clean          bool
	OpenPR         bool
	Publish        string
	Event          string
	asks           *trigger.Request // of Event
	SignKey        string
	VerifyKey      string
}

func newProve(flags *cli.Globals, env *environment) *cobra.Command {
	var c proveCmd
	cmd := &cobra.Command{
		Use:   "prove [flags] -- COMMAND...",
		Short: "Take a failing command to a patch, with evidence that the command fails before it and passes after it.",
		Long: `Runs COMMAND on the last commit, where it must fail, asks an engine for a test and a fix, or takes a patch that is given, and runs the command and the tests around the change with and without it, in a sandbox and in a copy: your files stay as they are.

The verdict is the exit code: 0 proven, 1 weak, inconclusive or refuted, 2 a mistake in what was asked for, 3 the machine failed. The evidence is in a folder of your own, which the last line names.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
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
		},
	}
	f := cli.FlagsOf(cmd)
	f.Text(&c.Repo, "repo", "DIR", "A folder of the repository. Default: the working folder.")
	f.Text(&c.Setup, "setup", "COMMAND", "Run this first, with the network, such as \"npm ci\". What it installs stays for all runs.")
	f.Arguments(&c.DefaultCommand, "default-command", "WORD", "A word of the command to prove if none is given: bazel run //:prove has those of its target. Repeatable.")
	f.Toggle(&c.IncludeChanges, "include-changes", "Start from the files as they are, instead of the last commit.")
	f.Text(&c.Engine, "engine", "NAME", "Who proposes a patch: acp, openai or none. Default: engine of [prove].")
	f.Number(&c.Attempts, "attempts", 0, "Ask for this many different patches, and take the one that is proven best. Default: attempts of [prove].")
	f.Text(&c.Timeout, "timeout", "DURATION", "How long the proof may take in all, such as 30m. Default: timeout of [prove].")
	f.Text(&c.Issue, "issue", "N|URL", "An issue of the repository on GitHub. Its text is sent to the engine as data.")
	f.Text(&c.Patch, "patch", "FILE", "Prove this patch. No model is asked. - is the standard input.")
	f.List(&c.Artifact, "artifact", "FILE", "Prove the fixes of this artifact or plan of autofix. Repeatable.")
	f.Text(&c.Verify, "verify-evidence", "FILE", "Make the proof of this evidence.json again, with the patch.diff beside it, and compare.")
	f.Text(&c.Script, "script", "FILE", "Take the answers of an engine from this file, for tests of a set-up.")
	f.Text(&c.Record, "record", "DIR", "Record questions and answers in this folder, without secrets.")
	f.Text(&c.Replay, "replay", "DIR", "Take the answers from a recording instead of an engine.")
	f.Text(&c.Artifacts, "artifacts", "DIR", "Write the evidence to this folder, which is outside of the repository. Default: a folder below your state folder.")
	f.List(&c.Set, "set", "KEY=VALUE", "Set a key of [prove], such as openai.model=NAME or runs=5. Repeatable.")
	f.Toggle(&c.Trust, "trust-workspace", "Let autofix.toml in the root of the repository set all keys of [prove], in this run.")
	f.Toggle(&c.KeepHunks, "keep-hunks", "Keep the parts of a proposed patch that no test needs.")
	f.Text(&c.NoTests, "no-tests-because", "REASON", "Accept a patch without a test. The reason is in the evidence. Needs --instead.")
	f.Text(&c.Instead, "instead", "TEXT", "What guards against the fault instead of a test.")
	f.Toggle(&c.Resume, "resume", "Go on with the last proof that was interrupted, with the same command and settings.")
	f.Toggle(&c.DryRun, "dry-run", "Reproduce, find the place, ask, and show the patch. Nothing is applied or verified.")
	f.Toggle(&c.Estimate, "estimate", "Reproduce once, and say how many commands, questions and tokens a proof takes at most. Nobody is asked.")
	f.Toggle(&c.JSON, "json", "Print the summary as JSON.")
	f.Toggle(&c.Clean, "clean", "Remove the evidence of proofs that are older than 30 days.")
	f.Toggle(&c.OpenPR, "open-pr", "Push a branch and open a pull request if the patch is proven, a draft if it is weak, and else comment on the issue.")
	f.Text(&c.Publish, "publish", "FOLDER", "Publish the finished proof in this folder, as --open-pr does, and run nothing.")
	f.Text(&c.Event, "github-event", "FILE", "Take COMMAND and the issue from this event of GitHub Actions, if who asks may write to the repository.")
	f.Text(&c.SignKey, "sign-key", "FILE", "Sign the attestation with this private key, in PEM.")
	f.Text(&c.VerifyKey, "verify-key", "FILE", "With --verify-evidence: check the signature of the attestation with this public key, in PEM.")
	return cmd
}

// Run makes a proof.
func (c *proveCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	if env.Alone {
		pipeline.BoundHeap()
	}
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
func (c *proveCmd) clean(env *environment) error {
	state, err := prove.StateFolder()
	if err != nil {
		return err
	}
	n, err := prove.Clean(state, time.Now())
	fmt.Fprintf(env.Stdout, "autofix: removed %s from %s\n", report.NumberOf(n, "old proof"), state)
	return err
}
