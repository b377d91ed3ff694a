package main

import "github.com/rules-autofix/rules_autofix/checks"

func ruleNames(rules []checks.Rule) []string {
	names := make([]string, len(rules))
	for i := range rules {
		names[i] = rules[i].Name
	}
	return names
}
