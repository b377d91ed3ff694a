package main

import (
	"fmt"
	"path/filepath"

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

Leaves out the sections that no check reads, such as [ai], comments and layout, so that the checks of a build do not run again when one of them changes. A mistake in such a section is a warning. Another one is an error, with its line, which checks no longer know.`,
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
	name := "stdin"
	if c.File != "-" {
		name = filepath.ToSlash(filepath.Clean(c.File))
	}
	text, err = pipeline.ConfigOfChecks(name, text, env.tools(), func(mistake error) {
		fmt.Fprintf(env.stderr, "autofix: warning: %v; no check reads that section, but the fix step does\n", mistake)
	})
	if err != nil {
		return err
	}
	return env.writeFile(c.Out, func(w writer) error {
		_, err := w.Write(text)
		return err
	})
}
