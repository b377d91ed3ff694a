package main

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// mostPaths is the maximum number of paths in a printed command.
const mostPaths = 3

// withPaths returns a command with the given PATHS, which are the paths of the
// command that prints it. If there are many, as in a generated list, a
// placeholder replaces them.
func withPaths(command string, paths []string) string {
	if len(paths) > mostPaths {
		return fmt.Sprintf("%s PATHS (the same %d paths as here)", command, len(paths))
	}
	return process.CommandLine(command, paths...)
}

// trustFlags returns the flags of fix, for a shell, that select fixes of a
// safety and only of these rules.
func trustFlags(safety fixedits.Safety, rules []string) string {
	var flags []string
	if safety != fixedits.SafetySafe {
		flags = append(flags, "--safety="+string(safety))
	}
	for _, rule := range rules {
		flags = append(flags, process.Quote("--rule="+literal.Replace(rule)))
	}
	return strings.Join(flags, " ")
}

// literal escapes a rule for path.Match, so that it matches nothing else.
var literal = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`)
