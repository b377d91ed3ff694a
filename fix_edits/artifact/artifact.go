// Package artifact is the file in which a check hands its findings and fixes to whatever merges them: its types,
// its deterministic JSON encoding, a strict decoder, and the JSON Schema of it.
//
// An artifact has no time, host, user or absolute path in it: the same inputs, configuration and version give the
// same bytes.
package artifact

import (
	"cmp"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Version is the version of the artifact format that this package reads and writes.
const Version = 1

// A Tool names the program that made an artifact.
type Tool struct {
	Name    string // not empty
	Version string // may be empty
}

// An Artifact is what one check found.
type Artifact struct {
	Version     int      // Version
	Tool        Tool     // what ran
	Origin      string   // on whose behalf: a Bazel label, or empty
	Without     []string // checkers of the tool that were turned off for this check; sorted, distinct
	Plan        bool     // the fixes are what a merge decided, and are applied as they are: no formatter runs
	Snapshots   []fixedits.Snapshot
	Reads       []fixedits.Snapshot // further files that checkers read, such as configuration of their tools: a fix may depend on them, and none changes them
	Diagnostics []fixedits.Diagnostic
	Fixes       []fixedits.Fix
	LeftAlone   []LeftAlone // files that no checker looked at
}

// A LeftAlone is a file that was to be checked and that no checker looked at, by
// a rule that is no failure. It is for people.
type LeftAlone struct {
	Path   string // workspace relative; in quotes, as Go writes strings, if it is not UTF-8
	Reason string // one line, such as "it is larger than 16 MiB"

	// Default says that nobody would have the file checked without asking. Such
	// files are one entry for each reason, with the first of them by path.
	Default bool
	More    int // further files that are left alone by default for this reason
}

// New returns an empty artifact of the current version.
func New(tool Tool, origin string) *Artifact {
	return &Artifact{Version: Version, Tool: tool, Origin: origin}
}

// Proposal returns what the artifact brings to a merge. It shares the artifact's slices.
func (a *Artifact) Proposal() fixedits.Proposal {
	return fixedits.Proposal{
		Origin:      a.Origin,
		Snapshots:   a.Snapshots,
		Diagnostics: a.Diagnostics,
		Fixes:       a.Fixes,
	}
}

// Normalize puts the artifact into the one order and form that equal findings have, whatever order they were found
// in. Snapshots and reads sort by path; diagnostics by severity, path, start, rule and message; fixes by safety, path and
// start of their first edit, rule and title; ids break ties. The edits of a fix sort by path, start and end, and
// insertions at one offset keep their listed order, which is the order in which they concatenate. Records that are
// wholly equal to one before them are dropped. Bytes of messages and titles that are not UTF-8 become U+FFFD, since
// JSON cannot carry them and they are for people only. Normalize never hides a contradiction: two snapshots of one
// path, or two fixes of one id, that differ both stay, for Validate to report.
func (a *Artifact) Normalize() {
	for i := range a.Diagnostics {
		a.Diagnostics[i].Message = strings.ToValidUTF8(a.Diagnostics[i].Message, "\ufffd")
	}
	for i := range a.Fixes {
		f := &a.Fixes[i]
		f.Title = strings.ToValidUTF8(f.Title, "\ufffd")
		fixedits.SortEdits(f.Edits)
	}
	slices.Sort(a.Without)
	a.Without = slices.Compact(a.Without)
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

// compareDiagnostics and compareFixes compare what is left only where it counts: sorting is a part of the time of a check.
func compareDiagnostics(a, b fixedits.Diagnostic) int {
	if c := cmp.Compare(rank(severities, a.Severity), rank(severities, b.Severity)); c != 0 {
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
	if c := cmp.Compare(rank(safeties, a.Safety), rank(safeties, b.Safety)); c != 0 {
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
