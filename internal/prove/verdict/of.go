package verdict

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
)

// Of judges the first candidate of evidence by its runs, decisions, mutants and
// coverage, and by its patch. It looks at no verdict, condition, test or hunk in
// the evidence. The patch decides its hunks, its effect on tests, and the trees
// that runs must have had: runs in other trees do not count. The trees of
// mutants, canaries and rewritten sources cannot be known, because the evidence
// does not have their texts.
//
// attempts is how often a command runs before and with the patch; 0 means as
// often as it failed before it.
func Of(e *evidence.Evidence, c *change.Change, attempts int) *Output {
	best := &e.Candidates[0]
	in := Input{
		Candidate: best.ID, Files: best.Files, Decisions: best.Decisions, Exceptions: e.Exceptions, Coverage: best.Coverage, Canaries: best.Canaries,
		Tests: policy.Rules{}.Judge(policy.Input{Change: c}).Tests, Attempts: attempts,
	}
	_ = in.Sandbox.UnmarshalText([]byte(e.Sandbox.Level)) // an unknown one enforces nothing
	own := policy.TestPart(c)
	for i := range own.Files {
		if f := &own.Files[i]; f.After != nil {
			in.TestFiles = append(in.TestFiles, source.Of(f.Path, f.After))
		}
	}
	in.Hunks = Hunks(c)
	trees := newTrees(c, own)
	for _, r := range e.Runs {
		if trees.have(&r, best.ID) {
			in.Runs = append(in.Runs, r)
		}
	}
	if attempts == 0 {
		in.Attempts = reproducing(in.Runs)
	}
	in.Mutants = mutantsOf(best, in.Runs)
	return Judge(in)
}

// reproducing returns how often the reproduction ran where it has to fail, with
// the revert check if that is one more run of the same tree.
func reproducing(runs []evidence.Run) int {
	counts, state := map[evidence.State]int{}, evidence.AtBase
	tree := ""
	for _, r := range runs {
		if r.Phase != evidence.Reproduce || r.Suite {
			continue
		}
		counts[r.State]++
		if r.State == evidence.WithTests {
			state, tree = r.State, r.Tree
		}
	}
	if slices.ContainsFunc(runs, func(r evidence.Run) bool { return r.State == evidence.Reverted && r.Tree == tree }) {
		counts[state]++
	}
	return counts[state]
}

// Hunks returns the hunks of a patch that have to be needed: of sources. It is
// not known yet whether they are, except for hunks without code.
func Hunks(c *change.Change) []evidence.Hunk {
	own, judged := policy.TestPart(c), policy.Rules{}.Judge(policy.Input{Change: c})
	var hunks []evidence.Hunk
	for _, h := range c.Hunks() {
		if own.File(h.Path) != nil || judged.Kind(h.Path) == evidence.Docs {
			continue
		}
		is := evidence.Hunk{ID: h.ID, Path: h.Path, Line: h.Line, Lines: h.Lines, Needed: evidence.HunkUnknown}
		if policy.NoCode(c, h.ID, h.Path) {
			is.Needed = evidence.HunkNoCode
		}
		hunks = append(hunks, is)
	}
	return hunks
}

// mutantsOf returns the mutants of a candidate that runs tried. Only a mutant
// that no test killed has more than its id.
func mutantsOf(c *evidence.Candidate, runs []evidence.Run) []evidence.Mutant {
	var all []evidence.Mutant
	if c.Mutants != nil {
		all = slices.Clone(c.Mutants.Alive)
	}
	for _, r := range runs {
		if r.State == evidence.Mutated && !slices.ContainsFunc(all, func(m evidence.Mutant) bool { return m.ID == r.Subject }) {
			all = append(all, evidence.Mutant{ID: r.Subject})
		}
	}
	return all
}

// trees has the digests of the changes that a candidate's runs may have had in
// their tree.
type trees struct {
	change *change.Change
	states map[evidence.State]string
	hunks  map[string]string // without a hunk, by its id
}

func newTrees(c, own *change.Change) *trees {
	return &trees{c, map[evidence.State]string{
		evidence.WithTests: digest(own), evidence.Reverted: digest(own), evidence.WithSources: digest(policy.WithoutTests(c)),
		evidence.AtCandidate: digest(c), evidence.CleanRoom: digest(c),
	}, map[string]string{}}
}

// have reports whether a run counts for a candidate.
func (t *trees) have(r *evidence.Run, candidate int) bool {
	if r.State == evidence.AtBase {
		return r.Candidate == 0 && r.Tree == ""
	}
	proves := r.Phase == evidence.Prove || r.Phase == evidence.Reproduce && r.State == evidence.WithTests
	if !proves || r.Candidate != candidate {
		return false
	}
	switch r.State {
	case evidence.WithoutHunk:
		want, known := t.hunks[r.Subject]
		if !known {
			want = digest(t.change.Without(r.Subject))
			t.hunks[r.Subject] = want
		}
		return r.Tree == want
	case evidence.Mutated, evidence.WithServing, evidence.Canaried, evidence.Rewritten:
		return true
	}
	want, known := t.states[r.State]
	return known && r.Tree == want
}

// digest returns the digest by which a run names the change of its tree.
func digest(c *change.Change) string {
	if c.Empty() {
		return ""
	}
	return c.SHA256()
}
