package fixedits

// A Status is how a fix ended in a merge. Every input fix ends in exactly one.
type Status string

const (
	// StatusApplied is a fix whose edits are all in the plan.
	StatusApplied Status = "applied"
	// StatusDuplicate is a fix that makes the same edits as the fix By, and is therefore one with it.
	StatusDuplicate Status = "duplicate"
	// StatusSubsumed is a fix with nothing left to do: all that it deletes is deleted by accepted fixes, or all of
	// its edits would write what the files already say.
	StatusSubsumed Status = "subsumed"
	// StatusSuperseded is a formatting fix of a file that the fix By changes too: the file's formatter runs on the
	// merged text instead.
	StatusSuperseded Status = "superseded"
	// StatusDeferred is a fix that fits, but not into the same round as the fix By.
	StatusDeferred Status = "deferred"
	// StatusConflict is a fix that the fix By, which comes first in the total order, leaves no room for.
	StatusConflict Status = "conflict"
	// StatusStale is a fix for bytes that a file no longer has.
	StatusStale Status = "stale"
	// StatusForeign is a fix for a file that is not ours to touch.
	StatusForeign Status = "foreign"
	// StatusFiltered is a fix that configuration leaves out, or an alternative to the fix By.
	StatusFiltered Status = "filtered"
	// StatusUnresolved is a fix whose edits are not known yet.
	StatusUnresolved Status = "unresolved"
	// StatusInvalid is a fix whose edits make no sense for its snapshot.
	StatusInvalid Status = "invalid"
	// StatusBrokeSyntax is a fix after which a file that parsed no longer does.
	StatusBrokeSyntax Status = "broke_syntax"
	// StatusBrokeValue is a fix of style or layout after which a data file
	// would decode to something else.
	StatusBrokeValue Status = "broke_value"
)

// Blocks reports whether one fix of this status keeps a strict plan from being applied at all.
func (s Status) Blocks() bool {
	switch s {
	case StatusConflict, StatusStale, StatusInvalid, StatusUnresolved:
		return true
	}
	return false
}

// An Outcome is what became of one input fix. Its slices may be shared between outcomes: read them only.
type Outcome struct {
	ID      string   // of the fix
	OwnID   string   // of the fix, in its artifact, if that is another one
	Rule    string   // of the fix
	Rules   []string // sorted, distinct: its rule and those of its duplicates
	Origins []string // sorted, distinct: its origin and those of its duplicates
	Status  Status
	Reason  Reason // empty for StatusApplied
	Safety  Safety
	Phase   Phase
	Title   string
	Paths   []string // sorted, distinct: canonical where the path has a canonical form, else as given
}
