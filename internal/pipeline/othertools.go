package pipeline

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// Import applies the configuration to the findings and fixes of reports that
// other tools wrote: severities, and which files are left alone. It returns
// the latter, by path.
func Import(source Source, reports []*artifact.Artifact, opts *Options) []LeftAlone {
	var left []LeftAlone
	for _, a := range reports {
		left = append(left, importOne(source, a, opts)...)
	}
	sortLeftAlone(left)
	return slices.Compact(left)
}

func importOne(source Source, a *artifact.Artifact, opts *Options) []LeftAlone {
	configure(a, opts)
	contents := current(source, a)
	silence(a, contents)
	certified(a, contents)
	files := Paths(source, []*artifact.Artifact{a})
	kept, left := NotExcluded(source, files, opts.config())
	left = append(left, ByDefault(source, kept, opts.config())...)
	without := map[string]bool{} // canonical paths
	for _, path := range files {
		without[path] = true
	}
	for _, path := range kept {
		delete(without, path)
	}
	for i := range left {
		without[left[i].Path] = true
	}
	if len(without) == 0 {
		return nil
	}
	out := func(path string) bool {
		canonical, err := source.Canonical(path)
		return err == nil && without[canonical]
	}
	gone := map[string]bool{} // ids of fixes
	a.Fixes = slices.DeleteFunc(a.Fixes, func(fix fixedits.Fix) bool {
		gone[fix.ID] = slices.ContainsFunc(fix.Edits, func(e fixedits.Edit) bool { return out(e.Path) })
		return gone[fix.ID]
	})
	a.Diagnostics = slices.DeleteFunc(a.Diagnostics, func(d fixedits.Diagnostic) bool { return out(d.Path) })
	a.Snapshots = slices.DeleteFunc(a.Snapshots, func(s fixedits.Snapshot) bool { return out(s.Path) })
	for i := range a.Diagnostics {
		d := &a.Diagnostics[i]
		d.Fixes = slices.DeleteFunc(d.Fixes, func(id string) bool { return gone[id] })
		d.KeepRelated(func(path string) bool { return !out(path) })
	}
	return left
}

// StaleFixes collects the fixes that reports have for older files. The zero
// value is ready for use.
type StaleFixes struct {
	reasons map[string]fixedits.Reason
	current map[string]bool // ids of the fixes that some report has for the files as they are
}

// Add adds the fixes of a report. stale has the reasons of stale fixes, by id.
func (s *StaleFixes) Add(a *artifact.Artifact, stale map[string]fixedits.Reason) {
	if s.reasons == nil {
		s.reasons, s.current = map[string]fixedits.Reason{}, map[string]bool{}
	}
	for i := range a.Fixes {
		id := a.Fixes[i].ID
		if reason, ok := stale[id]; ok {
			s.reasons[id] = reason
		} else {
			s.current[id] = true
		}
	}
}

// Reasons returns the reasons of the fixes that are stale in every report, by
// id.
func (s *StaleFixes) Reasons() map[string]fixedits.Reason {
	for id := range s.current {
		delete(s.reasons, id)
	}
	return s.reasons
}

// DropStale removes the fixes of a that are for older files, as StaleFixes has
// them, and returns the first reason and the number of them. In an artifact they
// would pass for fixes of the files as they are.
func DropStale(a *artifact.Artifact, stale map[string]fixedits.Reason) (first fixedits.Reason, n int) {
	a.Fixes = slices.DeleteFunc(a.Fixes, func(fix fixedits.Fix) bool {
		reason, ok := stale[fix.ID]
		if ok && n == 0 {
			first = reason
		}
		if ok {
			n++
		}
		return ok
	})
	for i := range a.Diagnostics {
		d := &a.Diagnostics[i]
		d.Fixes = slices.DeleteFunc(d.Fixes, func(id string) bool { _, ok := stale[id]; return ok })
	}
	return first, n
}

// configure applies the configured severities to the findings of other tools.
// Findings of rules that are off are removed, with the fixes that only they
// list. A fix that no finding lists is removed if its own rule is off.
// Checkers that are built in do this themselves.
func configure(a *artifact.Artifact, opts *Options) {
	severity := func(path, rule string) fixedits.Severity { return opts.config().For(path).Severity(rule) }
	listed, kept := map[string]bool{}, map[string]bool{} // ids of fixes
	a.Diagnostics = slices.DeleteFunc(a.Diagnostics, func(d fixedits.Diagnostic) bool {
		off := severity(d.Path, d.Rule) == config.SeverityOff
		for _, id := range d.Fixes {
			listed[id] = true
			kept[id] = kept[id] || !off
		}
		return off
	})
	for i := range a.Diagnostics {
		d := &a.Diagnostics[i]
		if configured := severity(d.Path, d.Rule); configured != "" {
			d.Severity = configured
		}
	}
	a.Fixes = slices.DeleteFunc(a.Fixes, func(fix fixedits.Fix) bool {
		if listed[fix.ID] {
			return !kept[fix.ID]
		}
		return slices.ContainsFunc(fix.Edits, func(e fixedits.Edit) bool { return severity(e.Path, fix.Rule) == config.SeverityOff })
	})
	a.Normalize()
}
