package pytest

import (
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// alone returns a command that runs only some tests, by their node ids. pytest
// then imports no other file of tests.
func alone(argv []string, tests []source.Test) []string {
	argv = whole(argv, nil)
	for i := range tests {
		t := &tests[i]
		argv = append(argv, strings.Join(append(append([]string{t.Path}, t.Groups...), t.Name), "::"))
	}
	return argv
}
