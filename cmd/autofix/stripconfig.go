package main

import (
	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/pipeline"
)

type stripConfigCmd struct {
	File string
	Out  string
}

func newStripConfig(_ *globals, env *environment) *cobra.Command {
	c := stripConfigCmd{Out: "-"}
	cmd := &cobra.Command{
		Use:   "strip-config [flags] FILE",
		Short: "Write what checks read of a configuration file.",
		Long: `FILE is an autofix.toml.

Leaves out the sections that no check reads, such as [ai], so that the checks of a build do not run again when one of them changes. What remains stays on its line. A file with mistakes is not refused: whatever reads it reports them.`,
		Args: needsOne("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			c.File = args[0]
			return c.Run(env)
		},
	}
	f := flagsOf(cmd)
	f.text(&c.Out, "out", "FILE", "Write the result here; - is standard output.")
	return cmd
}

// Run reads and writes one file.
func (c *stripConfigCmd) Run(env *environment) error {
	text, err := env.readInput(c.File)
	if err != nil {
		return err
	}
	return env.writeFile(c.Out, func(w writer) error {
		_, err := w.Write(pipeline.ConfigOfChecks(text, env.tools()))
		return err
	})
}
