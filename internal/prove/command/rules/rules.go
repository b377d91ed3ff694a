// Package rules has what rules for the command lines of programs share: the
// error that refuses a command, and how flags are read.
package rules

import (
	"path/filepath"
	"slices"
	"strings"
)

// A Rule reads the arguments of a program. It refuses words that run code other
// than the tests of the tree, and returns the words that say what the program
// does. dangerous reports whether a variable of the environment may make a
// program run other code.
type Rule func(args []string, dangerous func(variable string) bool) (words []string, err error)

// Set returns a set of words.
func Set(words ...string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, word := range words {
		out[word] = true
	}
	return out
}

// Matches reports whether a name is in a list, of which a * at the end stands
// for any rest.
func Matches(name string, list []string) bool {
	return slices.ContainsFunc(list, func(pattern string) bool {
		start, open := strings.CutSuffix(pattern, "*")
		return name == pattern || open && strings.HasPrefix(name, start)
	})
}

// Long splits --name=value. It is not a long flag if ok is false.
func Long(word string) (name, value string, has, ok bool) {
	rest, ok := strings.CutPrefix(word, "--")
	if !ok || rest == "" {
		return "", "", false, false
	}
	name, value, has = strings.Cut(rest, "=")
	return name, value, has, true
}

// Local refuses a folder or file that is not below the root of the tree.
func Local(flag, path string) error {
	if !filepath.IsLocal(filepath.FromSlash(path)) {
		return Refuse(OutOfTree, flag, "what it names is not in the tree")
	}
	return nil
}

// Following returns the word after an index, or nothing.
func Following(args []string, at int) string {
	if at+1 < len(args) {
		return args[at+1]
	}
	return ""
}
