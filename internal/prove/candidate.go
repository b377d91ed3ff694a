package prove

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
)

// A candidate is a patch on its way to a verdict.
type candidate struct {
	id             int
	change         *change.Change
	tests, source  *change.Change // parts of it
	words          *evidence.Words
	justifications map[string]string
	judgment       *policy.Judgment

	suites []*pair     // the tests around the change
	own    []*runnable // the tests of the patch itself
	within bool        // the reproduction runs some of the tests of the patch

	hunks    []evidence.Hunk
	mutants  []evidence.Mutant
	coverage *evidence.Coverage
	canaries []evidence.Canary
	dropped  []evidence.Hunk // of the proposed patch
	output   *verdict.Output
}

// newCandidate returns a candidate that policies have judged.
func (p *proof) newCandidate(id int, c *change.Change, words *evidence.Words, why map[string]string) *candidate {
	judgment := p.rules.Judge(policy.Input{Change: c, Justifications: why})
	own := policy.TestPart(c)
	return &candidate{
		id: id, change: c, words: words, justifications: why, judgment: judgment, tests: own,
		source: c.Only(func(f *fixedits.FileChange) bool {
			return own.File(f.Path) == nil && judgment.Kind(f.Path) != evidence.Docs
		}),
	}
}

// at returns a place of the candidate with its whole change.
func (c *candidate) at(state evidence.State) at {
	return at{phase: evidence.Prove, state: state, candidate: c.id, owner: c, change: c.change}
}

// refusal returns the objections of policies to the candidate, or "".
func (c *candidate) refusal() string {
	var all []string
	for _, d := range c.judgment.Refused() {
		all = append(all, strings.TrimSpace(d.Policy+": "+d.Detail))
	}
	return strings.Join(all, "; ")
}

// barred reports whether policies keep the candidate from being tried. One that
// only lacks a test may run: what that shows is weak, and worth to know.
func (c *candidate) barred() bool {
	return slices.ContainsFunc(c.judgment.Refused(), func(d evidence.Decision) bool { return d.Policy != policy.Required })
}

// judge decides the verdict of a candidate.
func (p *proof) judge(c *candidate) {
	c.output = p.verdictOf(c)
	c.hunks = c.output.Hunks
	c.judgment.Proven(c.output.Holds("P3"))
}

// verdictOf judges the runs of a candidate so far.
func (p *proof) verdictOf(c *candidate) *verdict.Output {
	return verdict.Of(&evidence.Evidence{
		Sandbox: evidence.Sandbox{Level: p.level.String()}, Runs: p.runsOf(c), Exceptions: c.judgment.Exceptions,
		Candidates: []evidence.Candidate{{
			ID: c.id, Files: c.judgment.Files, Decisions: c.judgment.Decisions, Mutants: &evidence.Mutants{Alive: c.mutants}, Coverage: c.coverage,
			Canaries: c.canaries,
		}},
	}, c.change, p.Settings.Runs)
}

// runsOf returns the runs that speak about a candidate in its current form: the
// runs on the base, and the runs of its change and of parts of it.
func (p *proof) runsOf(c *candidate) []evidence.Run {
	var runs []evidence.Run
	for i := range p.runs {
		if p.runs[i].Candidate == 0 || p.owners[i] == c {
			runs = append(runs, p.runs[i])
		}
	}
	return runs
}

// ranked returns the candidates: the best proven first, of those the smallest,
// and of those the first that was proposed.
func (p *proof) ranked() []*candidate {
	all := slices.Clone(p.candidates)
	slices.SortStableFunc(all, func(a, b *candidate) int {
		return cmp.Or(a.verdict().Compare(b.verdict()), cmp.Compare(a.size(), b.size()))
	})
	return all
}

// verdict returns the verdict of a candidate, or "" if it was not judged.
func (c *candidate) verdict() evidence.Verdict {
	if c.output == nil {
		return ""
	}
	return c.output.Verdict
}

// size returns the number of changed lines.
func (c *candidate) size() int {
	n := 0
	for _, f := range c.judgment.Files {
		n += f.Added + f.Deleted
	}
	return n
}

// evidence returns the candidate as written to the evidence.
func (c *candidate) evidence() evidence.Candidate {
	e := evidence.Candidate{
		ID: c.id, SHA256: c.change.SHA256(), Files: c.judgment.Files, Coverage: c.coverage, Canaries: c.canaries, Decisions: c.judgment.Decisions, Words: c.words,
		Verdict: evidence.Inconclusive, Reasons: []string{"It was not tried."},
	}
	for _, f := range c.judgment.Files {
		e.Added += f.Added
		e.Deleted += f.Deleted
	}
	if o := c.output; o != nil {
		e.Tests, e.Mutants, e.Conditions, e.Verdict, e.Reasons = o.Tests, o.Mutants, o.Conditions, o.Verdict, o.Reasons
		e.Hunks = append(append(e.Hunks, o.Hunks...), c.dropped...)
		for i := range e.Hunks[len(o.Hunks):] {
			h := &e.Hunks[len(o.Hunks)+i]
			h.ID = fmt.Sprintf("d%d", i+1) // the remaining patch has the other ids
		}
	}
	return e
}

// levelOf returns the level of a sandbox by its name.
func levelOf(name string) sandbox.Level {
	var l sandbox.Level
	_ = l.UnmarshalText([]byte(name)) // an unknown one enforces nothing
	return l
}
