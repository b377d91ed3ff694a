package pipeline

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// Understood reports whether a built-in checker of a run understands the content
// of a file, not only its lines.
func Understood(file string, opts *Options) bool {
	matching := opts.Tools.Checkers.Matching(checks.File{Path: file}, opts.config().For(file))
	return slices.ContainsFunc(matching, func(name string) bool { return name != "text" })
}
