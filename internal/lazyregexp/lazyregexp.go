// Package lazyregexp compiles the regular expressions of package-level
// variables when they are first used, not in the start of each process.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function that compiles a regular expression in its first call.
// It panics in that call if the expression does not parse.
func New(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
