package unittest

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// alone returns a command that runs only some methods, by their patterns. Other
// files of tests are still imported.
func alone(argv []string, tests []source.Test) []string {
	if slices.ContainsFunc(argv, func(arg string) bool { return len(arg) > 2 && strings.HasPrefix(arg, "-k") }) {
		return nil // unittest would run the tests of that pattern too
	}
	argv = slices.Concat(argv[:1], results.WithoutFlags(argv[1:], "-k"))
	for i := range tests {
		t := &tests[i]
		module := strings.TrimSuffix(path.Base(t.Path), ".py")
		argv = append(argv, "-k", "*"+strings.Join(append(append([]string{module}, t.Groups...), t.Name), "."))
	}
	return argv
}
