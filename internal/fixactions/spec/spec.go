// Package spec reads and writes documents of fix actions, the form in which
// validators and policy tools pass structured fixes. docs/fix_actions.md
// describes it.
package spec

import (
	"cmp"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A Document has the proposals of one validator.
type Document struct {
	PackVersion   string   // version of its maker
	WorkspaceRoot string   // the folder that files are relative to, relative to the workspace; "." is its root
	Actions       []Action // in any order
}

// An Action is one fix: all its operations or none.
type Action struct {
	ID         string
	Title      string
	Severity   fixedits.Severity
	Targets    []Target             // at least one
	Ops        []fixedits.Operation // at least one; their files are relative to WorkspaceRoot
	Notes      string               // may be empty
	Confidence fixedits.Confidence  // may be empty
}

// A Target is a finding that an action fixes. It has the id of a diagnostic, or
// a place and a rule, or all of them. See Document.Resolve.
type Target struct {
	File       string // relative to WorkspaceRoot; empty if there is only an id
	Document   *int   // of a YAML file of several documents, from 0
	Pointer    string
	Rule       string
	Diagnostic string // may be empty

	// Set by Document.Resolve.
	Found    *fixedits.Diagnostic // has the place, if there is no Pointer
	Snapshot fixedits.Snapshot    // of the file that Found is about
	Wrong    *operation.Error     // the id does not name the target
}

// Normalize sorts the targets of each action by file, document, pointer and
// rule, and the actions by severity, by file, pointer and rule of the first
// target, by title and by id. The order of operations has a meaning and stays.
// Equal actions become one.
func (d *Document) Normalize() {
	for i := range d.Actions {
		targets := d.Actions[i].Targets
		slices.SortFunc(targets, compareTargets)
		d.Actions[i].Targets = slices.CompactFunc(targets, func(a, b Target) bool { return compareTargets(a, b) == 0 })
	}
	slices.SortStableFunc(d.Actions, compareActions)
	d.Actions = slices.CompactFunc(d.Actions, equalActions)
}

func compareTargets(a, b Target) int {
	return cmp.Or(
		strings.Compare(a.File, b.File), cmp.Compare(number(a.Document), number(b.Document)), strings.Compare(a.Pointer, b.Pointer),
		strings.Compare(a.Rule, b.Rule), strings.Compare(a.Diagnostic, b.Diagnostic),
	)
}

func number(document *int) int {
	if document == nil {
		return -1
	}
	return *document
}

func compareActions(a, b Action) int {
	var first, second Target
	if len(a.Targets) > 0 {
		first = a.Targets[0]
	}
	if len(b.Targets) > 0 {
		second = b.Targets[0]
	}
	return cmp.Or(
		cmp.Compare(slices.Index(severities, a.Severity), slices.Index(severities, b.Severity)),
		compareTargets(first, second),
		strings.Compare(a.Title, b.Title),
		strings.Compare(a.ID, b.ID),
	)
}

func equalActions(a, b Action) bool {
	return a.ID == b.ID && a.Title == b.Title && a.Severity == b.Severity && a.Notes == b.Notes && a.Confidence == b.Confidence &&
		fixedits.EqualOperations(a.Ops, b.Ops) &&
		slices.EqualFunc(a.Targets, b.Targets, func(a, b Target) bool { return compareTargets(a, b) == 0 })
}

var (
	severities  = []fixedits.Severity{fixedits.SeverityError, fixedits.SeverityWarning, fixedits.SeverityInfo}
	confidences = []fixedits.Confidence{fixedits.ConfidenceHigh, fixedits.ConfidenceMedium, fixedits.ConfidenceLow}
)
