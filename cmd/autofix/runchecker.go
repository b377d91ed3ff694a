package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline/programs"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/adapters"
	formats "github.com/rules-autofix/rules_autofix/internal/adapters/builtin"
	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/adapters/external"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

type runCheckerCmd struct {
	Paths         []string
	Checker       string
	Program       string
	ProgramOutput []string
	Arg           []string
	Env           []string
	Output        string
	ExitCode      []int
	Stream        string
	Pattern       string
	NoFiles       bool
	SafetyOf      []string
	rewriteFlags
	checkOutputs
}

func newRunChecker(flags *cli.Globals, env *environment) *cobra.Command {
	c := runCheckerCmd{Output: "artifact"}
	cmd := &cobra.Command{
		Use:   "run-checker --checker=NAME {--program=FILE | --program-output=FILE} [flags] [PATH...]",
		Short: "Run a checker of your own on files, as an autofix_checker does.",
		Long: `PATHS are the files to check. A folder is skipped, with a finding.

Runs one program on all files, in the working folder, and writes its findings as "autofix check" does. Generated files and files that the configuration excludes are skipped; only the configuration of --config and --tool-config is used. The program has failed (exit 3) if it cannot be run, exits with another code, is killed by a signal, writes no output or malformed output, reports files that it was not given, or changes a file.

With --program-output, no program runs: its output has been written by another action.

With --in-place, the program fixes files by writing to them, and with --output=text, it is a formatter that prints the new text of one file. It then runs in a private copy of the files and of --data, and what it changes becomes fixes.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Paths = args
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	cli.Required(f.Text(&c.Checker, "checker", "NAME", "The checker's name, for artifacts, summaries and the tag no-autofix-NAME."))
	f.Text(&c.Program, "program", "FILE", "The executable.")
	f.List(&c.ProgramOutput, "program-output", "FILE", "The output of a program that another action ran, instead of --program. A folder is that of nogo, and has a nogo.patch if nogo found something. What it says about other files than PATHS is left to their own checks. Repeatable.")
	f.Arguments(&c.Arg, "arg", "ARG", "An argument of the program. {files}, as a whole argument, stands for the files, and {files_list} for a file with their paths, one per line; without either, the files come last. {out} stands for the file that the program writes its output to; without it, that is standard output. {{NAME}} becomes {NAME}, and ${NAME} is left alone. Repeatable.")
	f.List(&c.Env, "env", "NAME=VALUE", "A variable of the program's environment, in addition to the few fixed ones. Repeatable.")
	f.Text(&c.Output, "output", "FORMAT", "The format of the program's output: "+strings.Join(formats.Formats(), ", ")+", dockerfile-shellcheck, or text. With text, the program is a formatter that prints the new text of one file, and runs for each. With dockerfile-shellcheck, it is shellcheck, the files are Dockerfiles, and it gets the scripts of their RUN instructions.")
	f.Text(&c.Pattern, "pattern", "REGEXP", "The parts of a line of the format lines, as named groups in the syntax of Go: file, line and message, and optionally column, endLine, endColumn, severity and code.")
	f.Numbers(&c.ExitCode, "exit-code", []int{0}, "An exit code of the program that means success, whether or not it found something. Repeatable.")
	f.Choice(&c.Stream, "stream", []string{"stdout", "stderr"}, "Where the program writes its output, if no argument is {out}.")
	f.Toggle(&c.NoFiles, "no-files", "The arguments name the files that the program reads: those of the command line are not added.")
	f.List(&c.SafetyOf, "safety-of", "RULE=SAFETY", "The safety of the fixes of one rule, with formats whose output does not say it: safe, suggestion or unsafe. It goes before --safety. Repeatable.")
	c.rewriteFlags.declare(f)
	c.checkOutputs.declare(f)
	return cmd
}

// Run runs the checker and prints its findings.
func (c *runCheckerCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	opts := pipeline.Options{Tools: env.Tools()}
	if err := c.validate(opts.Tools.Checkers); err != nil {
		return &cli.UsageError{Err: fmt.Errorf("command line: %w", err)}
	}
	env, err := c.claimStdout(env, "")
	if err != nil {
		return err
	}
	source, files, folders, err := env.openDeclared(flags, c.Paths, &opts)
	if err != nil {
		return err
	}
	checker := &external.Checker{
		Name:      c.Checker,
		Program:   c.Program,
		Reports:   c.ProgramOutput,
		Args:      c.Arg,
		Env:       c.Env,
		Dir:       env.Dir,
		Unsaid:    fixedits.Safety(c.Safety),
		UnsaidOf:  c.safetyOf(),
		ExitCodes: c.ExitCode,
		Stderr:    c.Stream == "stderr",
		NoFiles:   c.NoFiles,
	}
	if c.rewrites(c.Output) {
		checker.Format.Name = c.Output
		checker.Rewrite = programs.Rewrite(c.use(), c.Data, &opts)
		checker.Timeout = time.Duration(c.Timeout) * time.Second
	} else if c.Output == declared.Dockerfile {
		programs.AsShellcheck(checker)
	} else if checker.Format, err = formats.FormatOf(c.Output, c.Pattern); err != nil {
		return &cli.UsageError{Err: fmt.Errorf("command line: --pattern: %w", err)}
	}
	var refused []*adapters.Refusal
	checked, err := pipeline.CheckBy(ctx, source, files, func(ctx context.Context, files []fixedits.Snapshot) (found *artifact.Artifact, err error) {
		found, refused, err = checker.Check(ctx, c.Origin, files)
		return found, err
	}, opts)
	if failed, ok := errors.AsType[*external.Error](err); ok {
		failed.Target = c.Origin
	}
	if err != nil {
		return err
	}
	report.Refused(env.Stderr, "checker "+c.Checker, refused, nil)
	checked.PassOver(folders)
	checked.Mistagged(c.TagMistake, c.Paths)
	text := report.TextOptions{Files: checked.Files, Verbose: c.Verbose, Each: "the artifact has each"}
	findings, _, err := c.write(ctx, env, checked, opts, "text", text)
	if err != nil {
		return report.Judged(checked.Crashed, nil, err)
	}
	if findings.Empty() {
		return report.Judged(checked.Crashed, nil, findings.Notes(env.Stdout, nil))
	}
	if c.Brief {
		return report.Judged(checked.Crashed, nil, report.Brief(env.Stdout, findings, c.Origin, c.reportPlace()))
	}
	text.Color = env.color
	return report.Judged(checked.Crashed, nil, report.Text(env.Stdout, findings, text))
}

// validate rejects a name that tags and summaries would confuse with the name
// of a built-in checker, and invalid formats and variables.
func (c *runCheckerCmd) validate(builtin *checks.Registry) error {
	if taken := append(builtin.Names(), builtin.Tool.Name); slices.Contains(taken, c.Checker) {
		return fmt.Errorf("--checker=%s: a built-in checker has that name; give yours another than %s", c.Checker, strings.Join(taken, ", "))
	}
	if names := declared.Formats(); !slices.Contains(names, c.Output) {
		return fmt.Errorf("--output=%s: unknown format%s; the formats are %s", c.Output, config.DidYouMean(c.Output, names), strings.Join(names, ", "))
	}
	if err := c.rewriteFlags.validate(c.Output); err != nil {
		return err
	}
	if err := c.checkSource(); err != nil {
		return err
	}
	if err := c.checkUse(); err != nil {
		return err
	}
	for _, one := range c.SafetyOf {
		if rule, safety, _ := strings.Cut(one, "="); rule == "" || !slices.Contains(safeties, safety) {
			return fmt.Errorf("--safety-of=%s: write RULE=SAFETY, where SAFETY is %s", one, strings.Join(safeties, ", "))
		}
	}
	for _, variable := range c.Env {
		if name, _, ok := strings.Cut(variable, "="); !ok || name == "" {
			return fmt.Errorf("--env=%s: no variable; write NAME=VALUE", variable)
		}
	}
	return nil
}

// safetyOf returns the safety of the fixes of single rules.
func (c *runCheckerCmd) safetyOf() map[string]fixedits.Safety {
	all := make(map[string]fixedits.Safety, len(c.SafetyOf))
	for _, one := range c.SafetyOf {
		rule, safety, _ := strings.Cut(one, "=")
		all[rule] = fixedits.Safety(safety)
	}
	return all
}

// use returns how the program is used.
func (c *runCheckerCmd) use() *declared.Use {
	return &declared.Use{
		Args: c.Arg, Format: c.Output, InPlace: c.InPlace, Pattern: c.Pattern,
		Phase: c.Phase, Safety: c.Safety, Stream: c.Stream, NoFiles: c.NoFiles,
	}
}

// checkUse rejects flags that contradict each other.
func (c *runCheckerCmd) checkUse() error {
	m := c.use().Mistake("--in-place")
	switch {
	case m == nil:
		return nil
	case m.Key == "args":
		return fmt.Errorf("--arg=%w", m)
	case m.Value == "":
		return fmt.Errorf("--%s: %w", strings.ReplaceAll(m.Key, "_", "-"), m)
	}
	return fmt.Errorf("--%s=%s: %w", m.Key, m.Value, m)
}

// checkSource rejects flags for a program without one, and for both a program
// and reports.
func (c *runCheckerCmd) checkSource() error {
	switch {
	case c.Program != "" && len(c.ProgramOutput) > 0:
		return fmt.Errorf("--program-output=%s: read instead of running a program: leave out one of them", c.ProgramOutput[0])
	case c.Program != "":
		return nil
	case len(c.ProgramOutput) == 0:
		return errors.New("name the executable with --program, or its output with --program-output")
	case c.rewrites(c.Output) || c.Output == declared.Dockerfile:
		return fmt.Errorf("--program-output=%s: only for programs that report findings, and not for --in-place, text and %s", c.ProgramOutput[0], declared.Dockerfile)
	case len(c.Arg) > 0:
		return fmt.Errorf("--arg=%s: only for --program", c.Arg[0])
	case len(c.Env) > 0:
		return fmt.Errorf("--env=%s: only for --program", c.Env[0])
	case c.Stream == "stderr":
		return errors.New("--stream=stderr: only for --program")
	case c.NoFiles:
		return errors.New("--no-files: only for --program")
	}
	return nil
}
