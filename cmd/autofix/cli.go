package main

import "github.com/spf13/cobra"

// globals are the flags that every verb takes.
type globals struct {
	Root       string
	Config     string
	ToolConfig []string
}

// Verbs are listed as they are added, the common ones first.
func init() { cobra.EnableCommandSorting = false }

// newCommand returns the command line of autofix, whose commands are the verbs.
// It holds one parsed command line, not several.
func newCommand(env *environment) *cobra.Command {
	root := &cobra.Command{
		Use:  "autofix VERB [flags] [arguments]",
		Long: description,
		Args: cobra.ArbitraryArgs,
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

	var flags globals
	f := flagSet{root.PersistentFlags()}
	f.SortFlags = false
	f.BoolP("help", "h", false, "Show help.")
	fromVariable(f.text(&flags.Root, "root", "DIR", "The workspace. Default: $BUILD_WORKSPACE_DIRECTORY, else the nearest folder up with MODULE.bazel or .git, else the working folder."), "AUTOFIX_ROOT")
	fromVariable(f.text(&flags.Config, "config", "FILE", "The configuration for all files, instead of the nearest autofix.toml upward from each."), "AUTOFIX_CONFIG")
	f.list(&flags.ToolConfig, "tool-config", "FILE", "A configuration file of another tool, by its path in the workspace, such as .editorconfig, .gitattributes, .hadolint.yaml, go.mod or a file for docker buildx bake. It holds for the files that it would be found from, and no other of its kind is looked for. Repeatable.")
	f.list(&flags.ToolConfig, "editorconfig", "FILE", "An old name of --tool-config.").Hidden = true

	for _, verb := range []func(*globals, *environment) *cobra.Command{
		newCheck, newFix, newMerge, newCanonicalize, newBazelFix, newGate, newRunChecker,
		newDebug, newCopy, newRecover, newRules, newExplain, newSchema, newCompletion, newMan, newVersion,
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
