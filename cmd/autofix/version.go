package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

func newVersion(_ *cli.Globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version.",
		Long:  `"autofix --version" prints it, too.`,
		Args:  cli.TakesNone,

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(env.Stdout, "autofix %s\n", version.Version)
			return err
		},
	}
}
