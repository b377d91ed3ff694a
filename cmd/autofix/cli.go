package main

import (
	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/internal/version"
)

// globals holds the flags of every verb.
type globals struct {
	Root        string
	Config      string
	ConfigPath  string
	FoundConfig []string
	ToolConfig  []string
}

// Verbs are listed as they are added, the common ones first.
func init() { cobra.EnableCommandSorting = false }

// newCommand returns the command line of autofix, whose subcommands are the
// verbs. It can parse only one command line.
func newCommand(env *environment) *cobra.Command {
	root := &cobra.Command{
		Use:  "autofix VERB [flags] [arguments]",
		Long: description,
		Args: cobra.ArbitraryArgs,

		Version: version.Version,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownVerb(cmd, args[0])
			}
			return cmd.Help()
		},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return completeFlags(cmd) },

		DisableAutoGenTag:     true,
		DisableFlagsInUseLine: true,
		SilenceErrors:         true,
		SilenceUsage:          true,
	}
	root.SetIn(env.stdin)
	root.SetOut(env.stdout)
	root.SetErr(env.stderr)
	root.SetFlagErrorFunc(flagMisused)
	root.SetHelpFunc(showHelp)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetVersionTemplate("autofix {{.Version}}\n")
	root.Flags().Bool("version", false, "Print the version.")

	var flags globals
	f := flagSet{root.PersistentFlags()}
	f.SortFlags = false
	f.BoolP("help", "h", false, "Show help.")
	fromVariable(f.text(&flags.Root, "root", "DIR", "The workspace folder. Default: $BUILD_WORKSPACE_DIRECTORY, else the nearest folder at or above the working folder that has MODULE.bazel or .git, else the working folder."), "AUTOFIX_ROOT")
	fromVariable(f.text(&flags.Config, "config", "FILE", "Use this configuration for all files, instead of the nearest autofix.toml at or above each file."), "AUTOFIX_CONFIG")
	f.text(&flags.ConfigPath, "config-path", "PATH", "The path of the file that --config was made from by strip-config: messages name it, and globs are relative to its folder.").Hidden = true
	f.list(&flags.FoundConfig, "found-config", "FILE", "An autofix.toml, by its workspace path, for the files in its folder and below. No other one is used. Repeatable.").Hidden = true
	f.list(&flags.ToolConfig, "tool-config", "FILE", "A configuration file of another tool, by its workspace path, such as .editorconfig, .gitattributes, .hadolint.yaml, go.mod or a docker buildx bake file. It applies to the files that would find it, and no other file of its kind is used. Repeatable.")
	f.list(&flags.ToolConfig, "editorconfig", "FILE", "An old name of --tool-config.").Hidden = true

	for _, verb := range []func(*globals, *environment) *cobra.Command{
		newCheck, newFix, newMerge, newActions, newCanonicalize, newBazelFix, newRender, newGate, newRunChecker,
		newStripConfig, newAnalyze, newAICheck, newProve, newDebug, newCopy, newRecover, newTrust, newRules, newExplain, newSchema, newCompletion, newMan, newVersion,
	} {
		root.AddCommand(verb(&flags, env))
	}
	help := newHelp()
	root.AddCommand(help)
	root.SetHelpCommand(help)
	for _, verb := range root.Commands() {
		verb.DisableFlagsInUseLine = true
	}
	return root
}
