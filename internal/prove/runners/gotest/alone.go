package gotest

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// alone returns a command that runs only some functions: of several flags, go
// obeys the last one.
func alone(argv []string, tests []source.Test) []string {
	names := make([]string, len(tests))
	for i := range tests {
		names[i] = tests[i].Name
	}
	slices.Sort(names)
	at := slices.IndexFunc(argv, func(arg string) bool { return arg == "-args" || arg == "--args" })
	if at < 0 {
		at = len(argv)
	}
	return slices.Concat(argv[:at], []string{"-run=^(" + strings.Join(slices.Compact(names), "|") + ")$"}, argv[at:])
}
