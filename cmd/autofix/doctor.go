package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/setup/doctor"
)

type doctorCmd struct {
	Format string
	Bazel  string
}

func newDoctor(flags *cli.Globals, env *environment) *cobra.Command {
	var c doctorCmd
	cmd := &cobra.Command{
		Use:   "doctor [flags]",
		Short: "Examine the setup, and say how to fix it.",
		Long: `Examines the machine and the workspace: git, every autofix.toml and the globs in it that match nothing, the baseline, the programs of [checkers], hooks, sandboxes, the agent, and in a Bazel workspace the version, the toolchain, the target //:fix, the flags in .bazelrc, and the configuration that a build has and the command has otherwise.

Prints each result with its remedy. Exits 1 if there is a problem; a note is about something that not everybody needs. Nothing of the workspace is started, and no path outside of the workspace is printed, so that the output can be published.`,
		Args: cli.TakesNone,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.Run(cmd.Context(), flags, env) },
	}
	f := cli.FlagsOf(cmd)
	f.Choice(&c.Format, "format", []string{"text", "json"}, "What to print.")
	cli.FromVariable(f.Text(&c.Bazel, "bazel", "COMMAND", "The Bazel command to look for. Default: bazel, else bazelisk, from the PATH."), "AUTOFIX_BAZEL")
	return cmd
}

// Run examines the setup.
func (c *doctorCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	found, err := doctor.Examine(ctx, &doctor.Patient{
		Workspace: ws, Tools: env.Tools(), Bazel: c.Bazel, Dir: env.Dir, Agent: env.aiSource(ws, flags, &aiFlags{}),
	})
	if err != nil {
		return fmt.Errorf("doctor: %w", err)
	}
	write := found.Text
	if c.Format == "json" {
		write = found.JSON
	}
	if err := write(env.Stdout); err != nil {
		return err
	}
	if n := found.Count(doctor.Problem); n > 0 {
		return &cli.FindingsError{What: "doctor: " + report.NumberOf(n, "problem")}
	}
	return nil
}
