package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/policy"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

type checkCmd struct {
	Paths  []string
	Format string
	Policy string
	checkOutputs
	Certify  bool
	Without  []string
	Declared bool
}

func newCheck(flags *globals, env *environment) *cobra.Command {
	var c checkCmd
	cmd := &cobra.Command{
		Use:   "check [flags] [PATH...]",
		Short: "Check files and report findings, without writing any source.",
		Long: `PATHS are the files and folders to check. Default: the working folder.

Runs every checker on the files that it handles. Findings fail the command only under --policy=strict. A checker that fails on a file always does (exit 3): nothing is known about that file, the other files are checked, and no artifact is written. --verbose also lists the files that have a schema and are not validated against it, and why.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Paths = args
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := flagsOf(cmd)
	fromVariable(f.choice(&c.Format, "format", []string{"text", "files", "json", "sarif", "github", "rdjson"}, "What to print. files prints the names of the files that have findings."), "AUTOFIX_FORMAT")
	fromVariable(f.choice(&c.Policy, "policy", policies, "strict exits 1 while a safe fix is pending or an error is found; permissive never fails because of findings."), "AUTOFIX_POLICY")
	c.declare(f)
	fromVariable(f.toggle(&c.Certify, "certify", "Also certify fixes of Dockerfiles: BuildKit translates each without and with the fix."), "AUTOFIX_CERTIFY")
	f.commaList(&c.Without, "without", "CHECKER", "Skip a checker, such as text. Repeatable.")
	f.toggle(&c.Declared, "declared", "Treat PATHS as the declared inputs of a build action: read them as they are, through links, and use no configuration except --config and --tool-config. Files that it excludes are skipped.")
	return cmd
}

// Run checks, prints the findings, and judges.
func (c *checkCmd) Run(ctx context.Context, flags *globals, env *environment) error {
	printed := ""
	if c.Format != "text" {
		printed = "--format=" + c.Format
	}
	env, err := c.claimStdout(env, printed)
	if err != nil {
		return err
	}
	tools := env.tools()
	if err := knownCheckers(c.Without, tools.Checkers); err != nil {
		return err
	}
	source, files, folders, opts, err := c.open(ctx, flags, env, tools)
	if err != nil {
		return err
	}
	opts.Tools.Checkers = tools.Checkers.Without(c.Without...)
	opts.Policy = policy.Policy(c.Policy)
	if c.Certify {
		opts.Certify = certifyDockerfile
	}
	if c.Format == "files" && !c.made() && opts.Policy != policy.Strict {
		opts.Tools.Checkers = opts.Tools.Checkers.Bare() // only the file of a finding is shown
	}
	if ws, ok := source.(*workspace.Workspace); ok {
		defer ws.Close()
	}
	opts.Progress = env.progress("checking")
	checked, err := pipeline.Check(ctx, source, files, c.Origin, opts)
	env.progressDone()
	if err != nil {
		return err
	}
	checked.PassOver(folders)
	checked.Artifact.Without = tools.Checkers.Known(c.Without)
	text := report.TextOptions{Files: checked.Files, Fix: c.fixCommand(), Verbose: c.Verbose, Each: "--verbose lists each"}
	if c.Declared {
		text.Each = "the artifact has each"
	}
	findings, changes, err := c.write(ctx, env, checked, opts, text)
	if err != nil {
		return err
	}
	text.Color = env.color
	if err := c.print(env, findings, text); err != nil {
		return judged(checked.Crashed, err)
	}
	if c.Verbose && c.Format == "text" {
		if err := writeNotes(ctx, env.stdout, source, files, opts); err != nil {
			return err
		}
	}
	if ws, ok := source.(*workspace.Workspace); ok && c.Diff != "" && changes {
		if hint := env.patchHint(ws.Root(), c.Diff); hint != "" {
			fmt.Fprintf(env.stderr, "autofix: %s\n", hint)
		}
	}
	verdict := policy.Judge([]*artifact.Artifact{checked.Artifact}, opts.Selection().Fate)
	if opts.Policy == policy.Strict && !verdict.Open() {
		return judged(checked.Crashed, &findingsError{})
	}
	return judged(checked.Crashed, nil)
}

// writeNotes lists the files that a checker leaves alone although something
// requests its check.
func writeNotes(ctx context.Context, w writer, source pipeline.Source, files []string, opts pipeline.Options) error {
	notes, err := pipeline.Explain(ctx, source, files, opts)
	if err != nil {
		return err
	}
	for _, note := range notes {
		fmt.Fprintf(w, "autofix: %s: %s\n", report.OneLine(note.Path), report.OneLine(note.Text))
	}
	return nil
}

// knownCheckers returns an error if a name is not that of a checker.
func knownCheckers(names []string, checkers *checks.Registry) error {
	for _, name := range names {
		if known := checkers.Names(); !slices.Contains(known, name) {
			slices.Sort(known)
			return mistake("--without=%s: unknown checker%s; the checkers are %s", name, didYouMean(name, known), strings.Join(known, ", "))
		}
	}
	return nil
}

// open returns the source to read from, the files to check, the options with
// their configuration, and the folders among the inputs of an action.
func (c *checkCmd) open(ctx context.Context, flags *globals, env *environment, tools pipeline.Tools) (source pipeline.Source, files, folders []string, opts pipeline.Options, err error) {
	opts = pipeline.Options{Tools: tools}
	if c.Declared {
		source, files, folders, err = env.openDeclared(flags, c.Paths, &opts)
		return source, files, folders, opts, err
	}
	source, files, err = env.openPaths(ctx, flags, c.Paths, &opts)
	return source, files, nil, opts, err
}

// print prints the findings. An action that writes them to a file prints only
// their number here, and nothing if there are none.
func (c *checkCmd) print(env *environment, f *report.Findings, text report.TextOptions) error {
	switch c.Format {
	case "files", "json", "rdjson": // these formats cannot contain them
		if err := f.Notes(env.stderr); err != nil {
			return err
		}
	}
	switch {
	case c.Format != "text":
	case c.Declared && f.Empty():
		return f.Notes(env.stdout)
	case c.Brief:
		return errors.Join(report.Brief(env.stdout, f, c.Origin), f.Notes(env.stdout))
	}
	return printFindings(env.stdout, c.Format, f, text)
}

// printFindings writes findings in a format of --format.
func printFindings(w writer, format string, f *report.Findings, text report.TextOptions) error {
	switch format {
	case "files":
		return report.Files(w, f)
	case "json":
		if f.Crashed() {
			return nil // an artifact is either complete or absent
		}
		return report.JSON(w, f)
	case "sarif":
		return report.SARIF(w, f)
	case "github":
		return report.GitHub(w, f)
	case "rdjson":
		return report.RDJSON(w, f)
	}
	return report.Text(w, f, text)
}

// fixCommand returns the command that applies the fixes. In an action it is
// empty: the build prints the command.
func (c *checkCmd) fixCommand() string {
	if c.Declared {
		return ""
	}
	return withPaths("autofix fix", c.Paths)
}
