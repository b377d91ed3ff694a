// Package cli contains the common parts of the programs in cmd: flags and help,
// the reading of arguments, and exit codes.
package cli

import (
	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/internal/version"
)

// Globals holds the flags of every verb.
type Globals struct {
	Root        string
	Config      string
	ConfigPath  string
	FoundConfig []string
	ToolConfig  []string
	Color       string
}

// Given returns the flags of this command that the next one needs as well.
func (g *Globals) Given() []string {
	var flags []string
	if g.Root != "" {
		flags = append(flags, "--root="+g.Root)
	}
	if g.Config != "" {
		flags = append(flags, "--config="+g.Config)
	}
	for _, file := range g.ToolConfig {
		flags = append(flags, "--tool-config="+file)
	}
	return flags
}

// Verbs are listed as they are added, the common ones first.
func init() { cobra.EnableCommandSorting = false }

// NewRoot returns a command line of autofix, whose subcommands are the verbs
// that a function makes for the flags of every verb. It can parse only one
// command line.
func NewRoot(env *Environment, long string, verbs func(*Globals) []*cobra.Command) *cobra.Command {
	root := &cobra.Command{
		Use:  "autofix VERB [flags] [arguments]",
		Long: long,
		Args: cobra.ArbitraryArgs,

		Version: version.Version,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownVerb(cmd, args[0])
			}
			return cmd.Help()
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return CompleteFlags(cmd) },

		DisableAutoGenTag:     true,
		DisableFlagsInUseLine: true,
		SilenceErrors:         true,
		SilenceUsage:          true,
	}
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	root.SetFlagErrorFunc(flagMisused)
	root.SetHelpFunc(showHelp)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetVersionTemplate("autofix {{.Version}}\n")
	root.Flags().Bool("version", false, "Print the version.")

	var flags Globals
	f := FlagSet{root.PersistentFlags()}
	f.SortFlags = false
	f.BoolP("help", "h", false, "Show help.")
	FromVariable(f.Text(&flags.Root, "root", "DIR", "The workspace folder. Default: $BUILD_WORKSPACE_DIRECTORY, else the nearest folder at or above the working folder that has MODULE.bazel or .git, else the working folder."), "AUTOFIX_ROOT")
	FromVariable(f.Text(&flags.Config, "config", "FILE", "Use this configuration for all files, instead of the nearest autofix.toml at or above each file."), "AUTOFIX_CONFIG")
	f.Text(&flags.ConfigPath, "config-path", "PATH", "The path of the file that --config was made from by strip-config: messages name it, and globs are relative to its folder.").Hidden = true
	f.List(&flags.FoundConfig, "found-config", "FILE", "An autofix.toml, by its workspace path, for the files in its folder and below. No other one is used. Repeatable.").Hidden = true
	f.List(&flags.ToolConfig, "tool-config", "FILE", "A configuration file of another tool, by its workspace path, such as .editorconfig, .gitattributes, .hadolint.yaml, go.mod or a docker buildx bake file. It applies to the files that would find it, and no other file of its kind is used. Repeatable.")
	f.List(&flags.ToolConfig, "editorconfig", "FILE", "An old name of --tool-config.").Hidden = true

	FromVariable(f.Choice(&flags.Color, "color", []string{"auto", "always", "never"}, "Whether text has colors. auto: on a terminal, unless variables such as NO_COLOR say otherwise."), "AUTOFIX_COLOR")

	root.AddCommand(verbs(&flags)...)
	help := newHelp()
	root.AddCommand(help)
	root.SetHelpCommand(help)
	for _, verb := range root.Commands() {
		verb.DisableFlagsInUseLine = true
	}
	return root
}
