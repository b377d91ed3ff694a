package main

import "strings"

// commandLine returns a command as a person can paste it into a POSIX shell.
func commandLine(name string, args ...string) string {
	words := []string{name}
	for _, arg := range args {
		words = append(words, quoted(arg))
	}
	return strings.Join(words, " ")
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
