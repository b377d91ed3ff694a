package fixedits

// A Code names the reason of a status. Programs may rely on codes, but not on
// the words of a reason.
type Code string

// Codes that are also used outside of a merge.
const (
	CodeGone       Code = "gone"       // a file no longer exists
	CodeExists     Code = "exists"     // a file that the fix creates exists already
	CodeChanged    Code = "changed"    // a file changed after it was checked
	CodeUnwritable Code = "unwritable" // a file cannot be replaced
	CodeBlocked    Code = "blocked"    // the strict policy applies all or nothing
	CodeNewer      Code = "newer"      // a file was modified after the report with the fix was written
	CodeOtherText  Code = "other_text" // the report with the fix has another text in its place
	CodeRounds     Code = "rounds"     // the run has no rounds left
)

// A Disposition is the reason why a fix will not be applied, as decided by the
// plan for its artifact alone. The check records it because a later judge of
// the artifact may not have the sources to plan with. A merge decides for
// itself and does not read it.
type Disposition struct {
	Status Status `json:"status"`
	Code   Code   `json:"code"`
	By     string `json:"by,omitempty"`     // id of the fix that is to blame, if one is
	Reason string `json:"reason,omitempty"` // one line for people
}

// Disposition returns the outcome as recorded in the artifact of the fix. It is
// nil if a fix run would apply the fix in this round or a later one, or if only
// a setting excludes it: settings may differ between runs, so they are
// evaluated again by the judge.
func (o *Outcome) Disposition() *Disposition {
	switch o.Status {
	case StatusConflict, StatusForeign, StatusInvalid, StatusBrokeSyntax, StatusBrokeValue:
	case StatusSubsumed:
		if o.Reason.Code != codes[whyNoChange] { // not of a later round either
			return nil
		}
	case StatusFiltered:
		if o.Reason.Code != codes[whyAlternative] {
			return nil
		}
	default:
		return nil
	}
	return &Disposition{Status: o.Status, Code: o.Reason.Code, By: o.Reason.By, Reason: o.Reason.String()}
}
