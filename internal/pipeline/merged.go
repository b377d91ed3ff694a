package pipeline

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// mergedRule is the rule of a fix that combines fixes of several rules.
const mergedRule = "autofix/merge"

// Merge merges artifacts as Apply does and writes nothing. It also returns the
// plan as one artifact. Applying that artifact to the same files gives the same
// bytes, whatever formatters are available then. Accepted fixes are in it
// unchanged, unless they alone do not produce the planned texts, for example
// because a formatter ran on the merged text. In that case one fix replaces all
// fixes that are connected through common files.
func Merge(source Source, artifacts []*artifact.Artifact, opts Options) (*artifact.Artifact, *Result, error) {
	artifacts = identified(artifacts)
	result, err := mergeOnce(source, artifacts, newRun(source, opts))
	if err != nil {
		return nil, nil, err
	}
	m := &merger{source: source, result: result, artifacts: artifacts, replaced: map[string]string{}}
	m.out = artifact.New(opts.Tools.Checkers.Tool, "")
	m.out.Plan = true
	m.out.Checkers = Checkers(artifacts, m.out.Tool)
	m.group()
	m.addFixes()
	m.addDiagnostics()
	m.cutActions()
	markWarned(m.out, policy.Warned(artifacts))
	m.out.Normalize()
	return m.out, result, nil
}

// A merger turns a result into an artifact.
type merger struct {
	source    Source
	artifacts []*artifact.Artifact
	result    *Result
	out       *artifact.Artifact
	files     map[string]*fixedits.FileChange
	together  map[string]string // union-find over paths: files that one fix changes belong together
	rewrite   map[string]bool   // by root of together: the fixes alone do not produce one of the texts
	replaced  map[string]string // by id of a fix: the fix in the artifact that does its work
}

func (m *merger) root(path string) string {
	for m.together[path] != path {
		path = m.together[path]
	}
	return path
}

// group finds the files that are connected through fixes.
func (m *merger) group() {
	m.files = map[string]*fixedits.FileChange{}
	m.together = map[string]string{}
	m.rewrite = map[string]bool{}
	for i := range m.result.Files {
		f := &m.result.Files[i]
		m.files[f.Path] = f
		m.together[f.Path] = f.Path
		snapshot := fixedits.SnapshotOf(f.Path, f.Before)
		if f.Created {
			snapshot = fixedits.SnapshotOfAbsent(f.Path)
		}
		m.out.Snapshots = append(m.out.Snapshots, snapshot)
	}
	torn := map[string]bool{} // paths of applied fixes whose changes of another file a formatter undid
	for i := range m.result.Outcomes {
		o := &m.result.Outcomes[i]
		if o.Status != fixedits.StatusApplied {
			continue
		}
		first, undone := "", false
		for _, path := range o.Paths {
			switch {
			case m.files[path] == nil:
				undone = true
			case first == "":
				first = path
			default:
				m.together[m.root(path)] = m.root(first)
			}
		}
		if undone && first != "" {
			torn[first] = true
		}
	}
	for path, f := range m.files {
		if f.Formatted || torn[path] {
			m.rewrite[m.root(path)] = true
		}
	}
}

// addFixes adds each accepted fix once, or the fix that replaces it. A fix
// without effect, because a formatter undid it, is left out.
func (m *merger) addFixes() {
	groups := map[string][]*Outcome{}
	var accepted []*Outcome
	for i := range m.result.Outcomes {
		o := &m.result.Outcomes[i]
		if !takesEffect(o.Status) {
			continue
		}
		switch root, ok := m.rootOf(o.Paths); {
		case ok && m.rewrite[root]:
			groups[root] = append(groups[root], o)
		case ok && o.Status == fixedits.StatusApplied:
			accepted = append(accepted, o)
		}
	}
	fixOf := m.fixes()
	for _, o := range accepted {
		fix := m.canonical(fixOf[sameOf(o)])
		m.replaced[o.ID] = fix.ID
		m.out.Fixes = append(m.out.Fixes, fix)
	}
	for root, outcomes := range groups {
		fix := m.combined(root, outcomes)
		m.out.Fixes = append(m.out.Fixes, fix)
		for _, o := range outcomes {
			m.replaced[o.ID] = fix.ID
		}
	}
	for i := range m.result.Outcomes {
		o := &m.result.Outcomes[i]
		if by, ok := m.replaced[o.Reason.By]; ok && (o.Status == fixedits.StatusDuplicate || takesEffect(o.Status)) {
			if _, done := m.replaced[o.ID]; !done {
				m.replaced[o.ID] = by
			}
		}
	}
}

// A same identifies a fix by its outcome. Fixes with an equal same are equal
// for a merge.
type same struct {
	id, title string
	phase     fixedits.Phase
}

func sameOf(o *Outcome) same { return same{o.ID, o.Title, o.Phase} }

// fixes returns the fixes of all artifacts. The order of the artifacts does not
// matter.
func (m *merger) fixes() map[same]fixedits.Fix {
	all := map[same]fixedits.Fix{}
	for _, a := range m.artifacts {
		for _, fix := range a.Fixes {
			key := same{fix.ID, fix.Title, fix.Phase}
			if other, ok := all[key]; !ok || compareAsides(&fix, &other) < 0 {
				all[key] = fix
			}
		}
	}
	return all
}

// compareAsides compares fixes by the fields that a merge ignores.
func compareAsides(a, b *fixedits.Fix) int {
	return cmp.Or(cmp.Compare(a.Confidence, b.Confidence), bytes.Compare(operations(a), operations(b)))
}

// operations returns the operations of a fix in one spelling.
func operations(fix *fixedits.Fix) (text []byte) {
	for i := range fix.Actions {
		text = artifact.AppendOperation(text, &fix.Actions[i])
	}
	return text
}

func (m *merger) rootOf(paths []string) (string, bool) {
	for _, path := range paths {
		if m.files[path] != nil {
			return m.root(path), true
		}
	}
	return "", false
}

// canonical returns fix with the canonical paths of its files.
func (m *merger) canonical(fix fixedits.Fix) fixedits.Fix {
	fix.Edits = slices.Clone(fix.Edits)
	for i := range fix.Edits {
		if path, err := m.source.Canonical(fix.Edits[i].Path); err == nil {
			fix.Edits[i].Path = path
		}
	}
	fix.Actions = slices.Clone(fix.Actions)
	for i := range fix.Actions {
		if path, err := m.source.Canonical(fix.Actions[i].File); err == nil {
			fix.Actions[i].File = path
		}
	}
	fix.ID = fixedits.ContentID(&fix)
	fix.OwnID, fix.Disposition = "", nil
	return fix
}

// cutActions removes operations on files that the plan has no snapshot of,
// because their paths are refused. They changed nothing there, since each file
// of an edit has a snapshot.
func (m *merger) cutActions() {
	read := map[string]bool{}
	for _, s := range m.out.Snapshots {
		read[s.Path] = true
	}
	for i := range m.out.Fixes {
		fix := &m.out.Fixes[i]
		fix.Actions = slices.DeleteFunc(fix.Actions, func(op fixedits.Operation) bool { return !read[op.File] })
		if len(fix.Actions) == 0 {
			fix.Actions = nil
		}
	}
}

// combined returns one fix that makes all changes of a group of files.
func (m *merger) combined(root string, outcomes []*Outcome) fixedits.Fix {
	fix := fixedits.Fix{
		Rule:       outcomes[0].Rule,
		Phase:      fixedits.PhaseStyle,
		Title:      outcomes[0].Title,
		Safety:     fixedits.SafetySafe,
		Confidence: fixedits.ConfidenceHigh,
	}
	for _, o := range outcomes {
		if o.Rule != fix.Rule {
			fix.Rule = mergedRule
		}
		fix.Safety = policy.LessSafe(fix.Safety, o.Safety)
		if o.Phase == fixedits.PhaseSyntax || o.Phase == fixedits.PhaseSemantic {
			fix.Phase = fixedits.PhaseSemantic // which may change the meaning of the file
		}
	}
	if len(outcomes) > 1 {
		fix.Title = fmt.Sprintf("Apply %d fixes and format the result", len(outcomes))
	}
	for i := range m.result.Files {
		f := &m.result.Files[i]
		if m.root(f.Path) != root {
			continue
		}
		if f.Created || f.Deleted {
			edit := fixedits.Edit{Path: f.Path, New: f.After, Kind: fixedits.EditCreate, Executable: f.Executable}
			if f.Deleted {
				edit = fixedits.Edit{Path: f.Path, Kind: fixedits.EditDelete}
			}
			fix.Edits = append(fix.Edits, edit)
			continue
		}
		for _, change := range textdiff.Changes(f.Before, f.After) {
			fix.Edits = append(fix.Edits, fixedits.Edit{Path: f.Path, Start: change.Start, End: change.End, New: change.New})
		}
	}
	fix.ID = fixedits.ContentID(&fix)
	return fix
}

// addDiagnostics adds the findings about the snapshots of the artifact. Each
// lists the one fix that addresses it: a plan has no alternatives.
func (m *merger) addDiagnostics() {
	snapshots := map[string]fixedits.Snapshot{}
	for _, s := range m.out.Snapshots {
		snapshots[s.Path] = s
	}
	current := m.currentSnapshots(snapshots)
	m.out.Snapshots = slices.Collect(maps.Values(current))
	var about []*artifact.Artifact
	for _, a := range m.artifacts {
		paths := map[string]string{} // canonical paths of the files with the same snapshot in the artifact and the plan
		read := map[string]bool{}
		for _, s := range a.Snapshots {
			read[s.Path] = true
			path, err := m.source.Canonical(s.Path)
			if named := s.Path; err == nil {
				if s.Path = path; s == current[path] {
					paths[named] = path
				}
			}
		}
		part := &artifact.Artifact{}
		for _, d := range a.Diagnostics {
			path, ok := paths[d.Path]
			if !read[d.Path] { // a folder, say
				canonical, err := m.source.Canonical(d.Path)
				path, ok = canonical, err == nil
			}
			if ok {
				d.Path, d.Related = path, movedTo(d.Related, paths)
				d.ID = fixedits.DiagnosticID(&d)
				part.Diagnostics = append(part.Diagnostics, d)
			}
		}
		about = append(about, part)
	}
	m.out.Diagnostics = distinctDiagnostics(about)
	for i := range m.out.Diagnostics {
		d := &m.out.Diagnostics[i]
		d.Fixes = m.replacement(d.Fixes)
	}
}

// movedTo returns the related places whose paths have others, which are theirs
// now.
func movedTo(related []fixedits.Related, paths map[string]string) []fixedits.Related {
	var moved []fixedits.Related
	for _, r := range related {
		if path, ok := paths[r.Path]; ok {
			r.Path = path
			moved = append(moved, r)
		}
	}
	return moved
}

// currentSnapshots returns a snapshot of each file that an artifact mentions:
// the planned one, else the current file's, else the first that an artifact
// has.
func (m *merger) currentSnapshots(planned map[string]fixedits.Snapshot) map[string]fixedits.Snapshot {
	current := maps.Clone(planned)
	torn := map[string]bool{}
	for _, a := range m.artifacts {
		for _, s := range a.Snapshots {
			path, err := m.source.Canonical(s.Path)
			if err != nil {
				continue
			}
			s.Path = path
			other, ok := current[path]
			if ok && other != s {
				torn[path] = true
			}
			if _, changes := planned[path]; !ok || !changes && s.SHA256 < other.SHA256 {
				current[path] = s
			}
		}
	}
	for path := range torn {
		if _, changes := planned[path]; changes {
			continue
		}
		switch text, err := m.source.Read(path); {
		case err == nil:
			current[path] = fixedits.SnapshotOf(path, text)
		case errors.Is(err, fs.ErrNotExist):
			current[path] = fixedits.SnapshotOfAbsent(path)
		}
	}
	return current
}

// replacement returns the fix in the artifact that does the work of the best
// alternative in effect, or no fix.
func (m *merger) replacement(ids []string) []string {
	for _, id := range ids {
		if by, ok := m.replaced[id]; ok {
			return []string{by}
		}
	}
	return nil
}
