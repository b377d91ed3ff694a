package report

import (
	"encoding/json"
	"io"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

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

// SummarySARIF writes a run of fix as SARIF 2.1.0: a result for each remaining
// finding, and for each whose fix a preview would apply. The property
// autofix/fix of a result says what became of its fix. The fixes that were
// written are the property autofix/fixed of the run, since their findings are
// gone. Regions have lines and byte offsets: those of pending fixes are of the
// files on disk, the others of the files as the run leaves or would leave them.
func SummarySARIF(out io.Writer, s *Summary, version string) error {
	run := sarifRun{
		ColumnKind: "utf16CodeUnits",
		Tool:       sarifTool{Driver: sarifDriver{Name: "autofix", Version: version, Rules: []sarifRule{}}},
		Results:    []sarifResult{},
	}
	index := map[string]int{}
	add := func(d *fixedits.Diagnostic, fix *sarifOutcome) {
		n, known := index[d.Rule]
		if !known {
			n = len(run.Tool.Driver.Rules)
			index[d.Rule] = n
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{ID: d.Rule})
		}
		result := sarifResult{
			RuleID: d.Rule, RuleIndex: n, Level: sarifLevel(d.Severity), Message: sarifMessage{Text: d.Message},
			Locations: []sarifLocation{{PhysicalLocation: sarifPhysicalLocation{
				ArtifactLocation: sarifLocationOf(d.Path),
				Region:           sarifRegion{StartLine: d.Line, ByteOffset: d.Start, ByteLength: d.End - d.Start},
			}}},
			PartialFingerprints: map[string]string{"autofix/v1": d.ID},
		}
		if fix != nil {
			result.Properties = &sarifResultProperties{Fix: fix}
		}
		run.Results = append(run.Results, result)
	}
	last := map[string]*Outcome{}
	for i := range s.Outcomes {
		if o := &s.Outcomes[i]; o.Status != fixedits.StatusDuplicate || last[o.ID] == nil {
			last[o.ID] = o
		}
	}
	for i := range s.Left {
		d := &s.Left[i].Diagnostic
		var fix *sarifOutcome
		for _, id := range d.Fixes {
			if o := last[id]; o != nil && (fix == nil || o.Verdict != nil) {
				fix = s.outcomeSARIF(o, false)
			}
		}
		add(d, fix)
	}
	var fixed []sarifOutcome
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		switch {
		case !o.Settled || o.Status == fixedits.StatusDuplicate:
		case !s.Preview || o.Finding == nil:
			fixed = append(fixed, *s.outcomeSARIF(o, true))
		case o.Round == 1: // the places of later rounds are not those of the files on disk
			add(o.Finding, s.outcomeSARIF(o, false))
		}
	}
	if fixed != nil {
		run.Properties = &sarifRunProperties{Fixed: fixed}
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

func (s *Summary) outcomeSARIF(o *Outcome, rule bool) *sarifOutcome {
	status := o.Status
	if s.Preview && status == fixedits.StatusApplied {
		status = statusPending
	}
	fix := &sarifOutcome{ID: o.ID, Status: status, Code: o.Reason.Code, Reason: o.Reason.String(), Verdict: verdictOf(o), Certificate: o.Certificate}
	if rule {
		fix.Rule = o.Rule
	}
	return fix
}
