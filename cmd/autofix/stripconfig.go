package main

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type stripConfigCmd struct {
	Files []string
	Out   string
}

func newStripConfig(flags *cli.Globals, env *environment) *cobra.Command {
	c := stripConfigCmd{Out: "-"}
	cmd := &cobra.Command{
		Use:   "strip-config [flags] FILE...",
		Short: "Write what checks read of configuration files.",
		Long: `Each FILE is an autofix.toml. Of several, each file that is checked has the nearest at or above it. Files that they extend must be given by --tool-config, unless they are among FILE.

Leaves out what no check of a build reads, such as [ai] and the commands of [checkers], comments and layout, so that the checks of a build do not run again when one of them changes. A mistake in such a section is a warning. Another one is an error, with its line, which checks no longer know.`,
		Args: cli.Needs("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			c.Files = args
			return c.Run(flags, env)
		},
	}
	f := cli.FlagsOf(cmd)
	f.Text(&c.Out, "out", "FILE", "Write the result here; - is standard output.")
	return cmd
}

// Run reads the files and writes one.
func (c *stripConfigCmd) Run(flags *cli.Globals, env *environment) error {
	given := givenFiles{Declared: workspace.OpenDeclared(env.Dir), texts: make(map[string][]byte)}
	var names []string
	for _, file := range c.Files {
		text, err := env.readInput(file)
		if err != nil {
			return err
		}
		name := "stdin"
		if file != "-" {
			name = filepath.ToSlash(filepath.Clean(file))
		}
		given.texts[name] = text
		names = append(names, name)
	}
	for _, file := range flags.ToolConfig {
		given.extended = append(given.extended, path.Clean(filepath.ToSlash(file)))
	}
	text, err := pipeline.ConfigOfChecks(given, names, env.Tools(), func(mistake error) {
		fmt.Fprintf(env.Stderr, "autofix: warning: %v; no check reads that section, but the fix step does\n", mistake)
	})
	if err != nil {
		return err
	}
	return env.writeFile(c.Out, func(w writer) error {
		_, err := w.Write(text)
		return err
	})
}

// givenFiles reads the files that the command was given, and no others, though
// they may be there.
type givenFiles struct {
	workspace.Declared
	texts    map[string][]byte
	extended []string
}

func (g givenFiles) Read(name string) ([]byte, error) {
	if text, ok := g.texts[name]; ok {
		return text, nil
	}
	if !slices.Contains(g.extended, name) {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return g.Declared.Read(name)
}
