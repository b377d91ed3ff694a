// Package results has the results of test cases of a test command, and what
// reading them needs whatever the runner is.
//
// A [Runner] is one test runner. It adds flags to the command that make the
// results readable, and reads them after the run. All input is hostile:
// anything too large, malformed or forged ends as a problem, never as a passed
// case.
package results

import (
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// A Raw has the outputs and files of a run. Raw.Argv is the instrumented
// command.
type Raw struct {
	Argv []string
	End  evidence.End
	Exit int // -1 if it has none
	// Stdout and Stderr are redacted. Cut is whether a part of one of them is
	// missing, so that nothing follows from the absence of a text.
	Stdout, Stderr []byte
	Cut            bool
	// Out is the folder of result files on this machine, and Dir the root of
	// the tree. Paths below Dir are relative in the results.
	Out, Dir string
	// Roots are further folders in which a runner leaves files that its results
	// name, such as the output base of Bazel. A file elsewhere is not read.
	Roots []string
	// Redact removes secrets from a text. All texts from files go through it.
	// Nil: nothing is removed.
	Redact func(text string) string
	// Known reports whether the sources of the tree have a test. suite and name
	// have the form of an evidence.Case, with the suffixes of a run, such as
	// TestX/row_1 and test_x[1-2]. Nil: all are known.
	Known func(suite, name string) bool

	folder string // of a measurement: the folder of its commands below Dir
}

// DidNotEnd is in the message of a case that had started when its runner ended.
// It may have ended the runner, or another case at the same time.
const DidNotEnd = "the test did not end"

// Results are the results of a run.
//
// A case has the name that its source has, with the groups around it in
// languages that have them: "TestX/row", "test_x[1]", "outer > inner > adds".
// The second case of that name in a suite is "adds #2". A case without a name
// is the suite itself: it broke before or beside its cases, or it has none that
// are known. A suite is
//   - the import path of a package of Go;
//   - the module and class of pytest, such as tests.test_x.TestY;
//   - the path of a file of JavaScript, or empty where node does not tell;
//   - the label of a target of Bazel, and behind a space the class that its
//     test.xml names, if any: "//a:b com.example.FooTest".
type Results struct {
	Cases []evidence.Case // by suite and name
	// Built is false if tests did not run because something did not compile, load
	// or import.
	Built bool
	// Signature says how the run failed. It is equal for equal failures, and
	// empty if the run passed.
	Signature string
	Problems  []evidence.Problem
}
