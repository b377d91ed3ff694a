package report

import (
	"maps"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// Seen collects the fixes of the checks of a run for reports, which a result
// does not have.
type Seen struct {
	files    pipeline.Source
	checkers *checks.Registry

	first     []*artifact.Artifact         // of round 1
	fixes     map[string]fixedits.Fix      // of all rounds, by id
	snapshots map[string]fixedits.Snapshot // the last one of each path
}

// See returns a Seen that collects the fixes of a run with opts over files.
func See(opts *pipeline.Options, files pipeline.Source) *Seen {
	s := &Seen{files: files, checkers: opts.Tools.Checkers, fixes: map[string]fixedits.Fix{}, snapshots: map[string]fixedits.Snapshot{}}
	opts.Seen = s.add
	return s
}

// add implements pipeline.Options.Seen.
func (s *Seen) add(round int, artifacts []*artifact.Artifact) {
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

// Findings returns the findings of a run in the current files, so that their
// places are right for a reader of the report. If the run wrote files, these
// are the remaining findings.
func (s *Seen) Findings(result *pipeline.Result, summary *Summary) (*Findings, error) {
	var a *artifact.Artifact
	if summary.Preview || !result.Written {
		var err error
		if a, err = pipeline.Together(s.first, s.checkers.Tool); err != nil {
			return nil, err
		}
	} else {
		a = s.left(result)
	}
	a.Tool, a.LeftAlone = s.checkers.Tool, nil
	for _, file := range summary.LeftAlone {
		a.LeftAlone = append(a.LeftAlone, artifact.LeftAlone(file))
	}
	f := NewFindings(a, RulesOf(s.checkers), pipeline.OfArtifact(s.files, a).Text)
	f.artifacts = s.first
	f.AddCrashes(summary.Crashes)
	f.Ran(summary)
	return f, nil
}

// left returns the findings that a run left, with their fixes.
func (s *Seen) left(result *pipeline.Result) *artifact.Artifact {
	a := artifact.New(s.checkers.Tool, "")
	fixes, paths := map[string]bool{}, map[string]bool{}
	for _, left := range result.Left {
		a.Diagnostics = append(a.Diagnostics, left.Diagnostic)
		paths[left.Path] = true
		for _, r := range left.Related {
			paths[r.Path] = true
		}
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
