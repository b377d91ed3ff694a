package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// version is printed by `autofix version` and contained in artifacts.
// MODULE.bazel defines it; a test checks that they agree. It is not stamped, so
// that every build has the same version.
const version = "0.1.0"

func newVersion(_ *globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version.",
		Long:  `"autofix --version" prints it, too.`,
		Args:  takesNone,

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(env.stdout, "autofix %s\n", version)
			return err
		},
	}
}
