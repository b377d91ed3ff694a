// Package lint is what the rules for Dockerfiles are written with: a file that is read, its stages, its shells and their
// commands, and edits on all of these.
package lint

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/checks"
)

// A Rule is a rule for Dockerfiles: what is known about it, and the function that finds it.
type Rule struct {
	checks.Rule
	// Check reports what it finds. It is called for every file that has at least one instruction; what is known of a file
	// with mistakes may be incomplete, but nothing is nil that is not in other files.
	Check func(*Pass)
}

// A Finding is what a rule found. Fixes are alternatives, best first. A fix without a safety has that of the rule.
type Finding struct {
	Message  string
	Span     Span              // of the file
	Severity fixedits.Severity // empty: the rule's
	Fixes    []fixedits.Fix
}
