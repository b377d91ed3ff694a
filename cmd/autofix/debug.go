package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type debugCmd struct {
	Paths []string
	Draft string
	Out   string
}

func newDebug(flags *cli.Globals, env *environment) *cobra.Command {
	var c debugCmd
	cmd := &cobra.Command{
		Use:   "debug --draft=FILE --out=FILE [flags] [PATH...]",
		Short: "Complete the output of the aspect autofix_debug for a target.",
		Long: `PATHS are the sources of the target.

Adds what is not known before the action runs: whether a source is a folder, whether it is left alone by default, and why it is not validated against its schema.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			c.Paths = args
			return c.Run(cmd.Context(), flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	cli.Required(f.Text(&c.Draft, "draft", "FILE", "The output as the build knows it: lines that begin with two spaces, a path and a colon."))
	cli.Required(f.Text(&c.Out, "out", "FILE", "Write the completed output here."))
	return cmd
}

// Run writes the draft, and prints the corrections.
func (c *debugCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	draft, err := env.readInput(c.Draft)
	if err != nil {
		return err
	}
	source := workspace.OpenDeclared(env.Dir)
	files, folders, err := source.List(c.Paths)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	tools := env.Tools()
	config, err := env.declaredConfig(flags, tools)
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(draft), "\n")
	var corrected []string
	correct := func(path, fate string) {
		begins := "  " + path + ": "
		line := begins + fate + "\n"
		for i := range lines {
			if strings.HasPrefix(lines[i], begins) {
				lines[i] = line
			}
		}
		corrected = append(corrected, line)
	}
	for _, folder := range folders {
		correct(folder, "skipped: "+pipeline.WhyNoFolder)
	}
	for _, file := range pipeline.ByDefault(source, files, config) {
		correct(file.Path, "left alone: "+file.Reason)
	}
	notes, err := pipeline.Explain(ctx, source, files, pipeline.Options{Tools: tools, Config: config})
	if err != nil {
		return err
	}
	for _, note := range notes {
		begins := "  " + note.Path + ": "
		line := begins + note.Text + "\n"
		last := len(lines) - 1
		for i := range lines {
			if strings.HasPrefix(lines[i], begins) {
				last = i
			}
		}
		lines = slices.Insert(lines, last+1, line)
		corrected = append(corrected, line)
	}
	if len(corrected) > 0 {
		if _, err := io.WriteString(env.Stdout, lines[0]+strings.Join(corrected, "")); err != nil {
			return err
		}
	}
	return env.writeFile(c.Out, func(w writer) error {
		_, err := io.WriteString(w, strings.Join(lines, ""))
		return err
	})
}
