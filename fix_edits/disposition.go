package fixedits

// A Code names the reason of a status. Codes are a promise to programs; the
// words of a reason are not.
type Code string

// Codes that others than a merge give, too.
const (
	CodeGone       Code = "gone"       // a file is not there any more
	CodeExists     Code = "exists"     // a file that was to be created is there by now
	CodeChanged    Code = "changed"    // a file has changed since it was checked
	CodeUnwritable Code = "unwritable" // a file cannot be replaced
	CodeBlocked    Code = "blocked"    // the strict policy applies all or nothing
	CodeRounds     Code = "rounds"     // the rounds of the run are used up
)

// A Disposition says why a fix will not be applied: what the plan over its
// artifact alone decided. The check records it, since whoever judges the
// artifact later may have no sources to plan with. A merge decides anew and
// does not read it.
type Disposition struct {
	Status Status `json:"status"`
	Code   Code   `json:"code"`
	By     string `json:"by,omitempty"`     // id of the fix that is to blame, if one is
	Reason string `json:"reason,omitempty"` // one line for people
}

// Disposition returns what the outcome says of the fix to those who only have
// its artifact, or nil if a fix run would do the fix's work in this round or a
// later one, or if only a setting keeps it out: settings may differ from one
// run to the next, so whoever judges asks them again.
func (o *Outcome) Disposition() *Disposition {
	switch o.Status {
	case StatusConflict, StatusForeign, StatusInvalid, StatusBrokeSyntax, StatusBrokeValue:
	case StatusFiltered:
		if o.Reason.Code != codes[whyAlternative] {
			return nil
		}
	default:
		return nil
	}
	return &Disposition{Status: o.Status, Code: o.Reason.Code, By: o.Reason.By, Reason: o.Reason.String()}
}
