// Package verdict decides the verdict on the runs of a proof. It is a pure
// function of the evidence: it runs nothing and reads no clock.
package verdict

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

// The defaults of an Input.
const (
	DefaultAttempts   = 3
	DefaultMinKilled  = 0.5
	DefaultMinCovered = 0.8
)

// PolicyTestsRequired is the policy that a patch adds or changes a test.
const PolicyTestsRequired = "tests.required"

// policyProtected is the policy about files that decide which tests run.
const policyProtected = "paths.protected"

// An Input is the evidence on a candidate.
type Input struct {
	Sandbox   sandbox.Level // of the runs
	Candidate int           // the ID of the candidate, from 1
	// Runs are all runs of the proof, in the order of time. Runs of other
	// candidates do not count.
	Runs  []evidence.Run
	Files []evidence.File // of the patch
	// Tests is the effect of the patch on tests, and TestFiles have the
	// declarations of the test files of the patch.
	Tests      *tests.Difference
	TestFiles  []*source.File
	Decisions  []evidence.Decision
	Exceptions []evidence.Exception
	// Hunks are the hunks of sources, and Mutants the mutants made. The runs
	// show which of them are needed or killed.
	Hunks    []evidence.Hunk
	Mutants  []evidence.Mutant
	Coverage *evidence.Coverage // nil if it cannot be had
	// Canaries are the broken tests. The runs show which of them fail. If there
	// are none, P10 does not count.
	Canaries []evidence.Canary
	// Infra are failures of the machine that no run shows, such as a full disk,
	// one sentence each.
	Infra []string
	// Attempts is how often a command runs in the base and the candidate.
	Attempts int
	// MinKilled is the share of mutants that tests must kill, and MinCovered
	// the share of changed lines that they must reach, from 0 to 1.
	MinKilled, MinCovered float64
}

// An Output is the judgment of a candidate.
type Output struct {
	Verdict    evidence.Verdict
	Reasons    []string // why it is not better, the gravest first; none if proven
	Conditions []evidence.Condition
	Tests      []evidence.Test
	Hunks      []evidence.Hunk
	Mutants    *evidence.Mutants // nil if none were made
	// Proofs are the keys of the cases that are red before and green after, in
	// order: see [evidence.Case.Key].
	Proofs []string
}

// Holds says whether a condition does.
func (o *Output) Holds(id string) evidence.Holds {
	i := slices.IndexFunc(o.Conditions, func(c evidence.Condition) bool { return c.ID == id })
	if i < 0 {
		return evidence.Unknown
	}
	return o.Conditions[i].Holds
}

// Judge decides the verdict: the gravest row that applies decides, in the order
// infra, refuted, not accepted, inconclusive, weak; proven means that none
// applies.
//
//	    | finding                                              | verdict
//	    | a run that is needed did not start or was canceled   | infra
//	    | the machine failed (disk, sandbox gone)              | infra
//	    | the sandbox is below namespaces                      | weak
//	    | Bazel had no sandbox for a test within that one      | weak
//	P1  | the command passes in the base, and with new tests   | inconclusive
//	P1  | its failures differ, and so do the cases that fail   | inconclusive
//	P1  | its failures differ, but the same cases fail         | weak
//	P1  | it never ends in the base                            | weak
//	P1  | it fails, or does not end, in the candidate          | refuted
//	P1  | a case that failed is missing or skipped             | refuted
//	P2  | a case that passed fails, is missing or is skipped   | refuted
//	P2  | there are fewer cases than before                    | refuted
//	P2  | a case that passed now passes only at times          | inconclusive
//	P2  | a case fails that has no result in the base          | inconclusive
//	P2  | tests around the change did not run                  | weak
//	P3  | a new test fails in the candidate                    | refuted
//	P3  | tests stay green when the sources are reverted       | refuted
//	P3  | a case that failed passes by the changes of tests    | refuted
//	P3  | the patch changes only tests                         | inconclusive
//	P3  | it is not green without what may serve tests only    | weak
//	P3  | the same, and the patch changes nothing else         | inconclusive
//	P3  | it fails with the sources and the tests of the base  | weak
//	P3  | it has no result in either of these two              | weak
//	P3  | a new test is flaky                                  | inconclusive
//	P3  | new tests are red only because something cannot build| weak
//	P3  | no test is red before and green after                | weak
//	P3  | a new test fails if sources are written differently  | weak
//	P3  | the sources were not reverted, or S1 did not run     | weak
//	P4  | runs of one state disagree                           | inconclusive
//	P4  | fewer runs than asked for                            | weak
//	P5  | forged cases, or exit 0 with a red case, by the patch| refuted
//	P5  | the same in the base                                 | inconclusive
//	P5  | the candidate lost its results, or runs no test      | refuted
//	P5  | nothing but exit codes                               | weak
//	P5  | a command wrote tracked files; results are partial   | weak
//	P5  | a case is in a language that is not read             | weak
//	P6  | a policy about size, form or files says no           | not accepted
//	P6  | a policy about tests says no: deleted, skipped, ...  | refuted
//	P6  | a policy has a doubt, such as code that hides faults | weak
//	P6  | tests of the patch cannot be read                    | weak
//	P6  | they are in a language that is not read              | weak
//	P7  | too few changed lines are covered, if that is known  | weak
//	P8  | a hunk is not needed, or that was not tried          | weak
//	P8  | too few mutants are killed                           | weak
//	P8  | a source is in a language that is not read           | weak
//	P9  | the clean room disagrees                             | refuted
//	P9  | its runs disagree with each other, or do not end     | inconclusive
//	P9  | there was none                                       | weak
//	P10 | a test with a failing assertion stays green          | refuted
//	P10 | a test stays green though a value it asserts changed | weak
//	P10 | a test cannot be broken, or has no result then       | weak
//
// Before is the base, or the base with the tests of the patch if the command
// passes there: a fix and its tests come together. A case that the patch does
// not change and that it turns from red to green proves as much as a new test.
// So a patch without tests is weak only if there is no such case, and a patch
// of documentation alone needs no test.
func Judge(in Input) *Output {
	if in.Tests == nil {
		in.Tests = &tests.Difference{}
	}
	in.Attempts = cmp.Or(in.Attempts, DefaultAttempts)
	in.MinKilled = cmp.Or(in.MinKilled, DefaultMinKilled)
	in.MinCovered = cmp.Or(in.MinCovered, DefaultMinCovered)
	j := &judge{in: &in, runs: finished(in.Runs, in.Candidate)}
	j.reproduction = map[evidence.State]*view{}
	j.all = map[evidence.State]*view{}
	for _, s := range []evidence.State{
		evidence.AtBase, evidence.WithTests, evidence.WithSources, evidence.WithServing, evidence.AtCandidate, evidence.Reverted, evidence.CleanRoom, evidence.Rewritten,
	} {
		j.reproduction[s] = viewOf(j.of(s, false))
		j.all[s] = viewOf(j.each(s))
	}
	j.before = beforeOf(j.reproduction)
	j.before.view = j.repeats(j.before.view, evidence.Reverted)
	j.candidate = j.repeats(j.reproduction[evidence.AtCandidate], evidence.CleanRoom)
	j.machine()
	j.reproduces()
	j.regresses()
	j.redGreen()
	j.agrees()
	j.trusted()
	j.protected()
	j.covered()
	j.adequate()
	j.cleanRoom()
	j.canaries()
	return j.output()
}

// A finding is why a verdict is not better.
type finding struct {
	condition string           // P1 to P10, or empty
	verdict   evidence.Verdict // at most; empty if another finding decides
	holds     evidence.Holds
	sentence  string
}

// A judge collects findings.
type judge struct {
	in   *Input
	runs []evidence.Run
	// Views of the runs of the reproduction, and of all runs, by state.
	reproduction map[evidence.State]*view
	all          map[evidence.State]*view
	before       before
	candidate    *view // of the reproduction, with the clean room if it is the last run
	findings     []finding
	good         map[string]string // the sentence for a condition that holds
	tests        []evidence.Test
	proofs       []string // keys of cases that are red before and green after
	unchanged    []string // names of tests that the patch does not change
	hunks        []evidence.Hunk
	mutants      *evidence.Mutants
}

// find records a finding.
func (j *judge) find(condition string, verdict evidence.Verdict, holds evidence.Holds, sentence string) {
	j.findings = append(j.findings, finding{condition, verdict, holds, plain(sentence)})
}

// maxSentence bounds the bytes of a sentence. It has names that the tree chose.
const maxSentence = 600

// plain makes one line of a sentence, of a bounded length.
func plain(sentence string) string {
	sentence = strings.Join(strings.FieldsFunc(sentence, unicode.IsSpace), " ")
	sentence = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, sentence)
	if len(sentence) > maxSentence {
		sentence = strings.ToValidUTF8(sentence[:maxSentence], "") + " ... (cut)."
	}
	return sentence
}

// says records the sentence for a condition that holds.
func (j *judge) says(condition, sentence string) {
	if j.good == nil {
		j.good = map[string]string{}
	}
	j.good[condition] = plain(sentence)
}

// each returns the runs of a state that have ended, the ones of the reproduction
// first.
func (j *judge) each(state evidence.State) []evidence.Run {
	own := j.of(state, false)
	return append(own, slices.DeleteFunc(j.of(state, true), func(r evidence.Run) bool { return !r.Suite })...)
}

// of returns the runs of a state that have ended: of the reproduction, or of the
// tests around the change, which the reproduction may run too.
func (j *judge) of(state evidence.State, suite bool) []evidence.Run {
	var runs []evidence.Run
	for _, r := range j.runs {
		if r.State == state && (r.Suite == suite || suite && r.Around) && r.Phase != evidence.Setup && ended(&r) {
			runs = append(runs, r)
		}
	}
	return runs
}

// repeats returns the runs of a state, with the first of a later state of the same
// tree if fewer ran than were asked for.
func (j *judge) repeats(v *view, later evidence.State) *view {
	if n := len(v.runs); n == 0 || n >= j.in.Attempts {
		return v
	}
	for _, r := range j.reproduction[later].runs {
		if r.Tree == v.runs[0].Tree {
			return viewOf(append(slices.Clone(v.runs), r))
		}
	}
	return v
}

// exception returns the recorded exception from a policy, or nil.
func (j *judge) exception(policy string) *evidence.Exception {
	for i := range j.in.Exceptions {
		if j.in.Exceptions[i].Policy == policy {
			return &j.in.Exceptions[i]
		}
	}
	return nil
}

// documentation reports whether the patch changes only documentation, which is
// the one automatic exception.
func (j *judge) documentation() bool {
	for _, f := range j.in.Files {
		if f.Kind != evidence.Docs {
			return false
		}
	}
	return len(j.in.Files) > 0 && j.exception(PolicyTestsRequired) != nil
}

// output puts the findings together.
func (j *judge) output() *Output {
	out := &Output{Verdict: evidence.Proven, Tests: j.tests, Hunks: j.hunks, Mutants: j.mutants, Proofs: j.proofs}
	findings := slices.DeleteFunc(slices.Clone(j.findings), func(f finding) bool { return f.verdict == "" })
	slices.SortStableFunc(findings, func(a, b finding) int { return b.verdict.Compare(a.verdict) })
	for i, f := range findings {
		if i == 0 {
			out.Verdict = f.verdict
		}
		// Later steps are not tried once a run or a rule speaks against the patch.
		untried := out.Verdict == evidence.NotAccepted && f.verdict != out.Verdict || out.Verdict == evidence.Refuted && f.holds == evidence.Unknown
		if !untried && !slices.Contains(out.Reasons, f.sentence) {
			out.Reasons = append(out.Reasons, f.sentence)
		}
	}
	for _, id := range evidence.ConditionIDs {
		if id == "P10" && len(j.in.Canaries) == 0 {
			continue
		}
		out.Conditions = append(out.Conditions, j.condition(id))
	}
	return out
}

// condition is one with the worst of its findings.
func (j *judge) condition(id string) evidence.Condition {
	c := evidence.Condition{ID: id, Holds: evidence.Yes, Detail: j.good[id], Runs: j.rests(id)}
	for _, f := range j.findings {
		if f.condition == id && f.holds.Worse(c.Holds) {
			c.Holds, c.Detail = f.holds, f.sentence
		}
	}
	return c
}
