package pipeline

import (
	"context"
	"maps"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// A Resolution answers a fix that has no edits yet.
type Resolution struct {
	ID string // of the fix

	// Edits refer to the texts that the resolver was given, and Snapshots are
	// those of their files. Unless Status is set, there is at least one edit.
	Edits     []fixedits.Edit
	Snapshots []fixedits.Snapshot

	// Status is filtered if the resolver was not asked or nothing needs to
	// change. It is unresolved if the resolver failed, which blocks the strict
	// policy. Reason has the code.
	Status fixedits.Status
	Reason fixedits.Reason
}

// A Resolver finds the edits of fixes that have none, in the texts of source.
// It is called with each fix once, in a round in which no other fix changes a
// file, so that it sees the result of all other fixes. Fixes that it does not
// answer stay unresolved. An error ends the run.
type Resolver func(ctx context.Context, source Source, fixes []fixedits.Fix) ([]Resolution, error)

// A Verifier tries a plan before it is kept. It returns, by id, the fixes that
// must not be in it, with the reasons. The plan is then made and tried again
// without them. An error ends the run.
type Verifier func(ctx context.Context, plan *fixedits.Plan) (refused map[string]fixedits.Reason, err error)

// steps holds the answers of the steps so far.
type steps struct {
	answers map[string]Resolution      // by id of a fix that had no edits
	refused map[string]fixedits.Reason // by id of a fix
}

// plan makes the plan of one round. It merges artifacts, has the plan verified
// and, if the plan changes nothing, has the remaining fixes resolved. If the
// run is over, the plan is not applied, so these steps are skipped.
func (d *driver) plan(ctx context.Context, artifacts []*artifact.Artifact, over bool) (*merged, error) {
	for {
		opts := *d.opts
		opts.refused = d.steps.refused
		m, err := d.stage.merge(ctx, artifacts, &opts)
		if err != nil {
			return nil, err
		}
		if over {
			d.explainUnresolved(m.plan, roundsUsedUp)
			return m, nil
		}
		changes := len(m.plan.Files) > 0
		if d.opts.Verify != nil && changes {
			refused, err := d.opts.Verify(ctx, m.plan)
			if err != nil {
				return nil, err
			}
			if len(refused) > 0 {
				d.steps.refuse(refused)
				continue
			}
		}
		asked := d.unanswered(m.plan, artifacts)
		if d.opts.Resolve != nil && !changes && len(asked) > 0 {
			answers, err := d.opts.Resolve(ctx, d.stage, asked)
			if err != nil {
				return nil, err
			}
			artifacts = d.resolve(artifacts, asked, answers)
			continue
		}
		d.explainUnresolved(m.plan, fixedits.Reason{})
		return m, nil
	}
}

// refuse adds fixes that must not be in a plan.
func (s *steps) refuse(fixes map[string]fixedits.Reason) {
	all := maps.Clone(s.refused) // the map of a merge is not changed after it
	if all == nil {
		all = map[string]fixedits.Reason{}
	}
	maps.Copy(all, fixes)
	s.refused = all
}

// explainUnresolved sets the outcomes of unresolved fixes to the answers of the
// resolver. A fix that was not asked for yet is deferred, for the given reason
// if there is one.
func (d *driver) explainUnresolved(plan *fixedits.Plan, reason fixedits.Reason) {
	if d.opts.Resolve == nil {
		return
	}
	for i := range plan.Outcomes {
		o := &plan.Outcomes[i]
		if o.Status != fixedits.StatusUnresolved {
			continue
		}
		answer, answered := d.steps.answers[o.ID]
		switch {
		case !answered:
			o.Status = fixedits.StatusDeferred
			if reason.Code != "" {
				o.Reason = reason
			}
		case answer.Status != "":
			o.Status, o.Reason = answer.Status, answer.Reason
		}
	}
}

// unanswered returns the fixes that a plan leaves unresolved and that the
// resolver has not seen, by id.
func (d *driver) unanswered(plan *fixedits.Plan, artifacts []*artifact.Artifact) []fixedits.Fix {
	open := map[string]bool{}
	for i := range plan.Outcomes {
		o := &plan.Outcomes[i]
		if _, answered := d.steps.answers[o.ID]; !answered && o.Status == fixedits.StatusUnresolved {
			open[o.ID] = true
		}
	}
	var fixes []fixedits.Fix
	for _, a := range artifacts {
		for _, fix := range a.Fixes {
			if open[fix.ID] {
				delete(open, fix.ID)
				fixes = append(fixes, fix)
			}
		}
	}
	slices.SortFunc(fixes, func(a, b fixedits.Fix) int { return strings.Compare(a.ID, b.ID) })
	return fixes
}

// resolve records answers, and returns artifacts whose fixes have the edits of
// the answers.
func (d *driver) resolve(artifacts []*artifact.Artifact, asked []fixedits.Fix, answers []Resolution) []*artifact.Artifact {
	if d.steps.answers == nil {
		d.steps.answers = map[string]Resolution{}
	}
	for _, fix := range asked {
		d.steps.answers[fix.ID] = Resolution{ID: fix.ID}
	}
	for _, answer := range answers {
		d.steps.answers[answer.ID] = answer
	}
	renamed := map[string]string{}
	all := make([]*artifact.Artifact, len(artifacts))
	for i, a := range artifacts {
		all[i] = resolved(a, d.steps.answers, renamed)
	}
	for old, id := range renamed {
		d.result.places[id] = d.result.places[old]
	}
	for _, diagnostics := range d.left {
		for i := range diagnostics {
			diagnostics[i].Fixes = renamedIDs(diagnostics[i].Fixes, renamed)
		}
	}
	return all
}

// resolved returns an artifact with the edits of answers. It adds the new ids
// of its fixes to renamed, since ids depend on edits.
func resolved(a *artifact.Artifact, answers map[string]Resolution, renamed map[string]string) *artifact.Artifact {
	answered := func(fix fixedits.Fix) bool { return fix.Resolver != nil && len(answers[fix.ID].Edits) > 0 }
	if !slices.ContainsFunc(a.Fixes, answered) {
		return a
	}
	b := *a
	b.Fixes, b.Diagnostics, b.Snapshots = slices.Clone(a.Fixes), slices.Clone(a.Diagnostics), slices.Clone(a.Snapshots)
	for i := range b.Fixes {
		fix := &b.Fixes[i]
		if !answered(*fix) {
			continue
		}
		answer := answers[fix.ID]
		fix.Edits, fix.Resolver, fix.OwnID = answer.Edits, nil, fix.ID
		fix.ID = fixedits.ContentID(fix)
		renamed[fix.OwnID] = fix.ID
		for _, snapshot := range answer.Snapshots {
			if !slices.ContainsFunc(b.Snapshots, func(s fixedits.Snapshot) bool { return s.Path == snapshot.Path }) {
				b.Snapshots = append(b.Snapshots, snapshot)
			}
		}
	}
	for i := range b.Diagnostics {
		b.Diagnostics[i].Fixes = renamedIDs(b.Diagnostics[i].Fixes, renamed)
	}
	return &b
}

// renamedIDs returns ids with the new names.
func renamedIDs(ids []string, renamed map[string]string) []string {
	if !slices.ContainsFunc(ids, func(id string) bool { return renamed[id] != "" }) {
		return ids
	}
	all := slices.Clone(ids)
	for i, id := range all {
		if now, ok := renamed[id]; ok {
			all[i] = now
		}
	}
	return all
}
