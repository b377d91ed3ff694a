package checker

import (
	"cmp"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A Finding is something wrong in a file.
type Finding struct {
	Rule     string   // such as "todo/owner"
	Severity Severity // empty: SeverityWarning
	Phase    Phase    // empty: PhaseSemantic
	Message  string   // what is wrong and what to do, without the file's name
	Start    int      // byte offsets into the file's content, half-open
	End      int
	Fixes    []Fix // alternatives, best first: one of them is applied at most
}

// A Fix is a set of edits of which all or none are applied.
type Fix struct {
	Title      string // imperative, one line
	Safety     Safety // empty: SafetySuggestion, which is applied only on request
	Confidence Confidence
	Edits      []Edit // File.Replace, Insert and Delete make them

	// Idempotent says that another fix may make the same insertion, such as
	// that of an import, and that once is then enough.
	Idempotent bool
}

// These are the words of the artifact. See the package fixedits for what each
// of them promises.
type (
	Severity   = fixedits.Severity
	Phase      = fixedits.Phase
	Safety     = fixedits.Safety
	Confidence = fixedits.Confidence
	Edit       = fixedits.Edit
)

const (
	SeverityError   = fixedits.SeverityError
	SeverityWarning = fixedits.SeverityWarning
	SeverityInfo    = fixedits.SeverityInfo

	PhaseSyntax   = fixedits.PhaseSyntax
	PhaseSemantic = fixedits.PhaseSemantic
	PhaseStyle    = fixedits.PhaseStyle
	PhaseFormat   = fixedits.PhaseFormat

	SafetySafe       = fixedits.SafetySafe
	SafetySuggestion = fixedits.SafetySuggestion
	SafetyUnsafe     = fixedits.SafetyUnsafe

	ConfidenceHigh   = fixedits.ConfidenceHigh
	ConfidenceMedium = fixedits.ConfidenceMedium
	ConfidenceLow    = fixedits.ConfidenceLow
)

// A collector has the findings of all files.
type collector struct {
	fixedits.Collector
	given   map[string]bool // paths that fixes may edit
	checked map[string]bool
}

func newCollector(paths []string) *collector {
	c := &collector{given: map[string]bool{}, checked: map[string]bool{}}
	for _, path := range paths {
		c.given[path] = true
	}
	return c
}

// fix returns the fix as the artifact has it.
func (c *collector) fix(f *Finding, fix *Fix) (fixedits.Fix, error) {
	for _, edit := range fix.Edits {
		if !c.given[edit.Path] {
			return fixedits.Fix{}, fmt.Errorf("the fix %q edits %s, which the checker was not given", fix.Title, edit.Path)
		}
	}
	return fixedits.Fix{
		Rule:       f.Rule,
		Phase:      cmp.Or(f.Phase, PhaseSemantic),
		Title:      fix.Title,
		Safety:     cmp.Or(fix.Safety, SafetySuggestion),
		Confidence: cmp.Or(fix.Confidence, ConfidenceHigh),
		Edits:      fix.Edits,
		Idempotent: fix.Idempotent,
	}, nil
}
