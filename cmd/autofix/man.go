package main

import (
	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
)

func newMan(_ *cli.Globals, env *environment) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "man --out=DIR",
		Short: "Write the man pages of autofix.",
		Long:  "Writes autofix.1 and a page for each verb, such as autofix-check.1.",
		Args:  cli.TakesNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cli.WriteManPages(cmd.Root(), env.Absolute(out))
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cli.Required(cli.FlagsOf(cmd).Text(&out, "out", "DIR", "The folder to write to, such as /usr/local/share/man/man1. It is created if needed."))
	return cmd
}
