package client

import (
	"time"

	"github.com/rules-autofix/rules_autofix/internal/bazel/testxml"
)

// A Result is the result of a build or test. Failed targets and tests are not
// errors.
type Result struct {
	ExitCode int
	Targets  []Target // of the patterns, by label, and patterns that name nothing
	Tests    []Test   // by label
	Messages string   // the last lines that Bazel printed
}

// A TargetStatus is the result of a target.
type TargetStatus string

const (
	Built        TargetStatus = "built"
	Failed       TargetStatus = "failed"       // an action failed
	Unanalyzed   TargetStatus = "unanalyzed"   // it could not be loaded or analyzed
	Skipped      TargetStatus = "skipped"      // it is incompatible with the platform
	Incomplete   TargetStatus = "incomplete"   // Bazel ended before
	NoSuchTarget TargetStatus = "no_such_name" // the pattern names nothing, or nothing that loads
)

// A Target is the result of building a target in all its configurations: the
// worst.
type Target struct {
	Label  string   // as DisplayLabel returns it; a pattern for NoSuchTarget
	Kind   string   // e.g. "go_test rule"; may be empty
	Tags   []string // may be empty
	Test   bool     // it is a test, as far as is known
	Status TargetStatus
	Reason string // Bazel's message about a target that is not built; may be empty
	Output string // the last lines of the action that failed; may be empty
}

// A TestStatus is the result of a test, with all its shards, runs and attempts.
// The values are Bazel's TestStatus values, in lower case.
type TestStatus string

const (
	TestPassed        TestStatus = "passed"
	TestFlaky         TestStatus = "flaky" // passed, but not at the first attempt
	TestFailed        TestStatus = "failed"
	TestTimeout       TestStatus = "timeout"
	TestIncomplete    TestStatus = "incomplete" // Bazel ended before
	TestRemoteFailure TestStatus = "remote_failure"
	TestFailedToBuild TestStatus = "failed_to_build"
	TestNoStatus      TestStatus = "no_status" // it did not run
	TestHaltedByBazel TestStatus = "tool_halted_before_testing"
)

// Green reports whether a test has passed.
func (s TestStatus) Green() bool { return s == TestPassed || s == TestFlaky }

// A Test is the result of a test that ran, or that was to run and could not be
// built. One that options of Bazel filter out has none.
type Test struct {
	Label    string
	Status   TestStatus
	Cached   bool           // all its attempts
	Attempts []Attempt      // by run, shard and attempt
	Cases    []testxml.Case // of the attempts that did not pass; of all attempts if all passed
	Output   string         // the last lines of the first log of an attempt that did not pass
}

// An Attempt is one execution of a shard of a test.
type Attempt struct {
	Run, Shard, Attempt int // from 1
	Status              TestStatus
	Cached              bool // locally or remotely
	Duration            time.Duration
	Strategy            string         // how it was run, such as linux-sandbox; "" if Bazel does not say
	Cases               []testxml.Case // none if the test itself wrote none
	Malformed           error          // of its test.xml, which Cases has up to there
	LCOV                string         // the path of the lines that it reached, of bazel coverage; "" if there are none that may be read
}
