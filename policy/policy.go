// Package policy decides what becomes of fixes: which of them are pending,
// which cannot be applied, which only a setting keeps out, and what a strict
// run and a gate make of that. It is the only place that does: checks, gates,
// fix runs and reports ask it, and so agree.
package policy

// A Policy says what happens if not everything can be applied.
type Policy string

const (
	// Permissive applies what can be applied and reports everything else.
	Permissive Policy = "permissive"
	// Strict applies all or nothing. It refuses everything if, in any round, a
	// fix is in conflict, stale, invalid or unresolved, or if an error
	// diagnostic remains.
	Strict Policy = "strict"
)
