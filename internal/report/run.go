package report

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// A run has the outcome of each fix in a run of fix.
type run struct {
	preview bool
	last    map[string]*Outcome // by id of a fix
	others  []sarifOutcome      // fixes that took effect, of which there is no finding
	fixed   int                 // findings that are not listed because the run fixed them
}

// A sarifOutcome is what became of a fix.
type sarifOutcome struct {
	ID      string          `json:"id"`
	Rule    string          `json:"rule,omitempty"` // if no result says it
	Status  fixedits.Status `json:"status"`
	Code    fixedits.Code   `json:"code,omitempty"`
	Reason  string          `json:"reason,omitempty"`
	Verdict *verdictJSON    `json:"verdict,omitempty"`

	Certificate *fixedits.Certificate `json:"certificate,omitempty"`
}

// Ran makes the findings belong to a run of fix: to the files before it if it
// is a preview or wrote nothing because of the strict policy, and to files as
// it left them otherwise. A fix is then pending if it is in the run.
func (f *Findings) Ran(s *Summary) {
	r := &run{preview: s.Preview, last: map[string]*Outcome{}}
	f.run = r
	for i := range s.Outcomes {
		if o := &s.Outcomes[i]; o.Status != fixedits.StatusDuplicate || r.last[o.ID] == nil {
			r.last[o.ID] = o
		}
	}
	listed := map[string]bool{}
	for i := range f.artifact.Diagnostics {
		for _, id := range f.artifact.Diagnostics[i].Fixes {
			listed[id] = true
		}
	}
	findings := map[string]bool{}
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		if !o.Settled || o.Status == fixedits.StatusDuplicate || listed[o.ID] {
			continue
		}
		r.others = append(r.others, *r.outcome(o, true))
		if o.Finding != nil && !s.Preview {
			findings[o.Finding.ID] = true
		}
	}
	r.fixed = len(findings)
	f.fate = func(fix *fixedits.Fix) policy.Fate {
		o := r.last[fix.ID]
		if o == nil {
			return policy.Fate{State: policy.Blocked}
		}
		if o.Settled {
			return policy.Fate{State: policy.Pending}
		}
		return policy.Fate{State: policy.StateOf(o.Outcome)}
	}
}

// outcomeOf returns what became of the fix of a finding: of the first
// alternative that was decided on, or one that was verified. It is nil if there
// was no run, or no fix.
func (r *run) outcomeOf(d *fixedits.Diagnostic) *sarifOutcome {
	if r == nil {
		return nil
	}
	var fix *Outcome
	for _, id := range d.Fixes {
		if o := r.last[id]; o != nil && (fix == nil || o.Verdict != nil) {
			fix = o
		}
	}
	if fix == nil {
		return nil
	}
	return r.outcome(fix, false)
}

func (r *run) outcome(o *Outcome, rule bool) *sarifOutcome {
	status := o.Status
	if r.preview && status == fixedits.StatusApplied {
		status = statusPending
	}
	fix := &sarifOutcome{ID: o.ID, Status: status, Code: o.Reason.Code, Reason: o.Reason.String(), Verdict: verdictOf(o), Certificate: o.Certificate}
	if rule {
		fix.Rule = o.Rule
	}
	return fix
}

// offers describes the fix that is offered for a finding, or returns "".
func (f *Findings) offers(d *fixedits.Diagnostic) string {
	if fix := f.pendingFix(d); fix != nil {
		return "fixable" + filesOf(fix, nil)
	}
	if f.run != nil {
		if i := slices.IndexFunc(d.Fixes, func(id string) bool { return f.run.last[id] != nil }); i >= 0 {
			return "fix: " + string(f.run.last[d.Fixes[i]].Status)
		}
	}
	if fix := f.firstFix(d); fix != nil {
		return offer(fix)
	}
	return ""
}
