package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Completes reports whether a completion script made this command line to
// request completions.
func Completes(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// RegisterCompletions registers the completions for the values of flags, by the
// placeholder of a value; nil: the shell completes files. cobra retains them
// until the process ends, so a worker must not call it.
func RegisterCompletions(root *cobra.Command, byPlaceholder map[string][]cobra.Completion) error {
	for _, verb := range append([]*cobra.Command{root}, root.Commands()...) {
		flags := OwnFlags(verb)
		if verb == root {
			flags = Listed(root.PersistentFlags())
		}
		for _, flag := range flags {
			flag.Usage, _, _ = strings.Cut(flag.Usage, ". ") // the part that shells show
			complete := completionOf(flag, byPlaceholder)
			if complete == nil {
				continue
			}
			if err := verb.RegisterFlagCompletionFunc(flag.Name, complete); err != nil {
				return err
			}
		}
	}
	return nil
}

// completionOf returns the completion function for the values of a flag, or nil
// if it takes none or they are files.
func completionOf(flag *pflag.Flag, byPlaceholder map[string][]cobra.Completion) cobra.CompletionFunc {
	if value, ok := flag.Value.(*Choice); ok {
		return words(value.Among)
	}
	placeholder := flag.Value.Type()
	all, known := byPlaceholder[placeholder]
	switch {
	case flag.NoOptDefVal != "": // it takes no value
		return nil
	case placeholder == "DIR":
		Annotate(flag, cobra.BashCompSubdirsInDir)
		return nil
	case !known:
		return cobra.NoFileCompletions
	case all == nil:
		return nil
	}
	return words(all)
}

// words completes one of the given words, and no file names.
func words(all []cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(all, cobra.ShellCompDirectiveNoFileComp)
}
