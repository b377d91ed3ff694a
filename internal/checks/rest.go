package checks

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// MostFindings is the maximum number of separate findings of one rule in one
// file. The remaining findings become one, so that the report of a file with a
// million of them fits in memory.
const MostFindings = 1000

// A Rest combines many findings of one rule in one file into one. The zero
// value is empty.
type Rest struct {
	count int
	one   Finding
	fix   fixedits.Fix
	fixed int // the number of findings that the fix resolves
	end   int // of the last edit
}

// Add adds a finding. Findings must come in order. Its first fix becomes part
// of the combined fix, unless it overlaps that or has another safety than the
// first one. Another run reports the findings that remain.
func (r *Rest) Add(f Finding) {
	r.count++
	if r.count == 1 {
		r.one = f
		r.one.Fixes = nil
	}
	if f.Severity.Rank() < r.one.Severity.Rank() {
		r.one.Severity = f.Severity
	}
	if len(f.Fixes) == 0 || len(f.Fixes[0].Edits) == 0 {
		return
	}
	fix := f.Fixes[0]
	if r.fixed == 0 {
		r.fix = fixedits.Fix{Rule: fix.Rule, Safety: fix.Safety, Confidence: fix.Confidence}
	}
	end := r.end
	for _, edit := range fix.Edits {
		if edit.Start < end || edit.Start == end && r.fixed > 0 || edit.Path != fix.Edits[0].Path {
			return
		}
		end = edit.End
	}
	if fix.Safety != r.fix.Safety {
		return
	}
	r.fixed++
	r.end = end
	r.fix.Edits = append(r.fix.Edits, fix.Edits...)
}

// AppendTo appends the finding to others, if any was added.
func (r *Rest) AppendTo(findings []Finding) []Finding {
	if r.count == 0 {
		return findings
	}
	one := r.one
	if r.count > 1 {
		one.Message = fixedits.WithMorePlaces(one.Message, r.count-1)
	}
	if r.fixed > 0 {
		fix := r.fix
		fix.Title = fmt.Sprintf("Fix all %d", r.fixed)
		one.Fixes = []fixedits.Fix{fix}
	}
	return append(findings, one)
}

// folded returns findings with the ones of each rule beyond MostFindings
// combined into one.
func folded(findings []Finding) []Finding {
	if len(findings) <= MostFindings+1 {
		return findings
	}
	counts := map[string]int{}
	for i := range findings {
		counts[findings[i].Rule]++
	}
	seen, rests := map[string]int{}, map[string]*Rest{}
	var kept []Finding
	var rules []string // with a rest, in order
	for _, f := range findings {
		seen[f.Rule]++
		if counts[f.Rule] <= MostFindings+1 || seen[f.Rule] <= MostFindings {
			kept = append(kept, f)
			continue
		}
		if rests[f.Rule] == nil {
			rests[f.Rule] = &Rest{}
			rules = append(rules, f.Rule)
		}
		rests[f.Rule].Add(f)
	}
	for _, rule := range rules {
		kept = rests[rule].AppendTo(kept)
	}
	return kept
}
