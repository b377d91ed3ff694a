package verify

import (
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// conclude returns the verdict of each unit. judged has the answers for all
// targets that were not red before, with all fixes.
func (in *inquiry) conclude(judged map[string]Answer, guilt []Guilt) *pipeline.Verification {
	did := &pipeline.Verification{Refused: map[string]fixedits.Reason{}, Verdicts: map[string]*fixedits.Verdict{}}
	in.refuse(did, guilt)
	green := map[string]tally{}
	verdicts := make([]fixedits.Verdict, len(in.units))
	before := make([]string, len(in.units)) // a target that was red before
	for _, target := range in.targets {
		answer, counts := judged[target.Name]
		if counts && answer.Color == Green {
			green[target.Name] = tally{in.tests[target.Name], in.tests[target.Name] && answer.Cached}
		}
		for _, n := range in.suspects(target) {
			if !counts {
				before[n] = target.Name
				continue
			}
			verdicts[n].Targets++
			if in.tests[target.Name] {
				verdicts[n].Tests++
				if answer.Cached {
					verdicts[n].Cached++
				}
			}
		}
	}
	for n, u := range in.units {
		if _, refused := did.Refused[u.outcome.ID]; refused {
			continue
		}
		verdict := &verdicts[n]
		did.Verdicts[u.outcome.ID] = verdict
		if verdict.Targets > 0 {
			verdict.Kind = fixedits.VerdictVerified
			continue
		}
		verdict.Kind = fixedits.VerdictUnverified
		if in.v.Keep(u.outcome) {
			continue
		}
		why := fmt.Sprintf("no target depends on %s, so no build can verify the fix; apply it with --verify-unaffected=keep", strings.Join(u.outcome.Paths, ", "))
		if before[n] != "" {
			why = fmt.Sprintf("%s was red before, so no build can verify the fix; apply it with --verify-unaffected=keep", before[n])
		}
		did.Refused[u.outcome.ID] = fixedits.Reason{Code: fixedits.CodeUnverified, Detail: why}
	}
	if in.v.green == nil {
		in.v.green = map[int]map[string]tally{}
	}
	in.v.green[in.trial.Round] = green
	return did
}

// refuse leaves out the guilty units. Of several that only turn a target red
// together, the last in the total order waits for the next round, in which the
// others are in the text; one of them may be guilty of more.
func (in *inquiry) refuse(did *pipeline.Verification, guilt []Guilt) {
	refused := func(n int) bool {
		_, already := did.Refused[in.units[n].outcome.ID]
		return already
	}
	add := func(g Guilt, n int) {
		if !refused(n) {
			id := in.units[n].outcome.ID
			did.Verdicts[id], did.Refused[id] = in.blame(g, n)
		}
	}
	for _, g := range guilt {
		if g.Flaky || len(g.Fixes) == 1 {
			for _, n := range g.Fixes {
				add(g, n)
			}
		}
	}
	for _, g := range guilt {
		if !slices.ContainsFunc(g.Fixes, refused) {
			add(g, g.Fixes[len(g.Fixes)-1])
		}
	}
}

// blame returns the verdict of a guilty unit, and the reason to leave it out.
func (in *inquiry) blame(g Guilt, n int) (*fixedits.Verdict, fixedits.Reason) {
	found := in.redOf(g.Target, in.redWith(g))
	if g.Flaky {
		reason := fixedits.Reason{Code: fixedits.CodeFlaky, Detail: fmt.Sprintf("%s is flaky: it fails and passes on the same text", g.Target)}
		return &fixedits.Verdict{Kind: fixedits.VerdictInconclusive, Red: &found}, reason
	}
	verdict := &fixedits.Verdict{Kind: fixedits.VerdictBrokeBuild, Red: &found}
	why := g.Target + " does not build"
	code := fixedits.CodeBrokeBuild
	if found.Test {
		why, code = "the test "+g.Target+" fails", fixedits.CodeBrokeTest
		if found.Case != "" {
			why += " (" + found.Case + ")"
		}
	}
	why += " with this fix"
	var with []string
	for _, other := range g.Fixes {
		if other != n {
			o := in.units[other].outcome
			verdict.With = append(verdict.With, o.ID)
			with = append(with, fmt.Sprintf("%s in %s", o.Rule, strings.Join(o.Paths, ", ")))
		}
	}
	reason := fixedits.Reason{Code: code, Detail: why}
	if len(with) > 0 {
		reason.Code, reason.By = fixedits.CodeTogether, verdict.With[0]
		reason.Detail += ", together with " + strings.Join(with, " and ")
	}
	return verdict, reason
}

// redWith returns the answer for the red target of guilt in the text with the
// fewest fixes besides the guilty ones.
func (in *inquiry) redWith(g Guilt) Answer {
	var best red
	for _, r := range in.reds[g.Target] {
		guilty := g.Flaky || !slices.ContainsFunc(g.Fixes, func(n int) bool { return !slices.Contains(r.units, n) })
		if guilty && (best.units == nil || len(r.units) <= len(best.units)) {
			best = r
		}
	}
	return best.answer
}

func (in *inquiry) redOf(target string, answer Answer) fixedits.Red {
	return fixedits.Red{Target: target, Test: in.tests[target] && !answer.Broken, Case: answer.Case, Output: answer.Output}
}
