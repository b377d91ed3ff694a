package main

import (
	"maps"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/report"
)

// seenFindings collects the fixes of the checks of a run, for reports.
type seenFindings struct {
	files pipeline.Source
	rules []report.Rule
	tool  artifact.Tool

	first     []*artifact.Artifact         // of round 1
	fixes     map[string]fixedits.Fix      // of all rounds, by id
	snapshots map[string]fixedits.Snapshot // the last one of each path
}

// add implements pipeline.Options.Seen.
func (s *seenFindings) add(round int, artifacts []*artifact.Artifact) {
	if round == 1 {
		s.first = slices.Clone(artifacts)
	}
	for _, a := range artifacts {
		for _, fix := range a.Fixes {
			s.fixes[fix.ID] = fix
		}
		for _, snapshot := range a.Snapshots {
			s.snapshots[snapshot.Path] = snapshot
		}
	}
}

// findings returns the findings of a run in the current files, so that their
// places are right for a reader of the report. If the run wrote files, these
// are the remaining findings.
func (s *seenFindings) findings(result *pipeline.Result, summary *report.Summary) (*report.Findings, error) {
	var a *artifact.Artifact
	if summary.Preview || !result.Written {
		var err error
		if a, err = pipeline.Together(s.first, s.tool); err != nil {
			return nil, err
		}
	} else {
		a = s.left(result)
	}
	a.Tool, a.LeftAlone = s.tool, nil
	for _, file := range summary.LeftAlone {
		a.LeftAlone = append(a.LeftAlone, artifact.LeftAlone(file))
	}
	f := report.NewFindings(a, s.rules, pipeline.OfArtifact(s.files, a).Text)
	f.AddCrashes(summary.Crashes)
	f.Ran(summary)
	return f, nil
}

// left returns the findings that a run left, with their fixes.
func (s *seenFindings) left(result *pipeline.Result) *artifact.Artifact {
	a := artifact.New(s.tool, "")
	fixes, paths := map[string]bool{}, map[string]bool{}
	for _, left := range result.Left {
		a.Diagnostics = append(a.Diagnostics, left.Diagnostic)
		paths[left.Path] = true
		for _, id := range left.Fixes {
			if fix, ok := s.fixes[id]; ok && !fixes[id] {
				fixes[id] = true
				a.Fixes = append(a.Fixes, fix)
				for _, edit := range fix.Edits {
					paths[edit.Path] = true
				}
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if snapshot, ok := s.snapshots[path]; ok {
			a.Snapshots = append(a.Snapshots, snapshot)
		}
	}
	a.Normalize()
	return a
}
