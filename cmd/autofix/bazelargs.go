package main

import (
	"slices"
	"strings"
)

// A negative target pattern looks like a flag to kong. The mark, which no pattern starts with, makes it an argument.
const patternMark = "\x00"

// isBazelFix reports whether args are a command line of bazel-fix.
func isBazelFix(args []string) bool {
	return slices.Contains(args, "bazel-fix") && (args[0] == "bazel-fix" || strings.HasPrefix(args[0], "-"))
}

// splitBazelFix makes a command line of bazel-fix one that kong understands: the arguments after the first -- become
// values of --bazel-flag, and patterns such as -//some/package/... are marked. Any other command line stays as it is.
func splitBazelFix(args []string) []string {
	if !isBazelFix(args) {
		return args
	}
	own, flags := args, []string(nil)
	if at := slices.Index(args, "--"); at >= 0 {
		own, flags = args[:at], args[at+1:]
	}
	split := make([]string, 0, len(args))
	for _, arg := range own {
		if strings.HasPrefix(arg, "-//") || strings.HasPrefix(arg, "-@") || strings.HasPrefix(arg, "-:") {
			arg = patternMark + arg
		}
		split = append(split, arg)
	}
	for _, flag := range flags {
		split = append(split, "--bazel-flag="+flag)
	}
	return split
}

// patterns returns the target patterns as Bazel has them.
func (c *bazelFixCmd) patterns() []string {
	patterns := make([]string, len(c.Targets))
	for i, pattern := range c.Targets {
		patterns[i] = strings.TrimPrefix(pattern, patternMark)
	}
	return patterns
}
