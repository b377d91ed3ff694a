package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/autofixai/objective"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/spec"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// schemas are the formats that have a JSON Schema, the default first.
var schemas = []struct {
	name   string
	schema func() []byte
}{
	{"artifact", artifact.Schema},
	{"fix-actions", spec.Schema},
	{"ai-fix", objective.Schema},
	{"evidence", evidence.Schema},
}

func newSchema(_ *cli.Globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [FORMAT]",
		Short: "Print the JSON Schema of a format.",
		Long:  "FORMAT is artifact (the default), fix-actions, ai-fix: the data of a fix that a checker leaves to an agent, or evidence: what `autofix prove` writes.",
		Args:  cli.TakesOne,

		ValidArgsFunction: cobra.FixedCompletions(schemaNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, format := range schemas {
				if len(args) == 0 || args[0] == format.name {
					_, err := env.Stdout.Write(format.schema())
					return err
				}
			}
			return cli.Mistake("%s: unknown format; the formats are %s", args[0], strings.Join(schemaNames(), ", "))
		},
	}
}

func schemaNames() []string {
	var names []string
	for _, format := range schemas {
		names = append(names, format.name)
	}
	return names
}
