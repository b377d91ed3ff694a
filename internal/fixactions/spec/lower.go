package spec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"
)

// A Fixed is the result of lowering an action: findings, and a fix of them.
type Fixed struct {
	Action   *Action
	Findings []fixedits.Diagnostic // one for each target, without ids
	Fix      *fixedits.Fix         // without id; nil if the action is rejected, or changes nothing
	Rejected *fixactions.Rejection
}

// Satisfied reports whether an action has nothing to do: its files have the
// values that its operations give.
func (f *Fixed) Satisfied() bool { return f.Fix == nil && f.Rejected == nil }

// Lower lowers the actions of a document to edits of the texts that read
// returns. Each Fixed has the index of its action. Equally safe actions that
// write to one place have one Fix in common, or else a merge would apply one of
// them only. The folder WorkspaceRoot is within the workspace, as Read checked
// it.
func (d *Document) Lower(read fixactions.Reader) []Fixed {
	l := d.lower(read)
	bySafety := map[fixedits.Safety][]int{}
	for i := range d.Actions {
		safety := safeties[d.Actions[i].Confidence]
		bySafety[safety] = append(bySafety[safety], i)
	}
	for _, group := range bySafety {
		l.combine(group)
	}
	return l.fixed
}

// A lowering is a document that is lowered.
type lowering struct {
	read    fixactions.Reader // remembers texts
	actions []fixactions.Action
	lowered []fixactions.Lowered
	fixed   []Fixed
}

func (d *Document) lower(read fixactions.Reader) *lowering {
	texts := map[string][]byte{}
	l := &lowering{
		read: func(path string) ([]byte, error) {
			if text, ok := texts[path]; ok {
				return text, nil
			}
			text, err := read(path)
			if err == nil {
				texts[path] = text
			}
			return text, err
		},
		actions: make([]fixactions.Action, len(d.Actions)),
		fixed:   make([]Fixed, len(d.Actions)),
	}
	targets := make([][]int, len(d.Actions)) // of the action, for each target of the resolved one
	for i := range d.Actions {
		f := &l.fixed[i]
		f.Action = &d.Actions[i]
		l.actions[i], targets[i], f.Rejected = d.resolve(f.Action)
		l.actions[i].Priority = safeties[f.Action.Confidence].Rank()
	}
	l.lowered = fixactions.Lower(l.read, l.actions)
	lines := map[string]*position.Text{}
	for i, lowered := range l.lowered {
		f := &l.fixed[i]
		if f.Rejected == nil {
			f.Rejected = lowered.Rejected
		}
		for j, place := range lowered.Places {
			finding := f.Action.finding(targets[i][j], l.actions[i].Targets[j].File)
			finding.Start, finding.End = place.Start, place.End
			if t := &f.Action.Targets[targets[i][j]]; t.Found != nil {
				finding.Pointer = nil
				if fixedits.SnapshotOf(finding.Path, texts[finding.Path]) == t.Snapshot { // else the place has changed
					finding.Start, finding.End = t.Found.Start, t.Found.End
				}
			}
			index := lines[finding.Path]
			if index == nil {
				index = position.New(texts[finding.Path], position.LF)
				lines[finding.Path] = index
			}
			at := index.Position(place.Start, position.Columns{})
			finding.Line, finding.Column = at.Line, at.Column
			f.Findings = append(f.Findings, finding)
		}
		if f.Rejected == nil && len(lowered.Edits) > 0 {
			f.Fix = f.Action.fix(l.actions[i].Operations, lowered)
			f.Fix.Rule = firstRule(f.Findings)
		}
	}
	return l
}

// combine makes one fix of actions of a group that could not be applied
// together otherwise. They are in the order of the document. It rejects actions
// that contradict them: the safest stays, and of equally safe ones the first.
func (l *lowering) combine(group []int) {
	actions := make([]fixactions.Action, len(group))
	lowered := make([]fixactions.Lowered, len(group))
	for i, of := range group {
		actions[i], lowered[i] = l.actions[of], l.lowered[of]
	}
	for _, c := range fixactions.Combine(l.read, actions, lowered) {
		var together []*Fixed
		for _, i := range c.Actions {
			together = append(together, &l.fixed[group[i]])
		}
		joint := joined(together, &c)
		for _, f := range together {
			f.Fix = joint
		}
		for _, against := range c.Against {
			first := &actions[against.Action].Operations[0]
			f := &l.fixed[group[against.Action]]
			f.Fix = nil
			f.Rejected = &fixactions.Rejection{File: first.File, Operation: -1, Reason: &operation.Error{
				Code: operation.CodeConflict, Pointer: first.Pointer,
				Why: fmt.Sprintf("contradicts the action %s", l.fixed[group[against.Winner]].Action.ID),
			}}
		}
	}
}

// joined returns the fix of several actions, which is as safe as the least safe
// of them.
func joined(actions []*Fixed, c *fixactions.Combined) *fixedits.Fix {
	joint := *actions[0].Fix
	joint.Edits, joint.Actions, joint.Isolation = c.Edits, c.Operations, c.Isolation
	var titles []string
	for _, f := range actions {
		if f.Fix.Safety.Rank() > joint.Safety.Rank() {
			joint.Safety = f.Fix.Safety
		}
		if f.Fix.Rule != joint.Rule {
			joint.Rule = combinedRule
		}
		if !slices.Contains(titles, f.Fix.Title) {
			titles = append(titles, f.Fix.Title)
		}
	}
	const shown = 3
	if more := len(titles) - shown; more > 0 {
		titles = append(titles[:shown:shown], fmt.Sprintf("%d more", more))
	}
	joint.Title, joint.Confidence = strings.Join(titles, "; "), confidenceOf(joint.Safety)
	return &joint
}

// combinedRule is the rule of a fix of several rules.
const combinedRule = Tool + "/combined"

// Select removes the actions that are less safe than least, or that have no
// target of a rule that rules accepts, and returns their number.
func (d *Document) Select(least fixedits.Safety, rules func(rule string) bool) (removed int) {
	all := len(d.Actions)
	d.Actions = slices.DeleteFunc(d.Actions, func(a Action) bool {
		return safeties[a.Confidence].Rank() > least.Rank() ||
			!slices.ContainsFunc(a.Targets, func(t Target) bool { return rules(t.Rule) })
	})
	return all - len(d.Actions)
}

// resolve returns an action with workspace paths. If one of its files is
// outside, or the id of a diagnostic is wrong, the action is rejected, and only
// the targets with a place inside remain: targets has their indexes.
func (d *Document) resolve(a *Action) (resolved fixactions.Action, targets []int, rejected *fixactions.Rejection) {
	outside := func(index int, file, pointer string, err error) {
		if rejected == nil {
			reason := &operation.Error{Code: operation.CodeOutside, Pointer: pointer, Why: err.Error()}
			rejected = &fixactions.Rejection{File: file, Operation: index, Reason: reason}
		}
	}
	resolved.Operations = slices.Clone(a.Ops)
	for i := range resolved.Operations {
		op := &resolved.Operations[i]
		path, err := Within(d.WorkspaceRoot, op.File)
		if err != nil {
			outside(i, op.File, op.Pointer, err)
		}
		op.File = path
	}
	for i, target := range a.Targets {
		if target.File == "" && target.Wrong == nil {
			unknown(&target)
		}
		path, err := Within(d.WorkspaceRoot, cmp.Or(target.File, a.Ops[0].File))
		if target.Wrong != nil && err == nil && rejected == nil {
			rejected = &fixactions.Rejection{File: path, Operation: -1, Reason: target.Wrong}
		}
		if target.File == "" {
			continue
		}
		if err != nil {
			outside(-1, target.File, target.Pointer, err)
			continue
		}
		resolved.Targets = append(resolved.Targets, fixactions.Target{File: path, Document: target.Document, Pointer: target.Pointer})
		targets = append(targets, i)
	}
	if rejected != nil {
		resolved.Operations = nil
	}
	return resolved, targets, rejected
}

// safeties maps the confidence of an action to the safety of its fix.
var safeties = map[fixedits.Confidence]fixedits.Safety{
	fixedits.ConfidenceHigh:   fixedits.SafetySafe,
	fixedits.ConfidenceMedium: fixedits.SafetySuggestion,
	"":                        fixedits.SafetySuggestion,
	fixedits.ConfidenceLow:    fixedits.SafetyUnsafe,
}

func (a *Action) finding(target int, path string) fixedits.Diagnostic {
	t := &a.Targets[target]
	return fixedits.Diagnostic{
		Rule: t.Rule, Phase: fixedits.PhaseSemantic, Severity: a.Severity, Message: cmp.Or(a.Notes, a.Title), Path: path,
		Pointer: &t.Pointer, Document: t.Document,
	}
}

func (a *Action) fix(operations []fixedits.Operation, lowered fixactions.Lowered) *fixedits.Fix {
	return &fixedits.Fix{
		Phase: fixedits.PhaseSemantic, Title: a.Title,
		Safety: safeties[a.Confidence], Confidence: cmp.Or(a.Confidence, fixedits.ConfidenceMedium),
		Edits: lowered.Edits, Actions: operations, Isolation: lowered.Isolation,
	}
}

// firstRule returns the rule of the first finding in the order of targets.
func firstRule(findings []fixedits.Diagnostic) string {
	first := slices.MinFunc(findings, func(a, b fixedits.Diagnostic) int {
		return compareTargets(targetAt(&a), targetAt(&b))
	})
	return first.Rule
}

// targetAt returns the target of a finding.
func targetAt(d *fixedits.Diagnostic) Target {
	t := Target{File: d.Path, Document: d.Document, Rule: d.Rule}
	if d.Pointer != nil {
		t.Pointer = *d.Pointer
	}
	return t
}

// Tool is the name of the tool of the artifact that a document is lowered to.
const Tool = "fix-actions"

// Artifact lowers a document to an artifact, and returns the result of each
// action. The artifact is a plan: its fixes are applied unchanged, without
// formatters. It has no findings of satisfied actions: these were about files
// that have changed since.
func (d *Document) Artifact(read fixactions.Reader) (*artifact.Artifact, []Fixed) {
	a := artifact.New(artifact.Tool{Name: Tool, Version: d.PackVersion}, "")
	a.Plan = true
	l := d.lower(func(path string) ([]byte, error) {
		text, err := read(path)
		if err == nil {
			a.Snapshots = append(a.Snapshots, fixedits.SnapshotOf(path, text))
		}
		return text, err
	})
	all := make([]int, len(d.Actions))
	for i := range all {
		all[i] = i
	}
	l.combine(all)
	fixed := l.fixed
	var found fixedits.Collector
	for i := range fixed {
		f := &fixed[i]
		if f.Satisfied() {
			continue
		}
		var fixes []fixedits.Fix
		if f.Fix != nil {
			fixes = append(fixes, *f.Fix)
		}
		for _, finding := range f.Findings {
			found.Add(finding, fixes...)
		}
	}
	a.Diagnostics, a.Fixes = found.Diagnostics, found.Fixes
	a.Normalize()
	return a, fixed
}
