package main

import (
	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

func newSchema(_ *globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the artifact.",
		Args:  takesNone,

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := env.stdout.Write(artifact.Schema())
			return err
		},
	}
}
