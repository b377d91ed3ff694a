package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

func newExplain(_ *cli.Globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE",
		Short: "Explain one rule, with an example.",
		Long:  "RULE is the name of a rule, such as format/go, or the last part of one, such as DL3020.",
		Args:  cli.NeedsOne("RULE"),
		RunE:  func(_ *cobra.Command, args []string) error { return explainRule(args[0], env) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return ruleNameCompletions(env.Checkers), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// explainRule explains one rule.
func explainRule(name string, env *environment) error {
	checkers := env.Tools().Checkers
	rule, ok := checkers.Rule(name)
	if !ok {
		switch names := config.EndingIn(name, pipeline.RuleNames(checkers.Rules())); len(names) {
		case 0:
		case 1:
			rule, ok = checkers.Rule(names[0])
		default:
			return pipeline.AmbiguousRule(name, names)
		}
	}
	if !ok {
		return cli.Mistake("unknown rule %s%s; `autofix rules` lists them", name, config.DidYouMean(name, pipeline.RuleNames(checkers.Rules())))
	}
	_, err := io.WriteString(env.Stdout, rule.Text())
	return err
}
