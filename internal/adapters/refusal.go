package adapters

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A Refusal is the reason why a result of a checker is not used.
type Refusal struct {
	Index int    // of the result in the output, from 0; -1 if it is not about a single one
	ID    string // of the result, or its rule, as in the output; may be empty
	Path  string // of the file that it is about, workspace relative if it is inside; may be empty
	Code  Code
	Why   string // one line, with Path as its subject if there is one

	// Finding is the known part of the result, without its place. It is nil if
	// nothing is known, or the result is used without a part of it.
	Finding *fixedits.Diagnostic
}

// A Code is a kind of refusal.
type Code string

const (
	CodeNotGiven Code = "not_given" // the checker was not given the file
	CodeChanged  Code = "changed"   // the file has other bytes
	CodeInvalid  Code = "invalid"   // it violates its format
	CodePlace    Code = "place"     // the file has no such position
	CodeRejected Code = "rejected"  // a fix action cannot be applied to the file
	CodeSkipped  Code = "skipped"   // a note on the output, not a finding
)

func (r *Refusal) Error() string {
	text := r.Why
	if r.Path != "" {
		text = r.Path + ": " + text
	}
	switch {
	case r.Index < 0:
		return text
	case r.ID != "":
		return fmt.Sprintf("result %d (%s): %s", r.Index+1, r.ID, text)
	}
	return fmt.Sprintf("result %d: %s", r.Index+1, text)
}

// RefusedRule is the rule of the findings that report refused results.
const RefusedRule = "autofix/refused-result"

// grouped groups refusals by path and code, in the order of the first of each
// group.
func grouped(refused []*Refusal) [][]*Refusal {
	type key struct {
		path string
		code Code
	}
	index := map[key]int{}
	var groups [][]*Refusal
	for _, refusal := range refused {
		k := key{refusal.Path, refusal.Code}
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], refusal)
	}
	return groups
}

// severe returns the refusal of the most severe result, the first of these.
func severe(refusals []*Refusal) (*Refusal, fixedits.Severity) {
	most, severity := refusals[0], fixedits.SeverityWarning
	for _, r := range refusals {
		if r.Finding != nil && r.Finding.Severity == fixedits.SeverityError {
			return r, fixedits.SeverityError
		}
	}
	return most, severity
}

// what returns the finding of the result, and why it is not used.
func (r *Refusal) what() string {
	if r.Finding == nil {
		return r.Why
	}
	at := ""
	if r.Finding.Line > 0 {
		at = fmt.Sprintf(" in line %d", r.Finding.Line)
	}
	return fmt.Sprintf("%s: %s [%s]%s: %s", r.Finding.Severity, r.Finding.Message, r.Finding.Rule, at, r.Why)
}

// refusalFinding returns the finding that reports refusals. It is an error if
// one of the results is. If they are about a file outside of the workspace, or
// about no file, the finding is in the first given file; ok is false if there is
// none.
func refusalFinding(checker string, refusals []*Refusal, given []fixedits.Snapshot) (d fixedits.Diagnostic, ok bool) {
	first, severity := severe(refusals)
	what := fmt.Sprintf("1 result of %s not used: ", checker)
	if n := len(refusals); n > 1 {
		what = fmt.Sprintf("%d results of %s not used: ", n, checker)
		if slices.ContainsFunc(refusals, func(r *Refusal) bool { return r.what() != first.what() }) {
			if what += "the first: "; first != refusals[0] {
				what = strings.TrimSuffix(what, ": ") + " error: "
			}
		}
	}
	d = fixedits.Diagnostic{
		Rule: RefusedRule, Phase: fixedits.PhaseSemantic, Severity: severity,
		Message: what + first.what(),
		Path:    first.Path, Line: 1, Column: 1,
	}
	if first.Finding != nil {
		d.Line = min(max(first.Finding.Line, 1), maxLine)
	}
	if !fs.ValidPath(d.Path) || d.Path == "." || !utf8.ValidString(d.Path) || strings.ContainsRune(d.Path, 0) {
		if len(given) == 0 {
			return d, false
		}
		d.Path, d.Line = given[0].Path, 1
		if first.Path != "" {
			d.Message = fmt.Sprintf("%s%q: %s", what, first.Path, first.what())
		}
	}
	return d, true
}
