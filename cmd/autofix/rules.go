package main

import (
	"fmt"
	"text/tabwriter"
)

type rulesCmd struct{}

func (*rulesCmd) Help() string {
	return `One line a rule: its name, its severity (off: only where configured), the safety of its fix (-: none), and what it is about. "autofix explain RULE" tells more.`
}

// Run lists the rules.
func (*rulesCmd) Run(env *environment) error {
	w := tabwriter.NewWriter(env.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tSEVERITY\tFIX\tSUMMARY")
	for _, rule := range env.tools().Checkers.Rules() {
		safety := string(rule.Safety)
		if safety == "" {
			safety = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", rule.Name, rule.Severity, safety, rule.Summary)
	}
	return w.Flush()
}
