package main

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// commandLine returns a command as a person can paste it into a POSIX shell.
func commandLine(name string, args ...string) string {
	words := []string{name}
	for _, arg := range args {
		words = append(words, quoted(arg))
	}
	return strings.Join(words, " ")
}

// mostPaths is how many paths a command that is told to a person has at most.
const mostPaths = 3

// withPaths returns a command with the PATHS that it is to have, which are those of the command that tells of it. Where they
// are many, which a list made by another program is, it says so in their place.
func withPaths(command string, paths []string) string {
	if len(paths) > mostPaths {
		return fmt.Sprintf("%s PATHS (the same %d paths as here)", command, len(paths))
	}
	return commandLine(command, paths...)
}

// quoted returns arg in single quotes where a shell would see more in it than letters.
func quoted(arg string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r >= 0x80 || strings.ContainsRune("-_./=:@%+,", r)
	}
	if arg != "" && strings.IndexFunc(arg, func(r rune) bool { return !plain(r) }) < 0 {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// trustFlags returns the flags of fix for fixes of a safety and of no rules but
// these, for a shell.
func trustFlags(safety fixedits.Safety, rules []string) string {
	var flags []string
	if safety != fixedits.SafetySafe {
		flags = append(flags, "--safety="+string(safety))
	}
	for _, rule := range rules {
		flags = append(flags, quoted("--rule="+literal.Replace(rule)))
	}
	return strings.Join(flags, " ")
}

// literal makes a rule a glob of path.Match that matches nothing else.
var literal = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`)
