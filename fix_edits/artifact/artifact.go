// Package artifact defines the file in which a check passes its findings and
// fixes to a merge: its types, its deterministic JSON encoding, a strict
// decoder, and its JSON Schema.
//
// An artifact contains no time, host, user or absolute path: the same inputs,
// configuration and version produce the same bytes.
package artifact

import (
	"cmp"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Version is the version of the artifact format that this package reads and
// writes.
const Version = 1

// A Tool names the program that made an artifact.
type Tool struct {
	Name    string // not empty
	Version string // may be empty
}

// An Artifact is the result of one check.
type Artifact struct {
	Version     int      // Version
	Tool        Tool     // the program that ran the check
	Origin      string   // the Bazel label that was checked, or empty
	Checkers    []string // names of the checkers that looked at a file; sorted, distinct; empty if the tool is one checker
	Without     []string // checkers of the tool that were turned off for this check; sorted, distinct
	Warn        []string // paths of checked files whose findings and fixes shut no gate, as by a tag of the target; sorted, distinct
	Plan        bool     // the fixes were decided by a merge and are applied as they are, without formatters
	Planned     bool     // a plan over it decided which fixes can be applied: the others have dispositions
	Snapshots   []fixedits.Snapshot
	Reads       []fixedits.Snapshot // further files that checkers read, such as configuration of their tools: a fix may depend on them, and none changes them
	Diagnostics []fixedits.Diagnostic
	Fixes       []fixedits.Fix
	LeftAlone   []LeftAlone // files that were not checked
}

// A LeftAlone is a file that was requested but not checked, for a reason that
// is not a failure. It is for people.
type LeftAlone struct {
	Path   string // workspace relative; quoted as a Go string if it is not UTF-8
	Reason string // one line, such as "it is larger than 16 MiB"

	// Default marks files that are skipped unless explicitly requested. They
	// share one entry for each reason, with the first of them by path.
	Default bool
	More    int // the number of further files skipped by default for this reason
}

// New returns an empty artifact of the current version.
func New(tool Tool, origin string) *Artifact {
	return &Artifact{Version: Version, Tool: tool, Origin: origin}
}

// Proposal returns the contribution of the artifact to a merge. It shares the
// slices of the artifact.
func (a *Artifact) Proposal() fixedits.Proposal {
	return fixedits.Proposal{
		Origin:      a.Origin,
		Snapshots:   a.Snapshots,
		Diagnostics: a.Diagnostics,
		Fixes:       a.Fixes,
	}
}

// Normalize puts the artifact into a canonical order and form, whatever order
// its records were found in. Snapshots sort by path; diagnostics by severity,
// path, start, rule and message; fixes by safety, path and start of their first
// edit, rule and title; ids break ties. The edits of a fix sort by path, start
// and end; insertions at one offset keep their listed order, which is the order
// in which they concatenate. Records that are equal to an earlier one are
// dropped. Invalid UTF-8 in messages and titles becomes U+FFFD, because JSON
// cannot represent it and they are for people only. Normalize never hides a
// contradiction: two different snapshots of one path, or two different fixes
// with one id, both remain, to be reported by Validate.
func (a *Artifact) Normalize() {
	for i := range a.Diagnostics {
		a.Diagnostics[i].Message = strings.ToValidUTF8(a.Diagnostics[i].Message, "\ufffd")
	}
	for i := range a.Fixes {
		f := &a.Fixes[i]
		f.Title = strings.ToValidUTF8(f.Title, "\ufffd")
		fixedits.SortEdits(f.Edits)
	}
	slices.Sort(a.Checkers)
	a.Checkers = slices.Compact(a.Checkers)
	slices.Sort(a.Without)
	a.Without = slices.Compact(a.Without)
	slices.Sort(a.Warn)
	a.Warn = slices.Compact(a.Warn)
	slices.SortFunc(a.Snapshots, compareSnapshots)
	a.Snapshots = slices.Compact(a.Snapshots)
	slices.SortFunc(a.Reads, compareSnapshots)
	a.Reads = slices.Compact(a.Reads)
	slices.SortFunc(a.Diagnostics, compareDiagnostics)
	a.Diagnostics = slices.CompactFunc(a.Diagnostics, equalDiagnostics)
	slices.SortFunc(a.Fixes, compareFixes)
	a.Fixes = slices.CompactFunc(a.Fixes, equalFixes)
	slices.SortFunc(a.LeftAlone, compareLeftAlone)
}

func compareLeftAlone(a, b LeftAlone) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Reason, b.Reason))
}

func compareSnapshots(a, b fixedits.Snapshot) int {
	return cmp.Or(
		strings.Compare(a.Path, b.Path), strings.Compare(a.SHA256, b.SHA256), cmp.Compare(a.Size, b.Size),
		cmp.Compare(btoi(a.Absent), btoi(b.Absent)))
}

// compareDiagnostics and compareFixes compare the remaining fields only if they
// matter: sorting is a significant part of the time of a check.
func compareDiagnostics(a, b fixedits.Diagnostic) int {
	if c := cmp.Compare(a.Severity.Rank(), b.Severity.Rank()); c != 0 {
		return c
	}
	if c := strings.Compare(a.Path, b.Path); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Start, b.Start); c != 0 {
		return c
	}
	return cmp.Or(
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message),
		cmp.Compare(a.End, b.End),
		strings.Compare(a.ID, b.ID),
	)
}

func compareFixes(a, b fixedits.Fix) int {
	if c := cmp.Compare(a.Safety.Rank(), b.Safety.Rank()); c != 0 {
		return c
	}
	var first, second fixedits.Edit
	if len(a.Edits) > 0 {
		first = a.Edits[0]
	}
	if len(b.Edits) > 0 {
		second = b.Edits[0]
	}
	if c := strings.Compare(first.Path, second.Path); c != 0 {
		return c
	}
	return cmp.Or(
		cmp.Compare(first.Start, second.Start),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Title, b.Title),
		cmp.Compare(first.End, second.End),
		strings.Compare(a.ID, b.ID),
	)
}
