package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// version is what `autofix version` prints and what artifacts name. MODULE.bazel decides; a test holds this to it, so
// that every build says the same, stamped by nothing.
const version = "0.1.0"

func newVersion(_ *globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version.",
		Args:  takesNone,

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(env.stdout, "autofix %s\n", version)
			return err
		},
	}
}
