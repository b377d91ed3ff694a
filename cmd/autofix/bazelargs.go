package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

const bazelFixVerb = "bazel-fix"

// isNegative reports whether an argument of bazel-fix is a negative target
// pattern, such as -//some/package/... or -old:all, rather than a flag.
func isNegative(arg string) bool {
	pattern, dash := strings.CutPrefix(arg, "-")
	return dash && !strings.HasPrefix(pattern, "-") && (strings.ContainsAny(pattern, "/:@") || pattern == "...")
}

// negativeMark prefixes a negative pattern, so that it is not parsed as flags.
// No argument of a process can contain this byte.
const negativeMark = "\x00"

// markNegatives marks the negative patterns of a command line of bazel-fix. It
// returns any other command line unchanged.
func markNegatives(root *cobra.Command, args []string) []string {
	if !slices.Contains(args, bazelFixVerb) {
		return args
	}
	verb, _, err := root.Find(args)
	if err != nil || verb.Name() != bazelFixVerb {
		return args
	}
	marked := slices.Clone(args)
	for i, arg := range args {
		switch {
		case arg == "--":
			return marked
		case isNegative(arg) && !(i > 0 && takesNext(verb, args[i-1])):
			marked[i] = negativeMark + arg
		}
	}
	return marked
}

// takesNext reports whether an argument is a flag whose value is the next
// argument.
func takesNext(verb *cobra.Command, arg string) bool {
	name, long := strings.CutPrefix(arg, "--")
	if !long {
		return false
	}
	flag := verb.Flag(name)
	return flag != nil && flag.NoOptDefVal == ""
}

// unmarked returns target patterns without their marks.
func unmarked(patterns []string) []string {
	plain := make([]string, len(patterns))
	for i, pattern := range patterns {
		plain[i] = strings.TrimPrefix(pattern, negativeMark)
	}
	return plain
}
