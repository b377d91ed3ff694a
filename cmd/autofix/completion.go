package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// completionScripts write the completion script of each shell.
var completionScripts = map[string]func(root *cobra.Command, w writer) error{
	"bash": func(root *cobra.Command, w writer) error { return root.GenBashCompletionV2(w, true) },
	"zsh":  func(root *cobra.Command, w writer) error { return root.GenZshCompletion(w) },
	"fish": func(root *cobra.Command, w writer) error { return root.GenFishCompletion(w, true) },
}

// shells are the names of completionScripts.
var shells = []string{"bash", "zsh", "fish"}

func newCompletion(_ *cli.Globals, env *environment) *cobra.Command {
	out := "-"
	cmd := &cobra.Command{
		Use:   "completion [flags] bash|zsh|fish",
		Short: "Print a shell completion script.",
		Long: `For bash with the package bash-completion, add to ~/.bashrc: source <(autofix completion bash)

For zsh, add to ~/.zshrc, after compinit: source <(autofix completion zsh)

For fish, add to ~/.config/fish/config.fish: autofix completion fish | source

The script completes verbs, flags, their values and the names of rules.`,
		Args:      cli.NeedsOne(strings.Join(shells, "|")),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			script, ok := completionScripts[args[0]]
			if !ok {
				return cli.Misused(cmd, fmt.Errorf("unknown shell %s%s; the shells are %s", args[0], config.DidYouMean(args[0], shells), strings.Join(shells, ", ")))
			}
			return env.writeFile(out, func(w writer) error { return script(cmd.Root(), w) })
		},
	}
	cli.FlagsOf(cmd).Text(&out, "out", "FILE", "Write the script here; - is standard output.")
	return cmd
}

// complete prints the completions that a completion script requests.
func complete(ctx context.Context, args []string, env *environment) error {
	root := newCommand(env)
	err := cli.RegisterCompletions(root, map[string][]cobra.Completion{
		"FILE": nil, // the shell completes files
		"PATH": nil,

		"[FORMAT=]FILE": nil,
		"GLOB,...":      ruleCompletions(env.Checkers),
		"CHECKER,...":   env.Checkers.Names(),
		"FORMAT":        declared.Formats(),
	})
	if err != nil {
		return fmt.Errorf("completion: %w", err)
	}
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// ruleCompletions returns namespaces, and rules with their summaries.
func ruleCompletions(checkers *checks.Registry) []cobra.Completion {
	var all []cobra.Completion
	for _, namespace := range pipeline.Namespaces(pipeline.RuleNames(checkers.Rules())) {
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
