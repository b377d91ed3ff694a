package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/process"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

type checkCmd struct {
	pathFlags
	baseFlags
	Import []string
	Format string
	Policy string
	checkOutputs
	programFlags
	Certify  bool
	Rule     []string
	Without  []string
	Declared bool

	Statistics bool
	Quiet      bool

	Undeclared bool
	Bazel      string

	watch checks.Watch
	freed int // findings that [rules] gate keeps from failing the check
}

func newCheck(flags *cli.Globals, env *environment) *cobra.Command {
	var c checkCmd
	cmd := &cobra.Command{
		Use:   "check [flags] [PATH...]",
		Short: "Check files and report findings, without writing any source.",
		Long: `PATHS are the files and folders to check. Default: the working folder; an empty list, as @FILE, checks nothing.

Runs every checker on the files that it handles. Exits 1 while a finding of severity error stands. Other findings fail the command only under --policy=strict, and none do under --declared. A checker that fails on a file always does (exit 3): nothing is known about that file, the other files are checked, and no artifact is written. --verbose also lists the files that have a schema and are not validated against it, and why.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Paths = args
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.List(&c.Import, "import", "NAME=FILE", fmt.Sprintf(importHelp, "Its findings are shown instead of checking PATHS."))
	cli.FromVariable(f.Optional(&c.Format, "format", report.OutputFormats(), formatHelp+" Default: full on a terminal, else text."), "AUTOFIX_FORMAT")
	cli.FromVariable(f.Choice(&c.Policy, "policy", policies, "permissive exits 1 only while an error is found; strict also while a safe fix is pending."), "AUTOFIX_POLICY")
	c.checkOutputs.declare(f)
	c.pathFlags.declare(f)
	c.pathFlags.declareChanges(f)
	c.baseFlags.declare(f)
	c.programFlags.declare(f)
	cli.FromVariable(f.Toggle(&c.Certify, "certify", "Also certify fixes of Dockerfiles: BuildKit translates each without and with the fix."), "AUTOFIX_CERTIFY")
	cli.FromVariable(f.CommaList(&c.Rule, "rule", "GLOB", "Report only these rules, such as format/go, DL3020, buildifier/* or text. Repeatable."), "AUTOFIX_RULE")
	f.CommaList(&c.Without, "without", "CHECKER", "Skip a checker, such as text. Repeatable.")
	f.Toggle(&c.Statistics, "statistics", "Print how many findings each rule has, instead of the findings.")
	f.Toggle(&c.Quiet, "quiet", "Print only findings of severity error, and no summary.")
	f.Toggle(&c.Declared, "declared", "Treat PATHS as the declared inputs of a build action: read them as they are, through links, and use no configuration except --config and --tool-config. Files that it excludes are skipped.")
	f.Toggle(&c.Undeclared, "undeclared", "Also list the checked files that no target of Bazel names, so that no action checks them. They fail the command under --policy=strict. Asks bazel query.")
	cli.FromVariable(f.Text(&c.Bazel, "bazel", "COMMAND", "The Bazel command of --undeclared. Default: bazel, else bazelisk, from the PATH."), "AUTOFIX_BAZEL")
	return cmd
}

// Run checks, prints the findings, and judges.
func (c *checkCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	printed := ""
	if !forPeople(c.Format) {
		printed = "--format=" + c.Format
	}
	env, err := c.claimStdout(env, printed)
	if err != nil {
		return err
	}
	c.Format = env.formatOf(c.Format, c.Brief || c.Declared)
	if c.Statistics && forPeople(c.Format) {
		c.Format = report.FullFormat
	}
	c.Brief = c.Brief && !env.read // on a terminal it is one line per finding
	env.verbose = c.Verbose
	tools := env.Tools()
	if err := pipeline.CheckGlobs(c.Rule); err != nil {
		return err
	}
	if c.Quiet && (c.Verbose || c.Statistics) {
		return cli.Mistake("--quiet excludes --verbose and --statistics: it prints only errors")
	}
	if c.Base != "" && (c.Declared || len(c.Import) > 0) {
		return cli.Mistake("--base excludes --declared and --import: it checks the files of a revision of git")
	}
	if c.Undeclared && (c.Declared || len(c.Import) > 0) {
		return cli.Mistake("--undeclared excludes --declared and --import: it is about files of the workspace")
	}
	checked, source, files, opts, err := c.checked(ctx, flags, env, tools)
	var shown report.Shown // the build prints the paths of an action
	if ws, ok := workspaceOf(source); ok {
		defer ws.Close()
		shown = env.Shown(ws.Root())
	}
	if err != nil {
		return err
	}
	if !forPeople(c.Format) {
		for _, line := range c.baseFlags.lines() {
			env.Say("%s", line)
		}
	}
	if len(c.Import) == 0 {
		checked.Artifact.Without = tools.Checkers.Known(c.Without)
	}
	text := report.TextOptions{Files: checked.Files, Shown: shown, Fix: c.fixCommand(), Verbose: c.Verbose, Each: "--verbose lists each"}
	if c.Declared {
		text.Each = "the artifact has each"
	}
	env.phase("merging")
	findings, changes, err := c.write(ctx, env, checked, opts, c.Format, text)
	env.ProgressDone()
	if err != nil {
		return err
	}
	err = report.Judged(checked.Crashed, shown, c.judge(checked.Artifact, opts))
	last := c.lastLines(env, source, checked, files, &opts, err == nil && !findings.Empty())
	if c.Format == report.FullFormat {
		c.next(&text, flags.Given())
	}
	text.Color, text.Screen, text.Notes = env.color, env.screen(), last
	text.Statistics, text.Quiet, text.Details = c.Statistics, c.Quiet, c.details(shown, files, &opts)
	if err := c.print(env, findings, changes, text); err != nil {
		return report.Judged(checked.Crashed, shown, err)
	}
	if c.Verbose && forPeople(c.Format) {
		if err := writeNotes(ctx, env.Stdout, source, files, opts, shown); err != nil {
			return err
		}
	}
	if ws, ok := workspaceOf(source); ok && c.Diff != "" && changes.Any {
		if hint := report.PatchHint(ws.Root(), env.Dir, c.Diff); hint != "" {
			fmt.Fprintf(env.Stderr, "autofix: %s\n", hint)
		}
	}
	if c.Format == "text" {
		for _, line := range last {
			fmt.Fprintf(env.Stdout, "autofix: %s\n", line)
		}
	}
	if ws, ok := workspaceOf(source); ok && c.Undeclared {
		if found := c.tellUndeclared(ctx, env, ws, files, opts); found != nil {
			err = told(env, err, found)
		}
	}
	return err
}

// details returns what --verbose tells on a terminal: which configuration
// counts, and how long each checker took.
func (c *checkCmd) details(shown report.Shown, files []string, opts *pipeline.Options) []string {
	if !c.Verbose {
		return nil
	}
	return append(configurations(shown, files, opts.Config), timesOf(&c.watch)...)
}

// lastLines returns the last lines for a person: which linters did not run, and
// why the check succeeds although it found something.
func (c *checkCmd) lastLines(env *environment, source pipeline.Source, checked *pipeline.Checked, files []string, opts *pipeline.Options, succeeds bool) []string {
	if !forPeople(c.Format) || c.Declared || c.Brief || c.Quiet {
		return nil
	}
	lines := c.baseFlags.lines()
	if ws, ok := workspaceOf(source); ok && len(c.Import)+len(c.Rule) == 0 {
		lines = append(lines, c.linters(env, ws, &c.pathFlags, files, checked.LeftAlone, checked.Files, opts)...)
	}
	if succeeds {
		lines = append(lines, whySuccess(opts.Policy, "pending safe fixes", c.freed))
	}
	return lines
}

// judge returns the error of a check whose findings fail it. The findings of a
// build action do so only under the strict policy, because the build needs the
// artifact anyway.
func (c *checkCmd) judge(a *artifact.Artifact, opts pipeline.Options) error {
	c.line.Config = opts.Config
	verdict := policy.Judge([]*artifact.Artifact{a}, opts.Selection().Fate, &c.line)
	c.freed = verdict.Freed
	if opts.Policy == policy.Strict && !verdict.Open() || !c.Declared && verdict.Errors > 0 {
		return &cli.FindingsError{}
	}
	return nil
}

// checked checks the files, or reads the reports. It also returns the source of
// the files, with an error too, the files that were checked, and the options
// with their configuration.
func (c *checkCmd) checked(ctx context.Context, flags *cli.Globals, env *environment, tools pipeline.Tools) (checked *pipeline.Checked, source pipeline.Source, files []string, opts pipeline.Options, err error) {
	if len(c.Import) > 0 {
		checked, source, opts, err = c.imported(ctx, flags, env, tools)
		return checked, source, nil, opts, err
	}
	source, files, folders, opts, err := c.open(ctx, flags, env, tools)
	if err != nil {
		return nil, nil, nil, opts, err
	}
	opts.Policy, opts.Rules = policy.Policy(c.Policy), c.Rule
	if err := c.selected(env, source, files, tools, &opts); err != nil {
		return nil, source, nil, opts, err
	}
	opts.Tools.Checkers = tools.Checkers.Without(c.Without...)
	if env.Terminal || c.Verbose {
		opts.Tools.Checkers = opts.Tools.Checkers.Watched(&c.watch)
	}
	if c.Certify {
		opts.Certify = env.certifier()
	}
	if c.Format == "files" && !c.made() && opts.Policy != policy.Strict && c.Base == "" && opts.Lines == nil {
		opts.Tools.Checkers = opts.Tools.Checkers.Bare() // only the file of a finding is shown
	}
	opts.Progress = env.progress("checking", &c.watch)
	checked, err = pipeline.Check(ctx, source, files, c.Origin, opts)
	env.ProgressDone()
	if err == nil {
		err = pipeline.ResolveRules("--rule=", c.Rule, pipeline.RulesIn([]*artifact.Artifact{checked.Artifact}))
	}
	if err == nil {
		pipeline.OnlyRules(checked.Artifact, c.Rule)
		env.tellOff(c.Rule, files, &opts)
		checked.PassOver(folders)
		checked.Mistagged(c.TagMistake, files)
		err = c.baseFlags.compare(ctx, checked, source, files, opts)
	}
	return checked, source, files, opts, err
}

// selected begins the checkers that the configuration declares, and returns an
// error if --without or --rule names something that does not exist.
func (c *checkCmd) selected(env *environment, source pipeline.Source, files []string, tools pipeline.Tools, opts *pipeline.Options) error {
	var others []string
	if ws, ok := workspaceOf(source); ok {
		var err error
		if others, err = c.programFlags.begin(env, ws, files, c.Without, opts); err != nil {
			return err
		}
	}
	if err := knownCheckers(c.Without, tools.Checkers, others); err != nil {
		return err
	}
	return env.knownRules(c.Rule, tools.Checkers, nil, others...)
}

// imported reads the reports of --import.
func (c *checkCmd) imported(ctx context.Context, flags *cli.Globals, env *environment, tools pipeline.Tools) (*pipeline.Checked, pipeline.Source, pipeline.Options, error) {
	opts := pipeline.Options{Tools: tools, Policy: policy.Policy(c.Policy)}
	switch {
	case len(c.Paths) > 0:
		return nil, nil, opts, cli.Mistake("--import and PATHS exclude each other: a report names its own files; check PATHS in a second run")
	case c.Declared || c.Certify || len(c.Without) > 0 || c.pathFlags.given():
		return nil, nil, opts, cli.Mistake("--import excludes --declared, --certify, --without, --strict-files, --no-exclude, --staged and --changed-lines: nothing is checked")
	}
	env.growHeapFor(c.Import)
	ws, artifacts, err := env.openArtifacts(ctx, flags, nil, c.Import, &opts)
	if err != nil {
		return nil, nil, opts, err
	}
	for i, a := range artifacts {
		if reason, n := pipeline.DropStale(a, opts.Stale); n > 0 {
			fmt.Fprintf(env.Stderr, "autofix: --import=%s: fixes for older files, which are not shown: %d (%s)\n", c.Import[i], n, inert.Line(reason.String()))
		}
	}
	if err := env.knownRules(c.Rule, tools.Checkers, artifacts); err != nil {
		return nil, ws, opts, err
	}
	opts.Rules = c.Rule
	one, err := pipeline.Together(artifacts, tools.Checkers.Tool)
	if err != nil {
		return nil, ws, opts, err
	}
	one.Tool = tools.Checkers.Tool // which has read the places of the others
	pipeline.OnlyRules(one, c.Rule)
	checked := pipeline.OfArtifact(ws, one)
	checked.LeftAlone = opts.LeftAlone
	return checked.Recorded(), ws, opts, nil
}

// tellOff prints which rules that --rule names are off, by default and in the
// configuration of all files: they find nothing.
func (e *environment) tellOff(names, files []string, opts *pipeline.Options) {
	for _, name := range names {
		rule, known := opts.Tools.Checkers.Rule(name)
		if known && rule.Severity == config.SeverityOff && !slices.ContainsFunc(files, func(file string) bool { return opts.Config.For(file).Severity(name) != "" }) {
			e.Say("--rule=%s: the rule is off; [rules.%q] of autofix.toml gives it a severity", name, name)
		}
	}
}

// formatHelp is the help of --format of verbs that show findings.
const formatHelp = "What to print. agent prints what a run of fix does not fix, in few words; files the names of the files that have findings; json the artifact; artifacts a list of artifacts, for `autofix fix --from`; diff and workspace-edit the changes that the fixes would make."

// writeNotes lists the files that a checker leaves alone although something
// requests its check.
func writeNotes(ctx context.Context, w writer, source pipeline.Source, files []string, opts pipeline.Options, shown report.Shown) error {
	notes, err := pipeline.Explain(ctx, source, files, opts)
	if err != nil {
		return err
	}
	for _, note := range notes {
		fmt.Fprintf(w, "autofix: %s: %s\n", inert.Line(shown.Of(note.Path)), inert.Line(note.Text))
	}
	return nil
}

// knownCheckers returns an error if no checker has one of the names. others are
// the checkers that the configuration declares.
func knownCheckers(names []string, checkers *checks.Registry, others []string) error {
	for _, name := range names {
		if known := slices.Concat(checkers.Names(), others); !slices.Contains(known, name) {
			slices.Sort(known)
			return cli.Mistake("--without=%s: unknown checker%s; the checkers are %s", name, config.DidYouMean(name, known), strings.Join(known, ", "))
		}
	}
	return nil
}

// open returns the source to read from, the files to check, the options with
// their configuration, and the folders among the inputs of an action.
func (c *checkCmd) open(ctx context.Context, flags *cli.Globals, env *environment, tools pipeline.Tools) (source pipeline.Source, files, folders []string, opts pipeline.Options, err error) {
	opts = pipeline.Options{Tools: tools}
	if c.Declared {
		if c.pathFlags.given() {
			return nil, nil, nil, opts, cli.Mistake("--declared excludes --strict-files, --no-exclude, --staged and --changed-lines: each input must exist, and none is checked that the configuration excludes")
		}
		source, files, folders, err = env.openDeclared(flags, c.Paths, &opts)
		return source, files, folders, opts, err
	}
	ws, files, err := env.openPaths(ctx, flags, &c.pathFlags, &opts)
	if ws != nil {
		source = c.pathFlags.tree(ws)
	}
	return source, files, nil, opts, err
}

// print prints the findings. An action that writes them to a file prints only
// their number here, and nothing if there are none.
func (c *checkCmd) print(env *environment, f *report.Findings, changes *report.Changes, text report.TextOptions) error {
	if format, ok := report.FormatNamed(c.Format); !ok || format.Silent {
		if err := f.Notes(env.Stderr, text.Shown); err != nil {
			return err
		}
	}
	if c.Quiet && forPeople(c.Format) {
		f = f.OnlyErrors()
	}
	switch {
	case c.Format != "text":
	case c.Declared && f.Empty():
		return f.Notes(env.Stdout, text.Shown)
	case c.Brief:
		return errors.Join(report.Brief(env.Stdout, f, c.Origin, c.reportPlace()), f.Notes(env.Stdout, text.Shown))
	}
	return report.Write(env.Stdout, c.Format, f, changes, text)
}

// fixCommand returns the command that applies the fixes. In an action it is
// empty: the build prints the command.
func (c *checkCmd) fixCommand() string { return c.fixWith(c.pathFlags.command) }

// fixWith returns the command that applies the fixes, with further flags and
// what paths makes of it.
func (c *checkCmd) fixWith(paths func(command string) string, flags ...string) string {
	if c.Declared {
		return ""
	}
	flags = slices.Concat([]string{"fix"}, flags, (&onlyNew{c.Base}).flags(), ruleFlags(c.Rule))
	if len(c.Import) > 0 {
		return process.CommandLine("autofix", append(flags, importFlags(c.Import)...)...)
	}
	return paths(process.CommandLine("autofix", append(flags, c.programFlags.flags()...)...))
}

// next sets the commands that come next, to paste.
func (c *checkCmd) next(text *report.TextOptions, flags []string) {
	preview := append(flags, "--mode=diff")
	text.Fix = c.fixWith(c.pathFlags.pasted, flags...)
	text.Preview = c.fixWith(c.pathFlags.pasted, preview...)
	text.Offered = c.fixWith(c.pathFlags.pasted, append(preview, "--safety="+string(fixedits.SafetyUnsafe))...)
}
