package main

import (
	"slices"
	"strings"
)

const bazelFixVerb = "bazel-fix"

// isBazelFix reports whether args are a command line of bazel-fix.
func isBazelFix(args []string) bool {
	return slices.Contains(args, bazelFixVerb) && (args[0] == bazelFixVerb || strings.HasPrefix(args[0], "-"))
}

// isNegative reports whether an argument of bazel-fix is a negative target pattern, such as -//some/package/... or
// -old:all, rather than a flag.
func isNegative(arg string) bool {
	pattern, dash := strings.CutPrefix(arg, "-")
	return dash && !strings.HasPrefix(pattern, "-") && (strings.ContainsAny(pattern, "/:@") || pattern == "...")
}

// splitBazelFix makes a command line of bazel-fix one that kong understands: the arguments after the first -- become
// values of --bazel-flag. Any other command line stays as it is.
func splitBazelFix(args []string) []string {
	at := slices.Index(args, "--")
	if at < 0 || !isBazelFix(args) {
		return args
	}
	split := slices.Clone(args[:at])
	for _, flag := range args[at+1:] {
		split = append(split, "--bazel-flag="+flag)
	}
	return split
}

// namesTargets reports whether a flag of Bazel says which targets to build, where patterns would contradict it.
func namesTargets(flag string) bool {
	name, _, _ := strings.Cut(flag, "=")
	return name == "--target_pattern_file"
}
