package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	formats "github.com/rules-autofix/rules_autofix/adapters/builtin"
	"github.com/rules-autofix/rules_autofix/checks"
)

// completionScripts are the scripts of the shells that are known.
var completionScripts = map[string]func(root *cobra.Command, w writer) error{
	"bash": func(root *cobra.Command, w writer) error { return root.GenBashCompletionV2(w, true) },
	"zsh":  func(root *cobra.Command, w writer) error { return root.GenZshCompletion(w) },
	"fish": func(root *cobra.Command, w writer) error { return root.GenFishCompletion(w, true) },
}

// shells are the names of completionScripts.
var shells = []string{"bash", "zsh", "fish"}

func newCompletion(_ *globals, env *environment) *cobra.Command {
	out := "-"
	cmd := &cobra.Command{
		Use:   "completion [flags] bash|zsh|fish",
		Short: "Print the script that completes command lines of autofix in a shell.",
		Long: `For bash, which needs the package bash-completion, put this in ~/.bashrc: source <(autofix completion bash)

For zsh, put this in ~/.zshrc, after compinit: source <(autofix completion zsh)

For fish, put this in ~/.config/fish/config.fish: autofix completion fish | source

Verbs, flags, their values and the names of rules are completed.`,
		Args:      needsOne(strings.Join(shells, "|")),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			script, ok := completionScripts[args[0]]
			if !ok {
				return misused(cmd, fmt.Errorf("unknown shell %s%s; there are %s", args[0], didYouMean(args[0], shells), strings.Join(shells, ", ")))
			}
			return env.writeFile(out, func(w writer) error { return script(cmd.Root(), w) })
		},
	}
	flagsOf(cmd).text(&out, "out", "FILE", "Where the script goes; - is stdout.")
	return cmd
}

// completes reports whether a command line is one by which the script of a shell
// asks for completions.
func completes(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// complete answers the script of a shell.
func complete(ctx context.Context, args []string, env *environment) error {
	root := newCommand(env)
	if err := registerCompletions(root, env.checkers); err != nil {
		return fmt.Errorf("completion: %w", err)
	}
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// registerCompletions says how the values of flags are completed. cobra keeps it
// until the process ends, so that only one that completes may call it.
func registerCompletions(root *cobra.Command, checkers *checks.Registry) error {
	byPlaceholder := map[string]cobra.CompletionFunc{
		"FILE":        nil, // a shell completes files by itself
		"PATH":        nil,
		"GLOB,...":    words(ruleCompletions(checkers)),
		"CHECKER,...": words(checkers.Names()),
		"FORMAT":      words(append(formats.Formats(), shellcheckOutput)),
	}
	for _, verb := range append([]*cobra.Command{root}, root.Commands()...) {
		flags := ownFlags(verb)
		if verb == root {
			flags = listed(root.PersistentFlags())
		}
		for _, flag := range flags {
			flag.Usage, _, _ = strings.Cut(flag.Usage, ". ") // which shells show beside the flag
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

// completionOf returns what completes the values of a flag, nil for nothing or
// files.
func completionOf(flag *pflag.Flag, byPlaceholder map[string]cobra.CompletionFunc) cobra.CompletionFunc {
	if value, ok := flag.Value.(*choice); ok {
		return words(value.among)
	}
	placeholder := flag.Value.Type()
	complete, known := byPlaceholder[placeholder]
	switch {
	case flag.NoOptDefVal != "": // it takes no value
		return nil
	case placeholder == "DIR":
		annotate(flag, cobra.BashCompSubdirsInDir)
		return nil
	case !known:
		return cobra.NoFileCompletions
	}
	return complete
}

// ruleCompletions returns the globs of --rule worth completing: namespaces and
// rules, with their summaries.
func ruleCompletions(checkers *checks.Registry) []cobra.Completion {
	var all []cobra.Completion
	for _, namespace := range namespaces(ruleNames(checkers.Rules())) {
		all = append(all, cobra.CompletionWithDesc(namespace, "All rules of "+namespace))
	}
	return append(all, ruleNameCompletions(checkers)...)
}

// ruleNameCompletions returns the rules with their summaries.
func ruleNameCompletions(checkers *checks.Registry) []cobra.Completion {
	var all []cobra.Completion
	for _, rule := range checkers.Rules() {
		all = append(all, cobra.CompletionWithDesc(rule.Name, rule.Summary))
	}
	return all
}

// words completes one of these, and no names of files.
func words(all []cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(all, cobra.ShellCompDirectiveNoFileComp)
}
