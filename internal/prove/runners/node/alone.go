package node

import (
	"regexp"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// alone returns a command that runs only the tests with some names, in their
// files.
func alone(argv []string, tests []source.Test) []string {
	var files, names []string
	for i := range tests {
		files, names = append(files, tests[i].Path), append(names, regexp.QuoteMeta(tests[i].Name))
	}
	slices.Sort(files)
	slices.Sort(names)
	pattern := "--test-name-pattern=/^(" + strings.Join(slices.Compact(names), "|") + ")$/"
	return slices.Concat(whole(argv, nil), []string{pattern}, slices.Compact(files))
}
