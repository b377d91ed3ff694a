package policy

import (
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

// An Input is a patch to judge.
type Input struct {
	Change *change.Change
	// Justifications are the reasons of the engine for each file, by path. Nil
	// means that the patch is a person's, so that no engine was asked.
	Justifications map[string]string
	// Unchangeable are paths from the root of the tree that no patch may change,
	// such as the folder of the evidence.
	Unchangeable []string
}

// A Judgment is the decisions of the policies about a patch.
type Judgment struct {
	Files []evidence.File
	// Tests is the effect of the patch on tests.
	Tests *tests.Difference
	// Decisions are in the order of policies, and within one policy by path. A
	// policy that nothing breaks has one decision.
	Decisions  []evidence.Decision
	Exceptions []evidence.Exception

	rules *Rules
}

// policies are all policies, in the order of decisions.
var policies = []string{
	DiffEmpty, DiffFiles, DiffLines, DiffJustified, DiffModes, DiffText, Silencing,
	PathsAllow, PathsDeny, Unexceptional, Protected,
	Required, tests.CodeDeleted, tests.CodeSkipped, tests.CodeEmptied, tests.CodeOnly, tests.CodeHarness, tests.CodeUnreadable, BuildOfTests, Weakened,
}

// Judge judges a patch. It runs nothing and reads no file.
func (r Rules) Judge(in Input) *Judgment {
	r = r.settled()
	j := &Judgment{rules: &r}
	reasons := make(map[string]string) // why files are protected
	for i := range in.Change.Files {
		f := &in.Change.Files[i]
		kind, reason := kindOf(f)
		added, deleted := in.Change.Lines(f.Path)
		j.Files = append(j.Files, evidence.File{
			Path: f.Path, Kind: kind, Op: opName(f), Added: added, Deleted: deleted,
			Justification: in.Justifications[f.Path],
		})
		reasons[f.Path] = reason
		if slices.ContainsFunc(in.Unchangeable, func(at string) bool { return within([]string{config.GlobLiteral(at)}, f.Path) }) {
			j.refuse(Unexceptional, f.Path, "part of the record of the proof")
		}
		if reason != "" {
			j.refuse(Protected, f.Path, reason)
		}
	}
	j.size(&r, in)
	j.texts(in.Change)
	j.paths(&r, in.Change)
	j.tests(&r, in.Change, reasons)
	j.silencing(in.Change)
	j.atStart(in.Change)
	j.finish()
	return j
}

func opName(f *fixedits.FileChange) string {
	switch {
	case f.Created:
		return "create"
	case f.Deleted:
		return "delete"
	}
	return "modify"
}

// refuse records a violation of a policy, or the exception that allows it.
func (j *Judgment) refuse(policy, name, detail string) {
	d := evidence.Decision{Policy: policy, Path: name, Detail: detail}
	for i := range j.rules.Exceptions {
		e := &j.rules.Exceptions[i]
		if e.Policy != policy || len(e.Paths) > 0 && (name == "" || !within(e.Paths, name)) || !slices.Contains(exceptional, policy) {
			continue
		}
		d.OK = true
		d.Detail += "; an exception allows it: " + e.Reason
		j.except(evidence.Exception{Policy: policy, Reason: e.Reason, Alternative: e.Alternative, By: e.By})
		break
	}
	j.Decisions = append(j.Decisions, d)
}

// doubt records what may break a policy, and a person has to judge. Rules and
// exceptions can set it aside.
func (j *Judgment) doubt(policy, name, detail string) {
	if j.rules.Undoubting {
		j.note(policy, name, detail)
		return
	}
	j.refuse(policy, name, detail)
	d := &j.Decisions[len(j.Decisions)-1]
	d.OK, d.Weak = true, !d.OK
}

// note records a fact for the reader that breaks no policy.
func (j *Judgment) note(policy, name, detail string) {
	j.Decisions = append(j.Decisions, evidence.Decision{Policy: policy, OK: true, Path: name, Detail: detail})
}

func (j *Judgment) except(e evidence.Exception) {
	if !slices.Contains(j.Exceptions, e) {
		j.Exceptions = append(j.Exceptions, e)
	}
}

// finish adds the policies that nothing breaks, and sorts the decisions.
func (j *Judgment) finish() {
	for _, policy := range policies {
		if !slices.ContainsFunc(j.Decisions, func(d evidence.Decision) bool { return d.Policy == policy }) {
			j.Decisions = append(j.Decisions, evidence.Decision{Policy: policy, OK: true})
		}
	}
	slices.SortStableFunc(j.Decisions, func(a, b evidence.Decision) int {
		if by := slices.Index(policies, a.Policy) - slices.Index(policies, b.Policy); by != 0 {
			return by
		}
		return strings.Compare(a.Path, b.Path)
	})
}

// Refused returns the decisions against the patch.
func (j *Judgment) Refused() []evidence.Decision {
	var out []evidence.Decision
	for _, d := range j.Decisions {
		if !d.OK {
			out = append(out, d)
		}
	}
	return out
}

// Kind returns the purpose of a file of the patch.
func (j *Judgment) Kind(name string) evidence.Kind {
	for i := range j.Files {
		if j.Files[i].Path == name {
			return j.Files[i].Kind
		}
	}
	return ""
}
