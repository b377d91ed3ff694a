package pipeline

import (
	"context"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// mergeArtifacts merges artifacts, which are identified, over the files as they
// are.
func mergeArtifacts(source Source, artifacts []*artifact.Artifact, r *run) (*merged, error) {
	own := *r
	own.off = turnedOff(source, artifacts, r.Tools.Checkers)
	own.planned = planned(source, artifacts)
	proposals := own.proposals(artifacts)
	for i, a := range artifacts {
		proposals[i].Reads = a.Reads
	}
	plan, left, crashed, err := mergeWithout(source, nil, proposals, &own)
	if err != nil {
		return nil, err
	}
	return &merged{plan, left, crashed, &own}, nil
}

// mergeOnce merges artifacts, which are identified, over the files as they are.
func mergeOnce(source Source, artifacts []*artifact.Artifact, r *run) (*Result, error) {
	m, err := mergeArtifacts(source, artifacts, r)
	if err != nil {
		return nil, err
	}
	return m.result(artifacts, &r.Options), nil
}

// applyOnce makes the plan of one round from artifacts, which are identified,
// over the files as they are.
func applyOnce(ctx context.Context, ws *workspace.Workspace, artifacts []*artifact.Artifact, r *run) (*Result, error) {
	artifacts = r.handOver(artifacts)
	d := &driver{stage: &onDisk{Workspace: ws}, run: r}
	d.result.shown = r.Shown
	d.result.place(distinctDiagnostics(artifacts))
	if r.Seen != nil {
		r.Seen(1, artifacts)
	}
	m, err := d.plan(ctx, 1, artifacts, false)
	if err != nil {
		return nil, err
	}
	return m.result(artifacts, &r.Options), nil
}

// result returns the result of a merge of artifacts.
func (m *merged) result(artifacts []*artifact.Artifact, opts *Options) *Result {
	result := &Result{
		Files: m.plan.Files, Found: distinctDiagnostics(artifacts), LeftAlone: slices.Concat(opts.LeftAlone, m.left), Crashed: m.crashed, Failed: m.plan.Failed,
		shown: opts.Shown,
	}
	sortLeftAlone(result.LeftAlone)
	result.place(result.Found)
	result.add(1, m.plan)
	result.byRule = m.byRule()
	done := map[string]bool{}
	for i := range result.Outcomes {
		if o := &result.Outcomes[i]; o.Settled {
			done[o.ID] = true
		}
	}
	var stay []fixedits.Diagnostic
	for _, d := range result.Found {
		if !anyOf(done, d.Fixes) {
			stay = append(stay, d)
		}
	}
	result.Left = result.explain(stay, result.Outcomes)
	return result
}

// turnedOff returns a function that reports whether the check of a rule was
// turned off for a file, such as by the tags of a target: at least one artifact
// of the built-in checkers lists the rule as off, and none had it on.
func turnedOff(source Source, artifacts []*artifact.Artifact, checkers *checks.Registry) func(path, rule string) bool {
	without := map[string][][]string{} // by canonical path: Without of each artifact of the file
	mentioned := slices.ContainsFunc(artifacts, func(a *artifact.Artifact) bool { return len(a.Without) > 0 })
	for _, a := range artifacts {
		if !mentioned || a.Tool.Name != checkers.Tool.Name {
			continue
		}
		for i := range a.Snapshots {
			if path, err := source.Canonical(a.Snapshots[i].Path); err == nil {
				without[path] = append(without[path], a.Without)
			}
		}
	}
	return func(path, rule string) bool {
		for _, names := range without[path] {
			if _, on := checkers.Without(names...).Rule(rule); on {
				return false
			}
		}
		return len(without[path]) > 0
	}
}

// planned returns a function that reports whether one plan alone changes a
// file. Such a plan is applied unchanged: the merge that made it has already
// formatted and parsed the text.
func planned(source Source, artifacts []*artifact.Artifact) func(path string) bool {
	if !slices.ContainsFunc(artifacts, func(a *artifact.Artifact) bool { return a.Plan }) {
		return nil
	}
	plans, others := map[string]int{}, map[string]bool{} // by canonical path
	for _, a := range artifacts {
		for _, path := range pathsOf(a.Fixes) {
			canonical, err := source.Canonical(path)
			switch {
			case err != nil:
			case a.Plan:
				plans[canonical]++
			default:
				others[canonical] = true
			}
		}
	}
	return func(path string) bool { return plans[path] == 1 && !others[path] }
}

func anyOf(set map[string]bool, keys []string) bool {
	for _, key := range keys {
		if set[key] {
			return true
		}
	}
	return false
}
