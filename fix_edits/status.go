package fixedits

// A Status is the result of a merge for one fix. Every input fix has exactly
// one.
type Status string

const (
	// StatusApplied is a fix whose edits are all in the plan.
	StatusApplied Status = "applied"
	// StatusDuplicate is a fix with the same edits as the fix By, with which it
	// is merged.
	StatusDuplicate Status = "duplicate"
	// StatusSubsumed is a fix with nothing left to do: accepted fixes delete
	// everything that it deletes, or all of its edits would write the existing
	// text.
	StatusSubsumed Status = "subsumed"
	// StatusSuperseded is a formatting fix of a file that the fix By also
	// changes. The formatter runs on the merged text instead.
	StatusSuperseded Status = "superseded"
	// StatusDeferred is a compatible fix that cannot be applied in the same
	// round as the fix By.
	StatusDeferred Status = "deferred"
	// StatusConflict is a fix that conflicts with the fix By, which comes first
	// in the total order.
	StatusConflict Status = "conflict"
	// StatusStale is a fix for bytes that a file no longer has.
	StatusStale Status = "stale"
	// StatusForeign is a fix for a file outside the workspace, or one that must
	// not be changed.
	StatusForeign Status = "foreign"
	// StatusFiltered is a fix that the configuration excludes, or an
	// alternative to the fix By.
	StatusFiltered Status = "filtered"
	// StatusUnresolved is a fix whose edits are not known yet.
	StatusUnresolved Status = "unresolved"
	// StatusInvalid is a fix whose edits are not valid for its snapshot.
	StatusInvalid Status = "invalid"
	// StatusBrokeSyntax is a fix after which a file no longer parses.
	StatusBrokeSyntax Status = "broke_syntax"
	// StatusBrokeValue is a fix of style or layout after which a data file
	// would decode to something else.
	StatusBrokeValue Status = "broke_value"
	// StatusBrokeBuild is a fix with which a target no longer builds, or a test
	// no longer passes.
	StatusBrokeBuild Status = "broke_build"
)

// Blocks reports whether a fix with this status prevents a strict plan from
// being applied.
func (s Status) Blocks() bool {
	switch s {
	case StatusConflict, StatusStale, StatusInvalid, StatusUnresolved:
		return true
	}
	return false
}

// An Outcome is the result of a merge for one input fix. Its slices may be
// shared between outcomes and must not be modified.
type Outcome struct {
	ID          string   // of the fix
	OwnID       string   // of the fix in its artifact, if different
	Rule        string   // of the fix
	Rules       []string // sorted, distinct: its rule and its duplicates' rules
	Origins     []string // sorted, distinct: its origin and its duplicates' origins
	Status      Status
	Reason      Reason // empty for StatusApplied
	Safety      Safety
	Phase       Phase
	Title       string
	Verdict     *Verdict     // nil: not verified
	Certificate *Certificate // of the fix, or of an equal one; may be nil
	Paths       []string     // sorted, distinct: canonical if the path has a canonical form, otherwise as given
}
