package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/internal/version"
)

func newVersion(_ *globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version.",
		Long:  `"autofix --version" prints it, too.`,
		Args:  takesNone,

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(env.stdout, "autofix %s\n", version.Version)
			return err
		},
	}
}
