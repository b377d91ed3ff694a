package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
)

func newExplain(flags *cli.Globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE",
		Short: "Explain one rule, with an example.",
		Long: `RULE is the name of a rule, such as format/go, or the last part of one, such as DL3020.

Also says which of its findings shut a gate, by the configuration of the working folder.`,
		Args: cli.NeedsOne("RULE"),
		RunE: func(_ *cobra.Command, args []string) error { return explainRule(args[0], flags, env) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return ruleNameCompletions(env.Checkers), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// explainRule explains one rule.
func explainRule(name string, flags *cli.Globals, env *environment) error {
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
	if _, err := io.WriteString(env.Stdout, rule.Text()); err != nil {
		return err
	}
	return explainGate(rule.Name, flags, env)
}

// explainGate says which findings of a rule shut a gate in the working folder.
func explainGate(rule string, flags *cli.Globals, env *environment) error {
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return nil // without a workspace there is no configuration
	}
	defer ws.Close()
	file, err := filepath.Rel(ws.Root(), filepath.Join(env.Dir, config.Name))
	if err != nil || !filepath.IsLocal(file) {
		file = config.Name
	}
	file = filepath.ToSlash(file)
	source, err := env.loadConfig(ws, flags, []string{file}, env.Tools())
	if err != nil {
		return err
	}
	c := source.For(file)
	mode := c.GateMode(rule)
	from := ""
	if mode != "" {
		origin := c.RuleOrigin(rule, "gate")
		origin.Path = env.Shown(ws.Root()).Of(origin.Path)
		from = fmt.Sprintf(" (gate = %q, %s)", mode, inert.Line(origin.String()))
	}
	_, err = fmt.Fprintf(env.Stdout, "\nGate: %s%s\n", policy.GateText(mode), from)
	return err
}
