package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// trusted is P5: tests did run, and their results agree with the exit code.
func (j *judge) trusted() {
	had := len(j.all[evidence.AtBase].keys()) > 0
	// A problem that the base has is not the work of the patch, and each is
	// reported once.
	told := map[string]bool{}
	for _, base := range []bool{true, false} {
		for _, r := range j.runs {
			if (r.State == evidence.AtBase) != base || aside(r.State) ||
				r.Phase == evidence.Setup || !ended(&r) {
				continue
			}
			for _, p := range problems(&r) {
				whole := r.State == evidence.AtCandidate || r.State == evidence.CleanRoom
				// A test that does not build has no results either.
				if (!whole || r.Alone) && absent[p.Code] != "" || !whole && !base && p.Code == evidence.ProblemMissing {
					continue
				}
				if p.Code == evidence.ProblemNoTests && len(r.Cases) > 0 && j.inBase(&r, p) {
					continue // such as a file of helpers that a runner reads as tests
				}
				key := p.Code
				if key == evidence.ProblemContradicted {
					key += fmt.Sprint(r.Passed()) // which of both ways
				}
				if key == evidence.ProblemFlaky {
					key += p.Detail // each test separately
				}
				if !told[key] {
					told[key] = true
					j.problem(&r, p, had)
				}
			}
		}
	}
	cases := len(j.all[evidence.AtCandidate].keys())
	switch {
	case cases > 0:
		j.says("P5", fmt.Sprintf("%s ran with the patch, and exit codes agree.", report.NumberOf(cases, "test case")))
	case len(j.all[evidence.AtCandidate].runs) == 0:
		j.find("P5", "", evidence.Unknown, "Nothing ran with the patch.")
	case had:
		j.find("P5", evidence.Refuted, evidence.No, "Test cases ran in the base, and none with the patch.")
	case j.documentation():
		j.says("P5", "The patch changes only documentation, and exit codes tell the difference.")
	default:
		j.find("P5", evidence.Weak, evidence.Weakly, "Nothing but exit codes says that tests ran.")
	}
}

// inBase reports whether the same command has a problem in the base.
func (j *judge) inBase(r *evidence.Run, p evidence.Problem) bool {
	return slices.ContainsFunc(j.all[evidence.AtBase].runs, func(base evidence.Run) bool {
		return base.Suite == r.Suite && slices.Equal(base.Command, r.Command) && slices.Contains(base.Problems, p)
	})
}

// problems returns the problems that the reader found, and an exit code that
// hides a red case.
func problems(r *evidence.Run) []evidence.Problem {
	list := slices.Clone(r.Problems)
	has := func(code string) bool {
		return slices.ContainsFunc(list, func(p evidence.Problem) bool { return p.Code == code })
	}
	i := slices.IndexFunc(r.Cases, func(c evidence.Case) bool { return c.Status.Red() })
	if r.Passed() && i >= 0 && !has(evidence.ProblemContradicted) {
		list = append(list, evidence.Problem{Code: evidence.ProblemContradicted, Detail: r.Cases[i].Name})
	}
	if len(r.Written) > 0 && !has(evidence.ProblemWroteTracked) {
		list = append(list, evidence.Problem{Code: evidence.ProblemWroteTracked, Detail: r.Written[0]})
	}
	return list
}

// absent describes a run without results.
var absent = map[string]string{
	evidence.ProblemNoTests:    "ran no test",
	evidence.ProblemNoResults:  "left no results of tests",
	evidence.ProblemBadResults: "left results of tests that cannot be read",
}

// problem judges one reason to distrust a run. The base is not the work of the
// patch.
func (j *judge) problem(r *evidence.Run, p evidence.Problem, had bool) {
	base := r.State == evidence.AtBase
	blame := evidence.Refuted
	if base {
		blame = evidence.Inconclusive
	}
	where := map[bool]string{true: "in the base", false: "with changes of the patch"}[base]
	switch p.Code {
	case evidence.ProblemForged:
		j.find("P5", blame, evidence.No, fmt.Sprintf("Run %s %s reports a test that no source has: %s.", r.ID, where, p.Detail))
	case evidence.ProblemUnread:
		j.find("P5", evidence.Weak, evidence.Weakly, fmt.Sprintf("Run %s %s has tests in a language that is not read, so they count as their runner reports them: %s.", r.ID, where, p.Detail))
	case evidence.ProblemContradicted:
		if r.Passed() {
			j.find("P5", blame, evidence.No, fmt.Sprintf("Run %s %s exits with 0, but a test of it fails: %s.", r.ID, where, p.Detail))
		} else {
			j.find("P5", evidence.Weak, evidence.Weakly, fmt.Sprintf("Run %s %s fails without a test that fails: %s.", r.ID, where, p.Detail))
		}
	case evidence.ProblemNoTests, evidence.ProblemNoResults, evidence.ProblemBadResults:
		what := absent[p.Code]
		if had {
			j.find("P5", evidence.Refuted, evidence.No, fmt.Sprintf("Run %s with the patch %s, although tests ran in the base.", r.ID, what))
		} else {
			j.find("P5", evidence.Weak, evidence.Weakly, fmt.Sprintf("Run %s with the patch %s.", r.ID, what))
		}
	case evidence.ProblemFlaky:
		// A test around the change that was flaky before is not its work.
		if !base || !r.Suite {
			j.find("P4", evidence.Inconclusive, evidence.No, fmt.Sprintf("In run %s %s, %s.", r.ID, where, p.Detail))
		}
	case evidence.ProblemMissing:
		if !base {
			j.find("P5", evidence.Weak, evidence.Weakly, fmt.Sprintf("Run %s with the patch lacks tests that the sources have: %s.", r.ID, p.Detail))
		}
	case evidence.ProblemWroteTracked:
		j.find("P5", evidence.Weak, evidence.Weakly, fmt.Sprintf("Run %s %s wrote a file of the tree: %s.", r.ID, where, p.Detail))
	case evidence.ProblemNoNested:
		j.find("", evidence.Weak, "", fmt.Sprintf("In run %s, Bazel could not run a test in a sandbox of its own, so it may read files that it does not declare: %s.", r.ID, p.Detail))
	default:
		j.find("P5", evidence.Weak, evidence.Weakly, fmt.Sprintf("The results of run %s are not to be trusted: %s.", r.ID, p.Code))
	}
}

// protected is P6: policies agree, and tests are neither deleted nor disabled.
func (j *judge) protected() {
	// A decision knows which exceptions allow what; a finding without one has
	// no such judge.
	decided := map[[2]string]bool{}
	for _, d := range j.in.Decisions {
		decided[[2]string{d.Policy, d.Path}] = true
		if d.Weak {
			j.find("P6", evidence.Weak, evidence.Weakly, fmt.Sprintf("%s, %s, which may hide a fault: see for yourself.", d.Path, d.Detail))
		}
		if d.OK || d.Policy == PolicyTestsRequired {
			continue
		}
		sentence := fmt.Sprintf("The policy %s refuses the patch", d.Policy)
		if d.Path != "" {
			sentence += " for " + d.Path
		}
		if d.Detail != "" {
			sentence += ": " + d.Detail
		}
		condition, holds := "P6", evidence.No
		if !tampers(d.Policy) && d.Policy != policyProtected {
			condition, holds = "", ""
		}
		j.find(condition, refusal(d.Policy), holds, sentence+".")
	}
	for _, f := range j.in.Tests.Findings() {
		if decided[[2]string{f.Code, f.Path}] || j.exception(f.Code) != nil ||
			f.Code == tests.CodeHarness && decided[[2]string{policyProtected, f.Path}] {
			continue
		}
		verdict, holds := refusal(f.Code), evidence.No
		if f.Code == tests.CodeUnreadable {
			verdict, holds = evidence.Weak, evidence.Weakly
		}
		j.find("P6", verdict, holds, fmt.Sprintf("In %s, %s.", f.Path, f.Detail))
	}
	j.unread()
	j.says("P6", "What decides which tests run, and how, is as in the base.")
}

// tampers reports whether a policy is about changes of tests. The others are
// about the size and form of a patch, and the files that it changes.
func tampers(policy string) bool {
	return strings.HasPrefix(policy, "tests.") && policy != tests.CodeUnreadable
}

// refusal returns the verdict for a policy that refuses a patch.
func refusal(policy string) evidence.Verdict {
	if tampers(policy) {
		return evidence.Refuted
	}
	return evidence.NotAccepted
}

// unread judges code in languages that are not read: the change may have
// weakened its tests, and no mutant shows how well they watch it.
func (j *judge) unread() {
	for _, f := range j.in.Files {
		switch {
		case !source.Unread(f.Path):
		case f.Kind == evidence.TestFile:
			j.find("P6", evidence.Weak, evidence.Weakly, fmt.Sprintf("%s is in a language that is not read, so the effect of the patch on its tests is not known.", f.Path))
		default:
			j.find("P8", evidence.Weak, evidence.Weakly, fmt.Sprintf("%s is in a language that is not read, so whether tests notice mistakes in it is not known.", f.Path))
		}
	}
}
