package main

import (
	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/fix_actions/spec"
)

func newSchema(_ *globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [FORMAT]",
		Short: "Print the JSON Schema of a format.",
		Long:  "FORMAT is artifact (the default) or fix-actions.",
		Args:  takesOne,

		ValidArgsFunction: cobra.FixedCompletions([]cobra.Completion{"artifact", "fix-actions"}, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			schema := artifact.Schema
			if len(args) > 0 {
				switch args[0] {
				case "artifact":
				case "fix-actions":
					schema = spec.Schema
				default:
					return mistake("%s: unknown format; the formats are artifact and fix-actions", args[0])
				}
			}
			_, err := env.stdout.Write(schema())
			return err
		},
	}
}
