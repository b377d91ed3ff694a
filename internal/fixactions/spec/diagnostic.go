package spec

import (
	"fmt"
	"path/filepath"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A diagnostic is a finding that targets name by its id: one of an artifact, or
// a target that says its id and its place.
type diagnostic struct {
	path     string // in the workspace
	target   Target // without File
	snapshot fixedits.Snapshot
	found    *fixedits.Diagnostic // of an artifact, if it has no pointer
}

func (d *diagnostic) same(other *diagnostic) bool {
	if d.path != other.path || compareTargets(d.target, other.target) != 0 {
		return false
	}
	return d.found == nil && other.found == nil ||
		d.found != nil && other.found != nil && d.found.Start == other.found.Start && d.found.End == other.found.End
}

// Resolve gives each target that has only the id of a diagnostic its place and
// its rule. The diagnostics are in artifacts, and in targets that have both. An
// id that names none or several makes the action rejected, and so does one
// whose target says another place than the artifact.
func (d *Document) Resolve(artifacts ...*artifact.Artifact) {
	wanted := map[string]bool{}
	for i := range d.Actions {
		for j := range d.Actions[i].Targets {
			wanted[d.Actions[i].Targets[j].Diagnostic] = true
		}
	}
	delete(wanted, "")
	if len(wanted) == 0 {
		return
	}
	found, defined := map[string][]*diagnostic{}, map[string][]*diagnostic{}
	add := func(all map[string][]*diagnostic, id string, one *diagnostic) {
		if !slices.ContainsFunc(all[id], one.same) {
			all[id] = append(all[id], one)
		}
	}
	for _, a := range artifacts {
		snapshots := map[string]fixedits.Snapshot{}
		for _, snapshot := range a.Snapshots {
			snapshots[snapshot.Path] = snapshot
		}
		for i := range a.Diagnostics {
			if f := &a.Diagnostics[i]; wanted[f.ID] {
				add(found, f.ID, ofFinding(f, snapshots[f.Path]))
			}
		}
	}
	for i := range d.Actions {
		for _, t := range d.Actions[i].Targets {
			if path, err := Within(d.WorkspaceRoot, t.File); err == nil && t.Diagnostic != "" && t.File != "" {
				t.File = ""
				add(defined, t.Diagnostic, &diagnostic{path: path, target: t})
			}
		}
	}
	for i := range d.Actions {
		for j := range d.Actions[i].Targets {
			t := &d.Actions[i].Targets[j]
			if t.Diagnostic == "" {
				continue
			}
			all := found[t.Diagnostic]
			if len(all) == 0 {
				all = defined[t.Diagnostic]
			}
			d.name(t, all)
		}
	}
}

func ofFinding(f *fixedits.Diagnostic, snapshot fixedits.Snapshot) *diagnostic {
	one := &diagnostic{path: f.Path, target: Target{Document: f.Document, Rule: f.Rule, Diagnostic: f.ID}}
	if f.Pointer != nil {
		one.target.Pointer = *f.Pointer
	} else {
		one.found, one.snapshot = f, snapshot
	}
	return one
}

// name resolves a target whose id all diagnostics have.
func (d *Document) name(t *Target, all []*diagnostic) {
	fail := func(code operation.Code, format string, args ...any) {
		t.Wrong = &operation.Error{Code: code, Pointer: t.Pointer, Why: fmt.Sprintf(format, args...)}
	}
	switch {
	case len(all) == 0:
		unknown(t)
		return
	case len(all) > 1:
		fail(operation.CodeAmbiguousDiagnostic, "several diagnostics have the id %s, such as %s in %s and %s in %s: an id names one",
			quote(t.Diagnostic), all[0].target.Rule, all[0].path, all[1].target.Rule, all[1].path)
		return
	}
	one := all[0]
	if t.File == "" {
		relative, err := filepath.Rel(filepath.FromSlash(d.WorkspaceRoot), filepath.FromSlash(one.path))
		if err != nil {
			fail(operation.CodeOutside, "%v", err)
			return
		}
		*t = one.target
		t.File = filepath.ToSlash(relative)
		t.Found, t.Snapshot = one.found, one.snapshot
		return
	}
	path, err := Within(d.WorkspaceRoot, t.File)
	mine, other := *t, one.target
	mine.File = ""
	if one.found != nil { // which has no pointer
		mine.Pointer, mine.Document = other.Pointer, other.Document
	}
	switch {
	case err != nil: // it is reported when the action is lowered
	case path != one.path:
		fail(operation.CodeOtherDiagnostic, "the diagnostic %s is of another file: %s", quote(t.Diagnostic), one.path)
	case t.Rule != other.Rule:
		fail(operation.CodeOtherDiagnostic, "the diagnostic %s is of another rule: %s", quote(t.Diagnostic), other.Rule)
	case compareTargets(mine, other) != 0:
		fail(operation.CodeOtherDiagnostic, "the diagnostic %s is at another place: %s", quote(t.Diagnostic), operation.PointerText(other.Pointer))
	}
}

// unknown makes the action of a target rejected that has no place.
func unknown(t *Target) {
	t.Wrong = &operation.Error{
		Code: operation.CodeUnknownDiagnostic,
		Why: fmt.Sprintf("no diagnostic has the id %s: give the target its file, json_pointer and rule_id, or give `autofix actions` the artifact with --artifact",
			quote(t.Diagnostic)),
	}
}
