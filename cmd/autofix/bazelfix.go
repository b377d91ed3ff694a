package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/verify"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/internal/bazel/session"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

type bazelFixCmd struct {
	Targets []string

	selection
	verification
	aiFlags
	bazelBase
	Commits           commitFlags
	Undeclared        string
	UndeclaredDefault string
	UndeclaredConfig  string
	AllowEmpty        bool

	Aspect     string
	Bazel      string
	BazelFlag  []string
	FixCommand string
}

func newBazelFix(flags *cli.Globals, env *environment) *cobra.Command {
	var c bazelFixCmd
	cmd := &cobra.Command{
		Use:   bazelFixVerb + " --aspect=ASPECT [flags] [TARGET...] [-- BAZEL FLAGS]",
		Short: "Build checks with Bazel and apply their fixes, as bazel run //:fix does.",
		Long: `TARGETS are target patterns as Bazel takes them, //... by default; -//PATTERN leaves some out. The arguments after -- are passed to bazel build as flags.

Builds the checks of TARGETS with Bazel, merges the proposed fixes into one plan, and writes all files in one transaction. Then builds again, until nothing is pending. Exits 1 if a finding of severity error is left, or if a file has changed since it was checked. If a check fails, or a package or target does not build, the others are fixed and the exit code is 3; under --policy=strict nothing is written. Only the configuration of --config and --tool-config is used: pass the files that the checks use.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Targets = args
			if dash := cmd.ArgsLenAtDash(); dash >= 0 {
				c.Targets = args[:dash]
				c.BazelFlag = append(c.BazelFlag, args[dash:]...)
			}
			c.Targets = unmarked(c.Targets)
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	c.selection.declare(f)
	c.verification.declare(f)
	c.aiFlags.declare(f)
	cli.FromVariable(f.Optional(&c.Undeclared, "undeclared", modes(undeclared.Modes()...), "What to do about files of known kinds that no target names, in the folders that the target patterns name. count says how many there are, if //... is among the patterns. report lists them. unchecked also lists the files that a target names but no check reads, with the reason. fix checks and fixes them too. fail lists them and exits 1. ignore does not look for them. Default: --undeclared-default, else count."), "AUTOFIX_UNDECLARED")
	f.Optional(&c.UndeclaredDefault, "undeclared-default", modes(undeclared.Modes()...), "What --undeclared is if it is not given and a target pattern names a folder: the attribute undeclared of the fix target.")
	cli.FromVariable(f.Choice(&c.UndeclaredConfig, "undeclared-config", modes(undeclared.Report, undeclared.Fail, undeclared.Ignore), "What to do about configuration files that would apply to a checked file but that the checks do not have: autofix.toml, .editorconfig, .gitattributes, .hadolint.yaml, go.mod, or the configuration of another formatter. report says which lines declare them, and leaves the layout of files for which they would count as it is. fail does so and exits 1. ignore does not look for them."), "AUTOFIX_UNDECLARED_CONFIG")
	c.bazelBase.declare(f)
	c.Commits.declare(f)
	f.Toggle(&c.AllowEmpty, "allow-empty", "Succeed even if no file was checked.")
	cli.Required(f.Text(&c.Aspect, "aspect", "ASPECT", "The aspect that has the artifacts in its output group autofix_artifact."))
	cli.FromVariable(f.Text(&c.Bazel, "bazel", "COMMAND", "The Bazel command. Default: bazel, else bazelisk, from the PATH."), "AUTOFIX_BAZEL")
	f.List(&c.BazelFlag, "bazel-flag", "FLAG", "A flag to pass to bazel build. Repeatable.")
	f.Text(&c.FixCommand, "fix-command", "COMMAND", "The command that started this run, for messages.")
	return cmd
}

// Run builds and fixes.
func (c *bazelFixCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	env.growHeap()
	opts, err := c.options(env)
	if err != nil {
		return err
	}
	if env, err = c.claimStdout(env); err != nil {
		return err
	}
	if c.Base != "" && c.UndeclaredDefault == "fix" {
		c.UndeclaredDefault = ""
	}
	settings := c.settings(env)
	if err := settings.Patterns(env.Listed); err != nil {
		return err
	}
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	if env.Listed && len(c.Targets) == 0 { // an empty list
		c.record(&opts, ws)
		return c.selection.finish(env, &pipeline.Result{}, report.SummaryOf(&pipeline.Result{}, &opts, c.preview()))
	}
	settings.Config = env.configFiles(flags)
	settings.Config.Declared = true
	if opts.Config, err = pipeline.LoadConfig(ws, settings.Config, nil, opts.Tools); err != nil {
		return err
	}
	opts.Shown = env.Shown(ws.Root())
	settings.Shown = opts.Shown
	if err := c.bazelBase.begin(ctx, ws, c.Mode, c.Undeclared, &opts); err != nil {
		return err
	}
	run, err := session.Open(ctx, ws, settings, &opts)
	if err != nil {
		return err
	}
	if !opts.DryRun {
		// Half-written files of a killed run must not be checked.
		if _, err := ws.Recover(ctx); err != nil {
			return fmt.Errorf("bazel-fix: %w", err)
		}
	}
	if err := c.Commits.begin(ctx, env, ws, c.Mode, &opts); err != nil {
		return err
	}
	c.CheckOnly = c.Mode == "check"
	asks, err := c.aiFlags.begin(env, ws, flags, &opts)
	if err != nil {
		return err
	}
	c.Agents = asks.Verifies(true)
	build := run.Build()
	server := verify.Server{UserRoot: build.Server.OutputUserRoot, Flags: c.BazelFlag, Find: func() (string, error) { return build.Command, nil }}
	verifying, err := c.verification.begin(env, ws.Root(), &opts, server, c.Certify)
	if err != nil {
		return err
	}
	c.record(&opts, ws)
	count := ""
	result, err := run.Run(ctx, env.announce, func(artifacts []*artifact.Artifact) (err error) {
		if err := env.knownRules(c.Rule, opts.Tools.Checkers, artifacts); err != nil || c.Base == "" {
			return err
		}
		env.Say("building the checks of %s", inert.Line(c.Base))
		beside := verify.Settings{Root: ws.Root(), Bazel: server, Progress: env}
		count, err = c.bazelBase.compare(ctx, ws, beside, *build, artifacts, &opts)
		return err
	})
	asks.Finish()
	err = c.Commits.finish(ctx, ofRounds(result), err)
	err = errors.Join(err, verifying.Finish(ctx, opts.Shown))
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	if err != nil {
		err = run.Explain(err, result != nil)
	}
	if result == nil {
		return c.stand(env, nil, asks.Judge(err))
	}
	if count != "" {
		env.Say("%s", count)
	}
	s := run.Summary(result, len(c.Rule) == 0 && !c.printsFormat())
	if c.Base != "" {
		s.Fix = "" // it applies the fixes of old findings too
	}
	s.Patch = c.patchHint(env, ws.Root())
	s.Download = c.download(&opts)
	c.Commits.report(s)
	asks.Report(s)
	verifying.Report(s)
	return c.stand(env, s, asks.Judge(c.finish(env, run, result, s, err)))
}

// ofRounds returns the result of rounds, which may be nil.
func ofRounds(result *rounds.Result) *pipeline.Result {
	if result == nil {
		return nil
	}
	return &result.Result
}

// settings returns the settings of the run, except for its configuration.
func (c *bazelFixCmd) settings(env *environment) session.Settings {
	how := slices.Concat(c.Commits.flags(), c.aiFlags.flags(), c.verification.flags())
	s := session.Settings{
		Targets: c.Targets, Flags: c.BazelFlag, Aspect: c.Aspect, Bazel: c.Bazel, AllowEmpty: c.AllowEmpty,
		Undeclared: c.Undeclared, UndeclaredDefault: c.UndeclaredDefault, UndeclaredConfig: c.UndeclaredConfig,
		FixCommand: c.FixCommand, Chosen: slices.Concat(c.selection.flags(), how), Mode: c.Mode, Preview: c.preview(),
		Dir: env.Dir, Terminal: env.Terminal, Progress: env, Stderr: env.Stderr, Checking: env.progress("checking files without a target:", nil),
	}
	if c.Safety == string(fixedits.SafetySafe) {
		trusting := c.selection
		trusting.Safety = string(fixedits.SafetySuggestion)
		s.Trusting = slices.Concat(trusting.flags(), how)
	}
	return s
}

// finish prints the result of the rounds, and judges it. After a failure, the
// result has the writes of the preceding rounds, if any.
func (c *bazelFixCmd) finish(env *environment, run *session.Session, result *rounds.Result, s *report.Summary, failure error) error {
	if err := c.writeReports(env, &result.Result, s); err != nil {
		return errors.Join(failure, err)
	}
	if failure != nil {
		// The remaining findings are unknown after a failure.
		fmt.Fprintln(env.Stdout, "autofix: written before the failure:")
		for i := range result.Files {
			fmt.Fprintf(env.Stdout, "  %s\n", s.Shown.Of(result.Files[i].Path))
		}
		return failure
	}
	verdict := c.show(env, &result.Result, s)
	if result.Unbuilt != nil {
		verdict = run.Partly(result, verdict)
	}
	notes := env.Stdout
	if s.Preview && c.Mode != "check" {
		notes = env.Stderr
	}
	run.Hints(env.Stdout, notes, &result.Result)
	for _, err := range run.Judge() {
		verdict = told(env, verdict, err)
	}
	return report.Judged(run.Crashed(result), s.Shown, verdict)
}

// told returns the worse of the verdict of a run and another error, and prints
// the other one.
func told(env *environment, verdict, found error) error {
	var findings *cli.FindingsError
	if verdict == nil || errors.As(verdict, &findings) && findings.What == "" {
		return found
	}
	if errors.As(verdict, &findings) {
		cli.PrintError(env.Stderr, verdict)
		return found
	}
	cli.PrintError(env.Stderr, found)
	return verdict
}

// modes returns modes as flag values, the default first.
func modes(all ...undeclared.Mode) []string {
	words := make([]string, len(all))
	for i, mode := range all {
		words[i] = string(mode)
	}
	return words
}
