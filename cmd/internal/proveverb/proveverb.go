// Package proveverb contains the flags and the help of `autofix prove`. autofix
// shows them, checks a command line against them, and starts autofix-prove,
// which obeys them.
package proveverb

import (
	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
)

// Program is the name of the program that makes proofs.
const Program = "autofix-prove"

// Flags are the flags of the verb.
type Flags struct {
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
	SignKey        string
	VerifyKey      string
}

// New returns the verb, which stores its flags in c and calls run.
func New(c *Flags, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "prove [flags] -- COMMAND...",
		Short: "Take a failing command to a patch, with evidence that the command fails before it and passes after it.",
		Long: `Runs COMMAND on the last commit, where it must fail, asks an engine for a test and a fix, or takes a patch that is given, and runs the command and the tests around the change with and without it, in a sandbox and in a copy: your files stay as they are.

The verdict is the exit code: 0 proven, 1 weak, inconclusive, not accepted or refuted, 2 a mistake in what was asked for, 3 the machine failed. The evidence is in a folder of your own, which the last line names.`,
		Args: cobra.ArbitraryArgs,
		RunE: run,
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
	f.Text(&c.Script, "script", "FILE", "Take the answers of an engine from this file, for tests of a setup.")
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
