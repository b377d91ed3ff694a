// Package builtin lists the built-in checkers and languages.
package builtin

import (
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/checks/schema"
	"github.com/rules-autofix/rules_autofix/internal/checks/starlark"
	"github.com/rules-autofix/rules_autofix/internal/checks/text"
)

// Registry returns the built-in checkers and the formatters that they use.
// Version is the version of the tool.
func Registry(version string) (*checks.Registry, *Formats) {
	formats := new(Formats)
	known := make([]format.Language, len(languages))
	for i, l := range languages {
		known[i] = l.documented()
	}
	tool := artifact.Tool{Name: "autofix", Version: version}
	formatted := format.New(formats, known)
	return checks.New(tool, formatted, dockerfile.New(), schema.New(formatted.Reports), starlark.New(), text.New(formats)), formats
}
