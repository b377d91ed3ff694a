package policy

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A State is what the next run with some settings makes of a fix.
type State string

const (
	// Pending fixes are applied, or their work is done by others.
	Pending State = "pending"
	// Filtered fixes are kept out by a setting: a run with others applies them.
	Filtered State = "filtered"
	// Blocked fixes cannot be applied, whatever the settings.
	Blocked State = "blocked"
	// Unresolved fixes have no edits yet.
	Unresolved State = "unresolved"
)

// A Fate is the state of a fix and why it is in it.
type Fate struct {
	State   State
	Setting fixedits.Reason       // of a filtered fix
	Block   *fixedits.Disposition // of a blocked fix
}

// Fate returns the fate of a fix in an artifact: what the plan over the
// artifact decided, which the fix's disposition records, and what the settings
// say.
func (s *Selection) Fate(fix *fixedits.Fix) Fate {
	setting := s.Reason(fix)
	switch {
	case setting.Code == fixedits.CodeNever:
		return Fate{State: Filtered, Setting: setting} // whatever the plan would make of it
	case fix.Disposition != nil:
		return Fate{State: Blocked, Block: fix.Disposition}
	case setting.Code != "":
		return Fate{State: Filtered, Setting: setting}
	case fix.Resolver != nil:
		return Fate{State: Unresolved}
	}
	return Fate{State: Pending}
}

// StateOf returns the state of a fix after a plan, as a later run would have
// it. A stale fix is pending: what the file needs now is for that run to find
// out.
func StateOf(o *fixedits.Outcome) State {
	switch o.Status {
	case fixedits.StatusFiltered:
		if o.Reason.By != "" {
			return Blocked // by the alternative that is used instead
		}
		return Filtered
	case fixedits.StatusUnresolved:
		return Unresolved
	case fixedits.StatusConflict, fixedits.StatusForeign, fixedits.StatusInvalid, fixedits.StatusBrokeSyntax, fixedits.StatusBrokeValue:
		return Blocked
	}
	return Pending
}
