package fixedits

// A VerdictKind is the result of verifying a fix. The values are part of the
// formats of summaries and of SARIF.
type VerdictKind string

const (
	// VerdictVerified is a fix that leaves every target that depends on its
	// files green, except targets that were red before.
	VerdictVerified VerdictKind = "verified"
	// VerdictUnverified is a fix that nothing could judge: no target depends on
	// its files, or all of them were red before.
	VerdictUnverified VerdictKind = "unverified"
	// VerdictBrokeBuild is a fix that turns a target red, alone or together with
	// other fixes.
	VerdictBrokeBuild VerdictKind = "broke_build"
	// VerdictInconclusive is a fix on which a test depends that is red and green
	// on the same text.
	VerdictInconclusive VerdictKind = "inconclusive"
)

// A Verdict is the result of building and testing a fix. Verdicts may be shared
// between fixes and must not be modified.
type Verdict struct {
	Kind    VerdictKind
	Targets int      // that depend on the fix and were built
	Tests   int      // of Targets: tests that passed
	Cached  int      // number of Tests with a cached result
	Red     *Red     // the target that a fix broke, or a flaky test; nil: nothing
	With    []string // ids of the other fixes that break Red only together with this one
}

// A Red is a target that is not green.
type Red struct {
	Target string // a label, or the command of --verify-command
	Test   bool   // it is built, but its test fails
	Case   string // the first test case that fails; may be empty
	Output string // the last lines of its output; may be empty
}

// The codes of the fixes that verifying leaves out.
const (
	CodeBrokeBuild Code = "broke_build" // a target does not build with the fix
	CodeBrokeTest  Code = "broke_test"  // a test fails with the fix
	CodeFlaky      Code = "flaky"       // a test that depends on the fix is flaky
	CodeTogether   Code = "together"    // a target is red with the fix only together with others, which come first
	CodeUnverified Code = "unverified"  // nothing that could judge the fix depends on its files
)
