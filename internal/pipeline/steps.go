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
	// snapshots of their files. Unless Status is set, there is at least one
	// edit.
	Edits     []fixedits.Edit
	Snapshots []fixedits.Snapshot

	// Status is filtered if the resolver was not asked or nothing needs to
	// change. It is unresolved if the resolver failed, which blocks the strict
	// policy. It is deferred if the fix has to wait until others of its file
	// are applied: it is asked for again, in the next round. Reason has the
	// code.
	Status fixedits.Status
	Reason fixedits.Reason
}

// A Resolver finds the edits of fixes that have none, in the texts of source.
// It is called in a round in which no other fix changes a file, so that it sees
// the result of all other fixes. It gets each fix once, unless it defers the
// fix. It may defer only if another of its answers has edits. Fixes that it
// does not answer stay unresolved. An error ends the run.
type Resolver func(ctx context.Context, source Source, fixes []fixedits.Fix) ([]Resolution, error)

// A Trial is the plan of a round, to be verified before it is kept.
type Trial struct {
	Round int // from 1
	Plan  *fixedits.Plan
	// Earlier are the changes of earlier rounds that are not on disk, by path.
	Earlier []fixedits.FileChange
	// Only makes the plan again with only the fixes with the given ids.
	Only func(ids map[string]bool) (*fixedits.Plan, error)
}

// A Verification is the result of a trial, by id of a fix.
type Verification struct {
	Refused  map[string]fixedits.Reason   // must not be in the plan
	Verdicts map[string]*fixedits.Verdict // of the fixes that were applied in the plan

	// Certificates are the trial's results about the meaning of fixes that had
	// no certificate.
	Certificates map[string]*fixedits.Certificate
}

// And combines the results of two trials of one plan. Either may be nil.
func (v *Verification) And(other *Verification) *Verification {
	switch {
	case v == nil:
		return other
	case other == nil:
		return v
	}
	return &Verification{joined(v.Refused, other.Refused), joined(v.Verdicts, other.Verdicts), joined(v.Certificates, other.Certificates)}
}

// A Verifier tries the plan of a round before it is kept. If it refuses fixes,
// the plan is made and tried again without them. An error ends the run.
type Verifier func(ctx context.Context, trial *Trial) (*Verification, error)

// steps holds what the steps have found so far and no merge needs.
type steps struct {
	round        int                              // of the last answers of the Resolver
	verdicts     map[string]*fixedits.Verdict     // of the Verifier, by id of a fix
	certificates map[string]*fixedits.Certificate // of the Verifier, by id of a fix
}

// plan makes the plan of one round. It merges artifacts, has the plan verified
// and, if the plan changes nothing, has the remaining fixes resolved. If the
// run is over, the plan is not applied, so these steps are skipped.
func (d *driver) plan(ctx context.Context, round int, artifacts []*artifact.Artifact, over bool) (*merged, error) {
	artifacts, err := certifyAll(ctx, d.stage, artifacts, &d.run.Options)
	if err != nil {
		return nil, err
	}
	d.run.over = over
	d.run.refused = retried(d.run.refused)
	for {
		d.run.phase("merging")
		m, err := d.stage.merge(ctx, artifacts, d.run)
		if err != nil || over {
			return m, err
		}
		changes := len(m.plan.Files) > 0
		if d.run.Verify != nil && changes {
			again, err := d.verify(ctx, round, artifacts, m.plan)
			if err != nil {
				return nil, err
			}
			if again {
				continue
			}
		}
		d.explainVerified(m.plan)
		asked := d.unanswered(round, m.plan, artifacts)
		if d.run.Resolve != nil && !changes && len(asked) > 0 {
			d.steps.round = round
			answers, open := d.refusals(asked, artifacts)
			if len(open) > 0 {
				more, err := d.run.Resolve(ctx, d.stage, open)
				if err != nil {
					return nil, err
				}
				answers = append(answers, more...)
			}
			artifacts = d.resolve(artifacts, asked, answers)
			continue
		}
		return m, nil
	}
}

// verify has a plan verified. It reports whether fixes were refused, so that
// the plan must be made again.
func (d *driver) verify(ctx context.Context, round int, artifacts []*artifact.Artifact, plan *fixedits.Plan) (again bool, err error) {
	trial := &Trial{Round: round, Plan: plan}
	if !d.stage.writes() {
		trial.Earlier = d.changes.net()
	}
	trial.Only = func(ids map[string]bool) (*fixedits.Plan, error) {
		some := *d.run
		some.Only = ids
		m, err := d.stage.merge(ctx, artifacts, &some)
		if err != nil {
			return nil, err
		}
		return m.plan, nil
	}
	did, err := d.run.Verify(ctx, trial)
	if err != nil || did == nil {
		return false, err
	}
	// The maps of a merge are not changed after it.
	refused := joined(d.run.refused, did.Refused)
	verdicts := joined(d.steps.verdicts, did.Verdicts)
	d.steps.certificates = joined(d.steps.certificates, did.Certificates)
	for i := range plan.Outcomes {
		o := &plan.Outcomes[i]
		if reason, ok := did.Refused[o.Reason.By]; ok && o.Status == fixedits.StatusDuplicate {
			refused[o.ID] = reason
		}
		if verdict, ok := did.Verdicts[o.Reason.By]; ok && (takesEffect(o.Status) || o.Status == fixedits.StatusDuplicate) {
			verdicts[o.ID] = verdict
		}
	}
	d.run.refused, d.steps.verdicts = refused, verdicts
	return len(did.Refused) > 0, nil
}

// retried returns the refused fixes without the ones that were put off until
// others are in the text, as they are in the next round.
func retried(refused map[string]fixedits.Reason) map[string]fixedits.Reason {
	left := maps.Clone(refused)
	maps.DeleteFunc(left, func(_ string, reason fixedits.Reason) bool { return reason.Code == fixedits.CodeTogether })
	return left
}

// joined returns the entries of two maps.
func joined[V any](a, b map[string]V) map[string]V {
	all := make(map[string]V, len(a)+len(b))
	maps.Copy(all, a)
	maps.Copy(all, b)
	return all
}

// explainVerified sets the verdicts and certificates of outcomes.
func (d *driver) explainVerified(plan *fixedits.Plan) {
	for i := range plan.Outcomes {
		o := &plan.Outcomes[i]
		o.Verdict = d.steps.verdicts[o.ID]
		if certificate := d.steps.certificates[o.ID]; certificate != nil && !o.Certificate.Holds() {
			o.Certificate = certificate
		}
	}
}

// unanswered returns the fixes without edits that a plan defers because the
// resolver has not seen them, or has deferred them in an earlier round, by id.
func (d *driver) unanswered(round int, plan *fixedits.Plan, artifacts []*artifact.Artifact) []fixedits.Fix {
	open := map[string]bool{}
	for i := range plan.Outcomes {
		o := &plan.Outcomes[i]
		_, answered := d.run.answers[o.ID]
		if o.Status == fixedits.StatusDeferred && (!answered || d.steps.round < round) {
			open[o.ID] = true
		}
	}
	var fixes []fixedits.Fix
	for _, a := range artifacts {
		for _, fix := range a.Fixes {
			if fix.Resolver != nil && open[fix.ID] {
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
	if d.run.answers == nil {
		d.run.answers = map[string]Resolution{}
	}
	for _, fix := range asked {
		d.run.answers[fix.ID] = Resolution{ID: fix.ID}
	}
	for _, answer := range answers {
		d.run.answers[answer.ID] = answer
	}
	renamed := map[string]string{}
	all := make([]*artifact.Artifact, len(artifacts))
	for i, a := range artifacts {
		all[i] = resolved(a, d.run.answers, renamed)
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
