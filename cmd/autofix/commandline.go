package main

import (
	"fmt"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// commandLine returns a command that can be pasted into a POSIX shell.
func commandLine(name string, args ...string) string {
	words := []string{name}
	for _, arg := range args {
		words = append(words, quoted(arg))
	}
	return strings.Join(words, " ")
}

// mostPaths is the maximum number of paths in a printed command.
const mostPaths = 3

// withPaths returns a command with the given PATHS, which are the paths of the
// command that prints it. If there are many, as in a generated list, a
// placeholder replaces them.
func withPaths(command string, paths []string) string {
	if len(paths) > mostPaths {
		return fmt.Sprintf("%s PATHS (the same %d paths as here)", command, len(paths))
	}
	return commandLine(command, paths...)
}

// quoted returns arg, in single quotes if it has characters that are special to
// a shell.
func quoted(arg string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r >= 0x80 || strings.ContainsRune("-_./=:@%+,", r)
	}
	if arg != "" && strings.IndexFunc(arg, func(r rune) bool { return !plain(r) }) < 0 {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// trustFlags returns the flags of fix, for a shell, that select fixes of a
// safety and only of these rules.
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

// literal escapes a rule for path.Match, so that it matches nothing else.
var literal = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`)
