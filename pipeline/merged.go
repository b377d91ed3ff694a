package pipeline

import (
	"cmp"
	"fmt"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// mergedRule is the rule of a fix that stands for fixes of several.
const mergedRule = "autofix/merge"

// Merge merges artifacts as Apply does, writes nothing, and also returns the plan as one artifact: applying that to the
// same files gives the same bytes. Accepted fixes are in it as they came, except where a formatter ran on the merged
// text: there one fix, to the formatted text, stands for all fixes that hang together.
func Merge(source Source, artifacts []*artifact.Artifact, opts Options) (*artifact.Artifact, *Result, error) {
	artifacts = identified(artifacts)
	result, err := applyOnce(source, artifacts, &opts)
	if err != nil {
		return nil, nil, err
	}
	m := &merger{source: source, result: result, replaced: map[string]string{}}
	m.out = artifact.New(opts.Tools.Checkers.Tool, "")
	m.group()
	m.addFixes(artifacts)
	m.addDiagnostics(artifacts)
	m.out.Normalize()
	return m.out, result, nil
}

// A merger turns a result into an artifact.
type merger struct {
	source   Source
	result   *Result
	out      *artifact.Artifact
	files    map[string]*fixedits.FileChange
	together map[string]string // union-find over paths: files that one fix changes hang together
	rewrite  map[string]bool   // by root of together: a formatter ran on one of the files
	replaced map[string]string // fix id -> the fix in the artifact that does its work
}

func (m *merger) root(path string) string {
	for m.together[path] != path {
		path = m.together[path]
	}
	return path
}

// group finds the files that hang together.
func (m *merger) group() {
	m.files = map[string]*fixedits.FileChange{}
	m.together = map[string]string{}
	m.rewrite = map[string]bool{}
	for i := range m.result.Files {
		f := &m.result.Files[i]
		m.files[f.Path] = f
		m.together[f.Path] = f.Path
		m.out.Snapshots = append(m.out.Snapshots, fixedits.SnapshotOf(f.Path, f.Before))
	}
	for i := range m.result.Outcomes {
		o := &m.result.Outcomes[i]
		if o.Status != fixedits.StatusApplied {
			continue
		}
		first := ""
		for _, path := range o.Paths {
			switch {
			case m.files[path] == nil: // all of its edits there were the formatter's to undo
			case first == "":
				first = path
			default:
				m.together[m.root(path)] = m.root(first)
			}
		}
	}
	for path, f := range m.files {
		if f.Formatted {
			m.rewrite[m.root(path)] = true
		}
	}
}

// addFixes adds the accepted fixes, each once, or what stands for them.
func (m *merger) addFixes(artifacts []*artifact.Artifact) {
	accepted := map[string]bool{}
	groups := map[string][]*Outcome{}
	for i := range m.result.Outcomes {
		o := &m.result.Outcomes[i]
		if !takesEffect(o.Status) {
			continue
		}
		root, ok := m.rootOf(o.Paths)
		switch {
		case ok && m.rewrite[root]:
			groups[root] = append(groups[root], o)
		case o.Status == fixedits.StatusApplied:
			accepted[o.ID] = true
			m.replaced[o.ID] = o.ID
		}
	}
	for _, a := range artifacts {
		for _, fix := range a.Fixes {
			if accepted[fix.ID] {
				accepted[fix.ID] = false
				m.out.Fixes = append(m.out.Fixes, m.canonical(fix))
			}
		}
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
		if by, ok := m.replaced[o.By]; ok && (o.Status == fixedits.StatusDuplicate || takesEffect(o.Status)) {
			if _, done := m.replaced[o.ID]; !done {
				m.replaced[o.ID] = by
			}
		}
	}
}

func (m *merger) rootOf(paths []string) (string, bool) {
	for _, path := range paths {
		if m.files[path] != nil {
			return m.root(path), true
		}
	}
	return "", false
}

// canonical returns fix with its edits under the canonical names of their files.
func (m *merger) canonical(fix fixedits.Fix) fixedits.Fix {
	fix.Edits = slices.Clone(fix.Edits)
	for i := range fix.Edits {
		if path, err := m.source.Canonical(fix.Edits[i].Path); err == nil {
			fix.Edits[i].Path = path
		}
	}
	return fix
}

// combined returns one fix from the files of a group as they are to as they shall be.
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
		if slices.Index(safeties, o.Safety) > slices.Index(safeties, fix.Safety) {
			fix.Safety = o.Safety
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
		for _, change := range textdiff.Changes(f.Before, f.After) {
			fix.Edits = append(fix.Edits, fixedits.Edit{Path: f.Path, Start: change.Start, End: change.End, New: change.New})
		}
	}
	fix.ID = fixedits.ContentID(&fix)
	return fix
}

// addDiagnostics adds the findings that are about the snapshots in the artifact, with the fixes that are in it.
func (m *merger) addDiagnostics(artifacts []*artifact.Artifact) {
	snapshots := map[string]fixedits.Snapshot{}
	for _, s := range m.out.Snapshots {
		snapshots[s.Path] = s
	}
	seen := map[string]bool{}
	for _, a := range inOrder(artifacts) {
		current := map[string]string{}
		for _, s := range a.Snapshots {
			path, err := m.source.Canonical(s.Path)
			if err != nil {
				continue
			}
			if _, ok := snapshots[path]; !ok {
				snapshots[path] = fixedits.Snapshot{Path: path, SHA256: s.SHA256, Size: s.Size}
				m.out.Snapshots = append(m.out.Snapshots, snapshots[path])
			}
			if snapshots[path].SHA256 == s.SHA256 {
				current[s.Path] = path
			}
		}
		for _, d := range a.Diagnostics {
			path, ok := current[d.Path]
			if !ok || seen[d.ID] {
				continue
			}
			seen[d.ID] = true
			d.Path = path
			d.Fixes = m.replacements(d.Fixes)
			m.out.Diagnostics = append(m.out.Diagnostics, d)
		}
	}
}

// inOrder returns artifacts in an order of their own, so that the plan does not depend on theirs.
func inOrder(artifacts []*artifact.Artifact) []*artifact.Artifact {
	sorted := slices.Clone(artifacts)
	slices.SortStableFunc(sorted, func(a, b *artifact.Artifact) int { return cmp.Compare(a.Origin, b.Origin) })
	return sorted
}

func (m *merger) replacements(ids []string) []string {
	var out []string
	for _, id := range ids {
		if by, ok := m.replaced[id]; ok && !slices.Contains(out, by) {
			out = append(out, by)
		}
	}
	return out
}
