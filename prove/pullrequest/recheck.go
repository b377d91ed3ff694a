package pullrequest

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/prove/change"
	"github.com/rules-autofix/rules_autofix/prove/evidence"
	"github.com/rules-autofix/rules_autofix/prove/policy"
	"github.com/rules-autofix/rules_autofix/prove/tests"
	"github.com/rules-autofix/rules_autofix/prove/verdict"
	"github.com/rules-autofix/rules_autofix/sandbox"
)

// recheck refuses evidence whose verdict is better than its conditions, its
// policies, its sandbox and its runs allow. It cannot tell whether runs took
// place: a signature or your own proof can.
func recheck(e *evidence.Evidence, c *change.Change) error {
	best := &e.Candidates[0]
	if e.Verdict != best.Verdict {
		return forged("the verdict is %s, and that of the patch %s", e.Verdict, best.Verdict)
	}
	if len(e.Reasons) > 0 && e.Verdict == evidence.Proven || len(best.Reasons) > 0 && best.Verdict == evidence.Proven {
		return forged("the verdict is proven, and there are reasons against it")
	}
	if err := conditions(best); err != nil {
		return err
	}
	if err := files(best, c); err != nil {
		return err
	}
	for _, d := range best.Decisions {
		if !d.OK {
			return forged("the policy %q refuses the patch", d.Policy)
		}
	}
	return judgedAgain(e, best, c)
}

func forged(format string, args ...any) error { return fail(Forged, nil, format, args...) }

// conditions compares the verdict with P1 to P9.
func conditions(c *evidence.Candidate) error {
	have := map[string]evidence.Holds{}
	for _, cond := range c.Conditions {
		if _, twice := have[cond.ID]; twice {
			return forged("condition %q is there twice", cond.ID)
		}
		have[cond.ID] = cond.Holds
	}
	for _, id := range []string{"P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9"} {
		holds, found := have[id]
		switch {
		case !found:
			return forged("the verdict is %s, and condition %s is missing", c.Verdict, id)
		case holds == evidence.Yes, id == "P7" && holds == evidence.Unknown:
		case c.Verdict == evidence.Proven:
			return forged("the verdict is proven, and %s holds: %s", id, holds)
		case holds == evidence.No && id != "P3" && id != "P7":
			// Without tests, P3 does not hold; without coverage, P7 does not.
			return forged("the verdict is weak, and %s does not hold", id)
		}
	}
	return nil
}

// files compares the list of files with the patch.
func files(c *evidence.Candidate, change *change.Change) error {
	judged := policy.Rules{}.Judge(policy.Input{Change: change}).Files
	if len(judged) != len(c.Files) {
		return forged("the evidence has %d files, and the patch %d", len(c.Files), len(judged))
	}
	added, deleted := 0, 0
	for i := range judged {
		want, is := judged[i], c.Files[i]
		is.Justification = ""
		if want != is {
			return forged("the evidence says of %q that it is %s, %s, +%d -%d, and it is %s, %s, +%d -%d",
				want.Path, is.Kind, is.Op, is.Added, is.Deleted, want.Kind, want.Op, want.Added, want.Deleted)
		}
		added, deleted = added+want.Added, deleted+want.Deleted
	}
	if added != c.Added || deleted != c.Deleted {
		return forged("the evidence says that the patch has +%d -%d lines, and it has +%d -%d", c.Added, c.Deleted, added, deleted)
	}
	return nil
}

// worst orders the values of a condition.
var worst = []evidence.Holds{evidence.Yes, evidence.Weakly, evidence.Unknown, evidence.No}

// best orders verdicts.
var best = []evidence.Verdict{evidence.Proven, evidence.Weak, evidence.Inconclusive, evidence.Refuted, evidence.Infra}

// judgedAgain judges the runs that the evidence has.
func judgedAgain(e *evidence.Evidence, best *evidence.Candidate, c *change.Change) error {
	again := verdict.Judge(input(e, best, c))
	if worseVerdict(again.Verdict, best.Verdict) {
		why := ""
		if len(again.Reasons) > 0 {
			why = ": " + again.Reasons[0]
		}
		return forged("the verdict is %s, and the runs of the evidence allow only %s%s", best.Verdict, again.Verdict, why)
	}
	for _, a := range again.Conditions {
		i := slices.IndexFunc(best.Conditions, func(b evidence.Condition) bool { return b.ID == a.ID })
		if slices.Index(worst, a.Holds) > slices.Index(worst, best.Conditions[i].Holds) {
			return forged("the evidence says that %s holds: %s, and its runs say: %s", a.ID, best.Conditions[i].Holds, a.Holds)
		}
	}
	return nil
}

func worseVerdict(a, b evidence.Verdict) bool { return slices.Index(best, a) > slices.Index(best, b) }

// input is what the verdict was judged from. The patch says what it does to
// tests, and which trees runs must have had. Mutants are not counted again: the
// evidence does not have the text of those that were killed.
func input(e *evidence.Evidence, best *evidence.Candidate, c *change.Change) verdict.Input {
	var level sandbox.Level
	_ = level.UnmarshalText([]byte(e.Sandbox.Level)) // an unknown one enforces nothing
	own := policy.TestPart(c)
	in := verdict.Input{
		Sandbox: level, Candidate: best.ID, Files: best.Files, Decisions: best.Decisions, Exceptions: e.Exceptions, Coverage: best.Coverage,
		Tests: policy.Rules{}.Judge(policy.Input{Change: c}).Tests,
	}
	for i := range own.Files {
		if f := &own.Files[i]; f.Text != nil {
			in.TestFiles = append(in.TestFiles, tests.Of(f.Path, f.Text))
		}
	}
	without := map[string]string{}
	for _, h := range best.Hunks {
		if !h.Dropped {
			if h.Needed == evidence.HunkNoCode && !policy.NoCode(c, h.ID, h.Path) {
				h.Needed = evidence.HunkUnknown
			}
			in.Hunks = append(in.Hunks, h)
			without[h.ID] = digest(c.Without(h.ID))
		}
	}
	trees := map[evidence.State]string{
		evidence.WithTests: digest(own), evidence.Reverted: digest(own), evidence.WithSources: digest(policy.WithoutTests(c)),
		evidence.AtCandidate: best.SHA256, evidence.CleanRoom: best.SHA256,
	}
	attempts := 0
	for _, r := range e.Runs {
		tree, known := trees[r.State]
		if r.State == evidence.WithoutHunk {
			tree, known = without[r.Subject]
		}
		proves := r.Phase == evidence.Prove || r.Phase == evidence.Reproduce && r.State == evidence.WithTests
		switch {
		case r.State == evidence.AtBase && r.Tree == "" && r.Candidate == 0, known && proves && r.Candidate == best.ID && r.Tree == tree:
			in.Runs = append(in.Runs, r)
		}
		if r.State == evidence.AtBase && r.Phase == evidence.Reproduce && !r.Suite {
			attempts++
		}
	}
	in.Attempts = attempts // as often as the settings asked for
	return in
}

// digest is how a run names the change of its tree.
func digest(c *change.Change) string {
	if c.Empty() {
		return ""
	}
	return c.SHA256()
}
