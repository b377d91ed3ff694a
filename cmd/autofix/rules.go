package main

import (
	"fmt"
	"path"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

type rulesCmd struct {
	Globs []string
}

func newRules(_ *cli.Globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "rules [GLOB...]",
		Short: "List the rules of the built-in checkers.",
		Long: `GLOBS select rules: a name or the last part of one, NS/* or NS, such as buildifier. Default: all rules.

Prints one line per rule: its name, its severity (off: only if configured), the safety of its fix (-: none), and a summary. "autofix explain RULE" prints more.`,
		RunE: func(_ *cobra.Command, args []string) error {
			c := rulesCmd{Globs: args}
			return c.Run(env)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return ruleCompletions(env.Checkers), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// Run lists the rules.
func (c *rulesCmd) Run(env *environment) error {
	checkers := env.Tools().Checkers
	if err := c.check(checkers); err != nil {
		return err
	}
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tSEVERITY\tFIX\tSUMMARY")
	selected := policy.Selection{Rules: c.Globs}
	for _, rule := range checkers.Rules() {
		if !selected.Selects(rule.Name) {
			continue
		}
		safety := string(rule.Safety)
		if safety == "" {
			safety = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", rule.Name, rule.Severity, safety, rule.Summary)
	}
	return w.Flush()
}

// check rejects globs that select no rule.
func (c *rulesCmd) check(checkers *checks.Registry) error {
	names := pipeline.RuleNames(checkers.Rules())
	for i, glob := range c.Globs {
		if last := config.EndingIn(glob, names); len(last) > 0 && !slices.Contains(pipeline.Namespaces(names), glob) {
			glob = "*/" + path.Base(last[0]) // and there may be more
			c.Globs[i] = glob
		}
	}
	if err := pipeline.ResolveRules("", c.Globs, names); err != nil {
		return err
	}
	for _, glob := range c.Globs {
		if !slices.ContainsFunc(names, func(name string) bool { return policy.MatchRule(glob, name) }) {
			return cli.Mistake("%s selects no rule%s", glob, config.DidYouMean(glob, append(pipeline.Namespaces(names), names...)))
		}
	}
	return nil
}
