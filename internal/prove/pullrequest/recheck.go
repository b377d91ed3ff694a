package pullrequest

import (
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
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

// judgedAgain judges the runs that the evidence has.
func judgedAgain(e *evidence.Evidence, best *evidence.Candidate, c *change.Change) error {
	again := verdict.Of(e, c, 0)
	if again.Verdict.Compare(best.Verdict) > 0 {
		why := ""
		if len(again.Reasons) > 0 {
			why = ": " + again.Reasons[0]
		}
		return forged("the verdict is %s, and the runs of the evidence allow only %s%s", best.Verdict, again.Verdict, why)
	}
	if len(best.Conditions) != len(again.Conditions) {
		return forged("the verdict has %d conditions, and the evidence %d", len(again.Conditions), len(best.Conditions))
	}
	for i, a := range again.Conditions {
		switch b := best.Conditions[i]; {
		case b.ID != a.ID:
			return forged("condition %s is missing", a.ID)
		case a.Holds != b.Holds:
			return forged("the evidence says that %s holds: %s, and its runs say: %s", a.ID, b.Holds, a.Holds)
		}
	}
	return nil
}
