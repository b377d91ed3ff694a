package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/pipeline"
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
	explain(env.Stdout, &rule)
	return nil
}

func explain(w io.Writer, rule *checks.Rule) {
	fmt.Fprintf(w, "%s: %s\n\n", rule.Name, rule.Summary)
	fmt.Fprintf(w, "Severity: %s\nPhase: %s\n", rule.Severity, rule.Phase)
	if rule.Safety != "" {
		fmt.Fprintf(w, "Fix: %s\n", rule.Safety)
	} else {
		fmt.Fprintln(w, "Fix: none")
	}
	if rule.Same != "" {
		fmt.Fprintf(w, "Says the same: %s\n", rule.Same)
	}
	section(w, "Why", rule.Why)
	example(w, "Bad", rule.Bad)
	example(w, "Good", rule.Good)
	section(w, "What the fix does", rule.Fix)
	section(w, "Why the fix has no certificate", rule.NoCertificate)
	for _, table := range rule.OptionTables() {
		options(w, table)
	}
}

// options writes the options that a table of autofix.toml may have.
func options(w io.Writer, table checks.OptionTable) {
	fmt.Fprintf(w, "\nOptions, in %s of autofix.toml:\n", table.Name)
	for _, option := range table.Options {
		fmt.Fprintf(w, "  %s (%s, default %s): %s\n", option.Name, option.Type(), option.DefaultTOML(), option.Doc)
		if len(option.Values) > 0 {
			fmt.Fprintf(w, "    one of %s\n", strings.Join(option.Values, ", "))
		}
	}
}

func section(w io.Writer, title, text string) {
	if text != "" {
		fmt.Fprintf(w, "\n%s: %s\n", title, strings.TrimSpace(text))
	}
}

func example(w io.Writer, title, text string) {
	if text == "" {
		return
	}
	fmt.Fprintf(w, "\n%s:\n", title)
	for line := range strings.Lines(strings.TrimSuffix(text, "\n")) {
		fmt.Fprintf(w, "    %s\n", strings.TrimSuffix(line, "\n"))
	}
}
