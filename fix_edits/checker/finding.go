package checker

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// A Finding is a problem in a file.
type Finding struct {
	Rule     string   // such as "todo/owner"
	Severity Severity // empty: SeverityWarning
	Phase    Phase    // empty: PhaseSemantic
	Message  string   // the problem and its remedy, without the name of the file
	Start    int      // byte offsets into the file's content, half-open
	End      int
	Fixes    []Fix // alternatives, best first: at most one of them is applied
}

// A Fix is a set of edits that are applied all together or not at all.
type Fix struct {
	Title      string // imperative, one line
	Safety     Safety // empty: SafetySuggestion, which is applied only on request
	Confidence Confidence
	Edits      []Edit // from File.Replace, Insert, Delete and DeleteFile, and CreateFile

	// Ask leaves the edits of the file to an agent, if the user has one. The
	// fix then has no Edits, and is unsafe.
	Ask *Task

	// Idempotent allows another fix to make the same insertion, such as that of
	// an import. It is then applied once.
	Idempotent bool
}

// The terms of the artifact. Package fixedits documents their meanings.
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

// A collector holds the findings of all files.
type collector struct {
	fixedits.Collector
	root    fs.FS
	given   map[string]bool // paths that fixes may edit
	created map[string]bool // paths that fixes create
	checked map[string]bool
}

func newCollector(root fs.FS, paths []string) *collector {
	c := &collector{root: root, given: map[string]bool{}, created: map[string]bool{}, checked: map[string]bool{}}
	for _, path := range paths {
		c.given[path] = true
	}
	return c
}

// create records that a fix creates a file. A checker sees only its inputs: if
// the file exists and is not an input, the fix is stale.
func (c *collector) create(path string) error {
	_, err := fs.Stat(c.root, path)
	switch {
	case c.given[path] || err == nil:
		return fs.ErrExist
	case !fs.ValidPath(path):
		return errors.New("not a clean path that is relative to the workspace's root")
	}
	c.created[path] = true
	return nil
}

// fix returns the fix in the form of the artifact.
func (c *collector) fix(path string, f *Finding, fix *Fix) (fixedits.Fix, error) {
	for _, edit := range fix.Edits {
		if edit.IsCreation() {
			if err := c.create(edit.Path); err != nil {
				return fixedits.Fix{}, fmt.Errorf("the fix %q creates %s: %w", fix.Title, edit.Path, err)
			}
			continue
		}
		if !c.given[edit.Path] {
			return fixedits.Fix{}, fmt.Errorf("the fix %q edits %s, which the checker was not given", fix.Title, edit.Path)
		}
	}
	if fix.Ask != nil {
		return fix.handOver(f, path)
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
