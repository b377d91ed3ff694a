package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/cmd/internal/proveverb"
	"github.com/rules-autofix/rules_autofix/cmd/internal/suggestverb"
	"github.com/rules-autofix/rules_autofix/internal/companion"
)

func newProve(_ *cli.Globals, env *environment) *cobra.Command {
	return proveverb.New(new(proveverb.Flags), env.handOver)
}

func newSuggest(_ *cli.Globals, env *environment) *cobra.Command {
	return suggestverb.New(new(suggestverb.Flags), env.handOver)
}

// handOver lets autofix-prove take over the command line. It returns only with
// an error.
func (e *environment) handOver(cmd *cobra.Command, _ []string) error {
	path, err := companion.Find(proveverb.Program)
	if err == nil {
		var code int
		if code, err = companion.Exec(path, e.args); err == nil {
			os.Exit(code)
		}
	}
	return fmt.Errorf("%s: %w", cmd.Name(), err)
}
