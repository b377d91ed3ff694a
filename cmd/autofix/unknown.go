package main

import (
	"fmt"

	"github.com/rules-autofix/rules_autofix/config"

	"github.com/rules-autofix/rules_autofix/checks"
)

// didYouMean returns the known name closest to name as a part of a message, or
// "" if none is close.
func didYouMean(name string, known []string) string {
	if near := config.Nearest(name, known); near != "" {
		return fmt.Sprintf(", did you mean %s?", near)
	}
	return ""
}

func ruleNames(rules []checks.Rule) []string {
	names := make([]string, len(rules))
	for i := range rules {
		names[i] = rules[i].Name
	}
	return names
}

// mistake returns a usageError about the command line.
func mistake(format string, args ...any) error {
	return &usageError{err: fmt.Errorf("command line: "+format, args...)}
}
