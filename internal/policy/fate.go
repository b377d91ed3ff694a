package policy

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A State is what the next run with given settings does with a fix.
type State string

const (
	// Pending fixes are applied, or other fixes do their work.
	Pending State = "pending"
	// Filtered fixes are excluded by a setting. A run with other settings
	// applies them.
	Filtered State = "filtered"
	// Blocked fixes cannot be applied, whatever the settings.
	Blocked State = "blocked"
	// Unresolved fixes have no edits yet.
	Unresolved State = "unresolved"
)

// A Fate is the state of a fix and the reason for it.
type Fate struct {
	State   State
	Setting fixedits.Reason       // of a filtered fix
	Block   *fixedits.Disposition // of a blocked fix
}

// Fate returns the fate of a fix in an artifact. It depends on the plan over
// the artifact, which the disposition of the fix records, and on the settings.
func (s *Selection) Fate(fix *fixedits.Fix) Fate {
	setting := s.Reason(fix)
	switch {
	case setting.Code == fixedits.CodeNever:
		return Fate{State: Filtered, Setting: setting} // regardless of the plan
	case fix.Disposition != nil:
		return Fate{State: Blocked, Block: fix.Disposition}
	case setting.Code != "":
		return Fate{State: Filtered, Setting: setting}
	case fix.Resolver != nil:
		return Fate{State: Unresolved}
	}
	return Fate{State: Pending}
}

// StateOf returns the state that a fix has for a later run, given its outcome
// in a plan. A stale fix is pending: the later run decides what the changed
// file needs.
func StateOf(o *fixedits.Outcome) State {
	switch {
	case o.Disposition() != nil:
		return Blocked
	case o.Status == fixedits.StatusFiltered:
		return Filtered
	case o.Status == fixedits.StatusUnresolved:
		return Unresolved
	case o.Status == fixedits.StatusBrokeBuild, o.Status == fixedits.StatusDeferred && o.Reason.Code == fixedits.CodeFlaky:
		return Blocked
	}
	return Pending
}
