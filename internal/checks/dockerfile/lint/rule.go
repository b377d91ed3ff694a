// Package lint is the framework for Dockerfile rules: a parsed file, its
// stages, shells and commands, and edits of all of these.
package lint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// A Rule is a Dockerfile rule: its description, and the function that checks
// it.
type Rule struct {
	checks.Rule
	// Check reports the rule's findings. It is called for every file with at
	// least one instruction. In a file with syntax errors the information may
	// be incomplete, but the same fields are non-nil.
	Check func(*Pass)
}

// A Finding is a problem that a rule found. Fixes are alternatives, best first.
// A fix without a safety has the rule's.
type Finding struct {
	Message  string
	Span     Span              // in the file
	Severity fixedits.Severity // empty: the rule's
	Fixes    []fixedits.Fix
}
