// Package policy decides the fate of fixes: which of them are pending, which
// cannot be applied, which only a setting excludes, and how a strict run and a
// gate judge them. It is the only package that decides this, so checks,
// gates, fix runs and reports agree.
package policy

// A Policy determines the result if not everything can be applied.
type Policy string

const (
	// Permissive applies what can be applied and reports everything else.
	Permissive Policy = "permissive"
	// Strict applies all or nothing. It refuses everything if, in any round, a
	// fix is in conflict, stale, invalid or unresolved, or if an error
	// diagnostic remains.
	Strict Policy = "strict"
)
