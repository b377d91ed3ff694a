package verdict_test

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/verdict"
)

func TestConditions(t *testing.T) {
	check(t, []row{
		{"proven", func(*verdict.Input) {}, evidence.Proven, "", "P7=unknown"},
		{
			"another candidate's runs do not count", func(in *verdict.Input) {
				bad := run(evidence.AtCandidate, 1, 1, cases("TestKept", f))
				bad.Candidate = 2
				in.Runs = append(in.Runs, bad)
			}, evidence.Proven, "", "P7=unknown",
		},

		// The machine.
		{"the sandbox is missing", func(in *verdict.Input) { in.Sandbox = sandbox.None }, evidence.Weak, "sandbox of level none", "P7=unknown"},
		{"the sandbox binds only files", func(in *verdict.Input) { in.Sandbox = sandbox.Files }, evidence.Weak, "sandbox of level files", "P7=unknown"},
		{"the disk was full", func(in *verdict.Input) { in.Infra = []string{"The disk is full."} }, evidence.Infra, "The disk is full.", "P7=unknown"},
		{
			"a run did not start", func(in *verdict.Input) {
				each(in, evidence.CleanRoom, func(r *evidence.Run) { r.End, r.Exit = evidence.NotStarted, -1 })
			}, evidence.Infra, "did not start", "P7=unknown P9=unknown",
		},
		{
			"a run was canceled", func(in *verdict.Input) {
				each(in, evidence.AtCandidate, func(r *evidence.Run) { r.End, r.Exit = evidence.Canceled, -1 })
			}, evidence.Infra, "was canceled", "*",
		},
		{
			"a run was canceled and repeated", func(in *verdict.Input) {
				r := run(evidence.CleanRoom, 1, -1, nil)
				r.End = evidence.Canceled
				in.Runs = append([]evidence.Run{r}, in.Runs...)
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"a mutant was canceled", func(in *verdict.Input) {
				each(in, evidence.Mutated, func(r *evidence.Run) { r.End, r.Exit = evidence.Canceled, -1 })
			}, evidence.Proven, "", "P7=unknown",
		},

		// P1 and P4.
		{"it passes in the base", func(in *verdict.Input) { each(in, evidence.AtBase, exits(0)) }, evidence.Inconclusive, "passes in the base", "*"},
		{
			"it is flaky in the base", func(in *verdict.Input) {
				in.Runs[0] = run(evidence.AtBase, 1, 0, cases("TestOld", p, "TestKept", p))
			}, evidence.Inconclusive, "flaky in the base: it passes in 1 of 3 runs", "P1=no P4=no P7=unknown",
		},
		{
			"it is flaky with the patch", func(in *verdict.Input) {
				in.Runs[1] = run(evidence.AtCandidate, 1, 1, cases("TestOld", f, "TestKept", p, "TestNew", p))
			}, evidence.Inconclusive, "flaky with the patch: it passes in 2 of 3 runs", "P1=no P4=no P7=unknown",
		},
		{
			"the signature differs", func(in *verdict.Input) {
				in.Runs[0].Signature = "another"
				in.Runs[0].Cases = cases("TestOld", p, "TestKept", f)
			}, evidence.Inconclusive, "The failures in the base differ from run to run, and so do the tests", "P1=no P7=unknown",
		},
		{
			"the signature differs, the tests do not", func(in *verdict.Input) { in.Runs[0].Signature = "another" },
			evidence.Weak, "although the same tests fail", "P1=weakly P7=unknown",
		},
		{
			"the signature differs, and there are no tests", func(in *verdict.Input) {
				each(in, evidence.AtBase, func(r *evidence.Run) { r.Cases = nil })
				in.Runs[0].Signature = "another"
			}, evidence.Inconclusive, "The failures in the base differ", "P1=no P7=unknown",
		},
		{
			"it never ends in the base", func(in *verdict.Input) {
				each(in, evidence.AtBase, func(r *evidence.Run) { r.End, r.Exit, r.Signature = evidence.TimedOut, -1, "timeout" })
			}, evidence.Weak, "only by not ending in time", "P1=weakly P7=unknown",
		},
		{
			"it is killed by a signal in the base", func(in *verdict.Input) {
				each(in, evidence.AtBase, func(r *evidence.Run) { r.End, r.Exit, r.Signature = evidence.Signaled, -1, "SIGSEGV" })
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"it still fails in the same way", func(in *verdict.Input) {
				each(in, evidence.AtCandidate, func(r *evidence.Run) { *r = suiteLike(r, run(evidence.AtCandidate, r.Attempt, 1, in.Runs[0].Cases)) })
			}, evidence.Refuted, "in the same way as without it. TestOld of example.com/m/a fails before and with the patch.", "*",
		},
		{
			"it fails in another way", func(in *verdict.Input) {
				each(in, evidence.AtCandidate, func(r *evidence.Run) { r.Exit, r.Signature = 1, "another" })
			}, evidence.Refuted, "in another way", "*",
		},
		{
			"it fixes one test of two", func(in *verdict.Input) {
				each(in, evidence.AtBase, set("TestKept", f))
				each(in, evidence.AtCandidate, func(r *evidence.Run) { r.Exit, r.Signature = 1, "another"; set("TestKept", f)(r) })
			}, evidence.Refuted, "in another way. TestKept of example.com/m/a fails before and with the patch.", "*",
		},
		{
			"it hangs with the patch", func(in *verdict.Input) {
				each(in, evidence.AtCandidate, func(r *evidence.Run) { r.End, r.Exit = evidence.TimedOut, -1 })
			}, evidence.Refuted, "does not end in time with the patch", "*",
		},
		{
			"the failing test is skipped", func(in *verdict.Input) { each(in, evidence.AtCandidate, set("TestOld", s)) },
			evidence.Refuted, "TestOld of example.com/m/a failed in the base and is skipped", "*",
		},
		{
			"a source in a language that is not read", func(in *verdict.Input) {
				in.Files = append(in.Files, evidence.File{Path: "a/a.cc", Kind: evidence.Source})
			}, evidence.Weak, "a/a.cc is in a language that is not read, so whether tests notice", "P7=unknown P8=weakly",
		},
		{
			"a test in a language that is not read", func(in *verdict.Input) {
				in.Files = append(in.Files, evidence.File{Path: "a/a_test.cc", Kind: evidence.TestFile})
			}, evidence.Weak, "a/a_test.cc is in a language that is not read, so the effect", "P6=weakly P7=unknown",
		},
		{
			"data of tests in such a language", func(in *verdict.Input) {
				in.Files = append(in.Files, evidence.File{Path: "a/testdata/a.cc", Kind: evidence.TestFile})
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"cases of such a language", func(in *verdict.Input) {
				each(in, evidence.AtCandidate, func(r *evidence.Run) {
					r.Problems = append(r.Problems, evidence.Problem{Code: evidence.ProblemUnread, Detail: "tests::adds"})
				})
			}, evidence.Weak, "has tests in a language that is not read, so they count as their runner reports them: tests::adds", "P5=weakly P7=unknown",
		},
		{
			"Bazel had no sandbox for a test", func(in *verdict.Input) {
				each(in, evidence.AtCandidate, func(r *evidence.Run) {
					r.Problems = append(r.Problems, evidence.Problem{Code: evidence.ProblemNoNested, Detail: "//a:b by the strategy \"local\""})
				})
			}, evidence.Weak, "could not run a test in a sandbox of its own", "P7=unknown",
		},
		{
			"too few runs", func(in *verdict.Input) {
				drop(in, func(r *evidence.Run) bool { return r.State == evidence.AtCandidate && r.Attempt > 1 })
			}, evidence.Weak, "only 2 times of 3", "P4=weakly P7=unknown",
		},
		{"the clean room is the last run", withoutLast, evidence.Proven, "", "P7=unknown"},
		{
			"it is, and fails", func(in *verdict.Input) {
				withoutLast(in)
				each(in, evidence.CleanRoom, func(r *evidence.Run) { set("TestOld", f)(r); r.Exit = 1 })
			}, evidence.Refuted, "fails in a clean room", "P1=no P4=no P7=unknown P9=no",
		},
		{
			"it is, and is flaky", func(in *verdict.Input) {
				withoutLast(in)
				in.Runs = append(in.Runs, run(evidence.CleanRoom, 2, 1, cases("TestOld", f, "TestKept", p, "TestNew", p)))
			}, evidence.Inconclusive, "The runs in the clean room disagree", "P7=unknown P9=no",
		},
		{
			"the revert check is the last run, of another tree", func(in *verdict.Input) {
				drop(in, func(r *evidence.Run) bool { return r.State == evidence.AtBase && r.Attempt == 3 })
				each(in, evidence.Reverted, func(r *evidence.Run) { r.Tree = "another" })
			}, evidence.Weak, "The command ran in the base only 2 times of 3", "P4=weakly P7=unknown",
		},
		{"the revert check is the last run", revertedLast, evidence.Proven, "", "P7=unknown"},
		{
			"it is, and fails in another way", func(in *verdict.Input) {
				revertedLast(in)
				each(in, evidence.Reverted, func(r *evidence.Run) { r.Signature = "another" })
			}, evidence.Weak, "although the same tests fail", "P1=weakly P7=unknown",
		},
		{
			"it is, and passes", func(in *verdict.Input) {
				revertedLast(in)
				each(in, evidence.Reverted, exits(0))
			}, evidence.Refuted, "stays green when the changes of sources are reverted", "*",
		},
		{
			"it is, and is flaky", func(in *verdict.Input) {
				revertedLast(in)
				in.Runs = append(in.Runs, run(evidence.Reverted, 2, 0, cases("TestOld", p, "TestKept", p)))
			}, evidence.Inconclusive, "is flaky without the sources of the patch", "P3=no P7=unknown",
		},
		{
			"the base is flaky where the fix came with its tests", func(in *verdict.Input) {
				each(in, evidence.AtBase, func(r *evidence.Run) {
					set("TestOld", p)(r)
					if r.Exit = 0; r.Attempt == 2 {
						r.Exit = 1
					}
				})
				each(in, evidence.WithTests, func(r *evidence.Run) { r.Phase = evidence.Reproduce })
			}, evidence.Inconclusive, "The command is flaky in the base: it passes in 2 of 3 runs.", "*",
		},
		{
			"nothing ran with the patch", func(in *verdict.Input) {
				drop(in, func(r *evidence.Run) bool { return r.State != evidence.AtBase })
			}, evidence.Inconclusive, "did not run with the patch", "*",
		},
		{"nothing ran", func(in *verdict.Input) { in.Runs = nil }, evidence.Inconclusive, "did not run in the base", "*"},

		// P2.
		{
			"a test breaks", func(in *verdict.Input) {
				each(in, evidence.AtCandidate, func(r *evidence.Run) {
					if r.Suite {
						set("TestKept", f)(r)
						r.Exit = 1
					}
				})
			}, evidence.Refuted, "TestKept of example.com/m/a passed in the base and fails with the patch", "*",
		},
		{
			"a test is newly skipped", func(in *verdict.Input) { each(in, evidence.AtCandidate, set("TestKept", s)) },
			evidence.Refuted, "passed in the base and is skipped", "*",
		},
		{
			"cases are missing after a panic", func(in *verdict.Input) {
				each(in, evidence.AtCandidate, func(r *evidence.Run) {
					if r.Suite {
						r.Exit, r.Cases = 2, cases("TestOld", p, "TestNew", e)
					}
				})
			}, evidence.Refuted, "and another test: each passed in the base and did not run", "*",
		},
		{
			"a test is flaky in the suite", func(in *verdict.Input) {
				each(in, evidence.AtCandidate, func(r *evidence.Run) {
					if r.Attempt == 2 {
						set("TestKept", f)(r)
						r.Exit = 1
					}
				})
			}, evidence.Inconclusive, "TestKept of example.com/m/a passed in the base and is flaky with the patch", "P1=no P2=no P4=no P7=unknown",
		},
		{
			"the suite did not run", func(in *verdict.Input) { drop(in, func(r *evidence.Run) bool { return r.Suite }) },
			evidence.Weak, "around the change did not run", "P2=unknown P7=unknown",
		},
		{
			"the reproduction runs the tests around the change", func(in *verdict.Input) {
				drop(in, func(r *evidence.Run) bool {
					return r.Suite && (r.State == evidence.AtBase || r.State == evidence.AtCandidate)
				})
				for _, state := range []evidence.State{evidence.AtBase, evidence.AtCandidate} {
					each(in, state, func(r *evidence.Run) { r.Around = true })
				}
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"it does, and one of them breaks", func(in *verdict.Input) {
				drop(in, func(r *evidence.Run) bool {
					return r.Suite && (r.State == evidence.AtBase || r.State == evidence.AtCandidate)
				})
				each(in, evidence.AtBase, func(r *evidence.Run) { r.Around = true })
				each(in, evidence.AtCandidate, func(r *evidence.Run) { r.Around = true; set("TestKept", s)(r) })
			}, evidence.Refuted, "TestKept of example.com/m/a passed in the base and is skipped", "*",
		},
		{
			"a program of the suite breaks", func(in *verdict.Input) {
				program(in, evidence.AtBase, 0)
				program(in, evidence.AtCandidate, 1)
			}, evidence.Refuted, `The command "sh_check" passed in the base and fails`, "P2=no P7=unknown",
		},
		{
			"a program of the suite failed before too", func(in *verdict.Input) {
				program(in, evidence.AtBase, 1)
				program(in, evidence.AtCandidate, 1)
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"a test that failed before is still red", func(in *verdict.Input) {
				for _, state := range []evidence.State{evidence.AtBase, evidence.AtCandidate} {
					each(in, state, func(r *evidence.Run) {
						if r.Suite {
							set("TestBroken", f)(r)
							r.Exit = 1
						}
					})
				}
			}, evidence.Proven, "", "P7=unknown",
		},

		// P7.
		{"all lines are covered", func(in *verdict.Input) { in.Coverage = &evidence.Coverage{Lines: 5, Covered: 5} }, evidence.Proven, "", ""},
		{"most lines are covered", func(in *verdict.Input) { in.Coverage = &evidence.Coverage{Lines: 5, Covered: 4} }, evidence.Proven, "", ""},
		{"some lines are covered", func(in *verdict.Input) { in.Coverage = &evidence.Coverage{Lines: 5, Covered: 2} }, evidence.Weak, "2 of 5 changed lines", "P7=weakly"},
		{"no line is covered", func(in *verdict.Input) { in.Coverage = &evidence.Coverage{Lines: 5} }, evidence.Weak, "0 of 5 changed lines", "P7=no"},

		// P8.
		{
			"a hunk is not needed", func(in *verdict.Input) {
				each(in, evidence.WithoutHunk, func(r *evidence.Run) {
					if r.Subject == "h2" {
						*r = about(run(evidence.WithoutHunk, 1, 0, cases("TestOld", p, "TestKept", p, "TestNew", p)), "h2")
					}
				})
			}, evidence.Weak, "No test needs the change of a/a.go at line 9.", "P7=unknown P8=weakly",
		},
		{
			"the hunk that is not needed is dropped", func(in *verdict.Input) {
				in.Hunks[1].Dropped = true
				drop(in, func(r *evidence.Run) bool { return r.Subject == "h2" })
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"a hunk was not tried", func(in *verdict.Input) { drop(in, func(r *evidence.Run) bool { return r.Subject == "h2" }) },
			evidence.Weak, "was not tried", "P7=unknown P8=unknown",
		},
		{
			"the only hunk is the revert check", func(in *verdict.Input) {
				in.Hunks = in.Hunks[:1]
				drop(in, func(r *evidence.Run) bool { return r.State == evidence.WithoutHunk })
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"it does not build without a hunk", func(in *verdict.Input) {
				each(in, evidence.WithoutHunk, func(r *evidence.Run) { r.Built, r.Cases = false, nil })
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"without a hunk the file of the new test does not load, or only the reproduction ran", func(in *verdict.Input) {
				each(in, evidence.WithoutHunk, set("TestNew", evidence.Missing))
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"the reproduction skips the new test", func(in *verdict.Input) {
				each(in, evidence.WithoutHunk, set("TestNew", evidence.Skipped))
			}, evidence.Proven, "", "P7=unknown",
		},
		{
			"the new test is not in a green run without a hunk", func(in *verdict.Input) {
				each(in, evidence.WithoutHunk, func(r *evidence.Run) {
					if set("TestNew", evidence.Missing)(r); r.Subject == "h2" {
						set("TestOld", p)(r)
						r.Exit = 0
					}
				})
			}, evidence.Weak, "No test needs the change of a/a.go at line 9.", "P7=unknown P8=weakly",
		},
		{
			"mutants live", func(in *verdict.Input) { each(in, evidence.Mutated, exits(0)) },
			evidence.Weak, "Tests kill 0 of 2 mutants", "P7=unknown P8=weakly",
		},
		{
			"a mutant that does not build is none", func(in *verdict.Input) {
				each(in, evidence.Mutated, func(r *evidence.Run) {
					r.Built = r.Subject == "m2"
					r.Exit = 1
				})
			}, evidence.Proven, "", "P7=unknown",
		},
		{"there are no mutants", func(in *verdict.Input) { in.Mutants = nil }, evidence.Proven, "", "P7=unknown"},

		{
			"a panic in the base hides a test that fails with the patch", func(in *verdict.Input) {
				each(in, evidence.AtBase, set("TestKept", evidence.Missing))
				each(in, evidence.AtCandidate, func(r *evidence.Run) {
					if r.Suite {
						set("TestKept", f)(r)
						r.Exit = 1
					}
				})
			}, evidence.Inconclusive, "TestKept of example.com/m/a fails with the patch and has no result in the base.", "*",
		},

		// P9.
		{
			"there was no clean room", func(in *verdict.Input) { drop(in, func(r *evidence.Run) bool { return r.State == evidence.CleanRoom }) },
			evidence.Weak, "not tried in a clean room", "P7=unknown P9=unknown",
		},
		{
			"the clean room fails", func(in *verdict.Input) {
				each(in, evidence.CleanRoom, func(r *evidence.Run) { set("TestOld", f)(r); r.Exit = 1 })
			}, evidence.Refuted, "fails in a clean room", "P7=unknown P9=no",
		},
		{
			"the clean room has fewer cases", func(in *verdict.Input) { each(in, evidence.CleanRoom, set("TestKept", evidence.Missing)) },
			evidence.Refuted, "passes with the patch and not in a clean room", "P7=unknown P9=no",
		},
		{
			"the clean room hangs", func(in *verdict.Input) {
				each(in, evidence.CleanRoom, func(r *evidence.Run) { r.End, r.Exit = evidence.TimedOut, -1 })
			}, evidence.Inconclusive, "did not end in time in the clean room", "P7=unknown P9=unknown",
		},
	})
}

// withoutLast leaves the last run with the patch to the clean room.
func withoutLast(in *verdict.Input) {
	drop(in, func(r *evidence.Run) bool { return r.State == evidence.AtCandidate && r.Attempt == 3 })
}

// revertedLast is a patch without tests, with the last run on the base left to
// the revert check.
func revertedLast(in *verdict.Input) {
	untested(in)
	drop(in, func(r *evidence.Run) bool {
		return r.State == evidence.WithTests || r.State == evidence.AtBase && r.Attempt == 3
	})
}

// suiteLike keeps which command a run is of.
func suiteLike(was *evidence.Run, is evidence.Run) evidence.Run {
	is.Suite, is.Command = was.Suite, was.Command
	return is
}

// program adds a run of a command that reports no cases.
func program(in *verdict.Input, state evidence.State, exit int) {
	r := run(state, 1, exit, nil)
	r.Suite, r.Command, r.Reader = true, []string{"sh_check"}, "exit"
	in.Runs = append(in.Runs, r)
}
