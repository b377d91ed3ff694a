package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB]",
		Short: "Show help for autofix or one of its verbs.",
		RunE: func(cmd *cobra.Command, args []string) error {
			shown := cmd.Root()
			if len(args) > 0 {
				verb, _, err := shown.Find(args[:1])
				if err != nil || verb == shown {
					return unknownVerb(shown, args[0])
				}
				shown = verb
			}
			return shown.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (verbs []cobra.Completion, _ cobra.ShellCompDirective) {
			if len(args) == 0 {
				for _, verb := range cmd.Root().Commands() {
					verbs = append(verbs, cobra.CompletionWithDesc(verb.Name(), verb.Short))
				}
			}
			return verbs, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// The columns of help.
const (
	helpWidth  = 80
	termColumn = 28 // the column of the help of a flag or verb
)

// showHelp prints the help of a verb, or of the command.
func showHelp(cmd *cobra.Command, _ []string) {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: %s\n", cmd.UseLine())
	for _, text := range []string{cmd.Short, cmd.Long} {
		for paragraph := range strings.SplitSeq(text, "\n\n") {
			if paragraph != "" {
				fmt.Fprintf(&b, "\n%s\n", wrapped(paragraph, 0))
			}
		}
	}
	if flags := OwnFlags(cmd); len(flags) > 0 {
		b.WriteString("\nFlags:\n")
		helpFlags(&b, flags)
	}
	b.WriteString("\nFlags of every verb:\n")
	helpFlags(&b, Listed(cmd.Root().PersistentFlags()))
	if !cmd.HasParent() {
		b.WriteString("\nVerbs:\n")
		for _, verb := range cmd.Commands() {
			if !verb.Hidden {
				helpTerm(&b, "  "+verb.Name(), verb.Short)
			}
		}
		b.WriteString("\nRun \"autofix help VERB\" for more about a verb.\n")
	}
	_, _ = io.WriteString(cmd.OutOrStdout(), b.String()) // the writer records its failure
}

// OwnFlags returns the flags of a verb, without the flags of all verbs.
func OwnFlags(verb *cobra.Command) []*pflag.Flag {
	return slices.DeleteFunc(Listed(verb.Flags()), func(flag *pflag.Flag) bool {
		return verb.Root().PersistentFlags().Lookup(flag.Name) != nil
	})
}

// Listed returns the flags of a set that help lists, in declaration order.
func Listed(set *pflag.FlagSet) []*pflag.Flag {
	var flags []*pflag.Flag
	set.VisitAll(func(flag *pflag.Flag) {
		if !flag.Hidden {
			flags = append(flags, flag)
		}
	})
	return flags
}

func helpFlags(b *strings.Builder, flags []*pflag.Flag) {
	for _, flag := range flags {
		short := "      "
		if flag.Shorthand != "" {
			short = "  -" + flag.Shorthand + ", "
		}
		helpTerm(b, short+FlagUsage(flag), FlagHelp(flag))
	}
}

// FlagUsage returns a flag with its placeholder.
func FlagUsage(flag *pflag.Flag) string {
	if _, value := flag.Value.(*text); value && flag.NoOptDefVal != "" {
		return "--" + flag.Name + "[=" + flag.Value.Type() + "]"
	}
	if flag.NoOptDefVal != "" {
		return "--" + flag.Name
	}
	return "--" + flag.Name + "=" + flag.Value.Type()
}

// FlagHelp returns the help of a flag, with its default and its variable.
func FlagHelp(flag *pflag.Flag) string {
	help := flag.Usage + DefaultSentence(flag)
	if name := Annotation(flag, VariableOf); name != "" {
		help += " Environment: " + name + "."
	}
	return help
}

// DefaultSentence returns a sentence with the default of a flag, or "".
func DefaultSentence(flag *pflag.Flag) string {
	value := strings.Trim(flag.DefValue, "[]") // which pflag puts around a list
	if value == "" || value == "false" {
		return ""
	}
	return " Default: " + value + "."
}

// helpTerm writes a flag or verb, and its help in the next column.
func helpTerm(b *strings.Builder, term, text string) {
	if len(term)+2 > termColumn {
		fmt.Fprintf(b, "%s\n", term)
		term = ""
	}
	fmt.Fprintf(b, "%-*s%s\n", termColumn, term, strings.TrimLeft(wrapped(text, termColumn), " "))
}

// wrapped wraps a paragraph to lines that begin at a column.
func wrapped(text string, column int) string {
	var b strings.Builder
	indent := strings.Repeat(" ", column)
	length := 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case length == 0:
			b.WriteString(indent)
			length = column
		case length+1+len(word) > helpWidth:
			b.WriteString("\n" + indent)
			length = column
		default:
			b.WriteByte(' ')
			length++
		}
		b.WriteString(word)
		length += len(word)
	}
	return b.String()
}
