// Package evidence is the model of evidence.json: the runs of a proof, their
// results, and the conclusions. It decides no verdict and runs nothing.
//
// Everything in it is fit to be published: texts are redacted, and there is no
// absolute path, host, user or value of an environment variable.
package evidence

import "time"

// Version is the version of the format.
const Version = 1

// An Evidence is the record of one proof.
type Evidence struct {
	Version int    `json:"version"`
	Tool    Tool   `json:"tool"`
	ID      string `json:"id"` // of the proof, 16 hexadecimal digits
	Base    Base   `json:"base"`
	// Command is the reproduction as the person gave it, and Setup what prepared
	// the tree, or empty.
	Command []string `json:"command"`
	Setup   []string `json:"setup,omitempty"`
	Sandbox Sandbox  `json:"sandbox"`
	// Environment has the names of the variables that commands had, sorted.
	Environment []string `json:"environment"`
	// Versions are the versions of the programs used, such as go or bazel.
	Versions map[string]string `json:"versions,omitempty"`
	Engine   Engine            `json:"engine"`
	Runs     []Run             `json:"runs"` // in the order of time
	// Asked is how many milliseconds other programs took, which looked at the tree
	// or measured coverage, in the last process of the proof.
	Asked        int64         `json:"asked_ms,omitempty"`
	Localization *Localization `json:"localization,omitempty"`
	Candidates   []Candidate   `json:"candidates"` // the best first
	Verdict      Verdict       `json:"verdict"`
	// Reasons say why the verdict is not better, one sentence each, the gravest
	// first.
	Reasons []string `json:"reasons,omitempty"`
	// Exceptions are rules of a policy that were set aside, by whom and why.
	Exceptions []Exception `json:"exceptions,omitempty"`
	// Notes tell a reader about anything else, such as truncation.
	Notes []string `json:"notes,omitempty"`
}

// A Tool is the program that wrote the evidence.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// A Base is the tree that the patch is made for.
type Base struct {
	Commit string `json:"commit"` // of git
	Tree   string `json:"tree"`   // of git; of the changed files if Dirty
	Dirty  bool   `json:"dirty,omitempty"`
}

// A Sandbox is what bound the commands.
type Sandbox struct {
	Level   string   `json:"level"`             // of package sandbox
	Network string   `json:"network"`           // deny or allow
	Limits  []string `json:"limits,omitempty"`  // that were enforced
	Missing []string `json:"missing,omitempty"` // restrictions that could not be enforced, and why
}

// An Engine is who proposed the patch.
type Engine struct {
	Kind    string  `json:"kind"` // none, acp, openai, scripted, recorded
	Name    string  `json:"name,omitempty"`
	Version string  `json:"version,omitempty"`
	Model   string  `json:"model,omitempty"`
	Calls   int     `json:"calls"`
	Input   int64   `json:"input_tokens,omitempty"`
	Output  int64   `json:"output_tokens,omitempty"`
	Cost    float64 `json:"cost,omitempty"`
	Unit    string  `json:"currency,omitempty"`
}

// A Phase is a step of a proof.
type Phase string

// The phases, in their order.
const (
	Setup     Phase = "setup"
	Reproduce Phase = "reproduce"
	Localize  Phase = "localize"
	Prevent   Phase = "prevent" // tests that fail on the base
	Fix       Phase = "fix"
	Prove     Phase = "prove"
)

// A State is the content of the tree when a command ran.
type State string

// The states. A candidate is the base with all changes of a patch.
const (
	AtBase      State = "base"         // S0
	WithTests   State = "tests"        // S1: the base with the changes of tests only
	WithSources State = "sources"      // the base with all changes except to tests
	WithServing State = "serving"      // sources, without the changes of what else may serve tests only; Subject has its files
	AtCandidate State = "candidate"    // S2
	Reverted    State = "reverted"     // S3: the candidate, and then its source changes undone
	WithoutHunk State = "without_hunk" // the candidate without one hunk of a source
	Mutated     State = "mutant"       // the candidate with a mutant of a changed line
	Canaried    State = "canary"       // the candidate with its proving tests broken, which have to fail; Subject is how: values or assertions
	Rewritten   State = "rewritten"    // the candidate with sources that behave the same and are written in another way
	CleanRoom   State = "clean"        // S2, made from the base in a new tree, with caches that no candidate has touched
)

// A Run is a command that ran.
type Run struct {
	ID        string `json:"id"` // r1, r2 ... in the order of time
	Phase     Phase  `json:"phase"`
	State     State  `json:"state"`
	Candidate int    `json:"candidate,omitempty"` // the ID of the candidate; 0: none
	// Subject is the id of the hunk or mutant of the state, the files of serving,
	// how canaries are made, or empty.
	Subject string `json:"subject,omitempty"`
	// Suite is whether this is a run of tests around the change, rather than of
	// the reproduction.
	Suite bool `json:"suite,omitempty"`
	// Around is whether a run of the reproduction is also the run of the tests
	// around the change.
	Around bool `json:"around,omitempty"`
	// Alone is whether the command runs only tests without a result in another
	// run, because something ended that run. The results of this run count.
	Alone   bool `json:"alone,omitempty"`
	Attempt int  `json:"attempt"` // from 1, of the same command in the same state
	// Tree is the digest of the change that the tree held over the base, or empty.
	Tree     string    `json:"tree,omitempty"`
	Command  []string  `json:"command"` // as it ran, with the flags that make results readable; paths below the tree are relative
	Started  time.Time `json:"started"`
	Duration int64     `json:"duration_ms"`
	End      End       `json:"end"`
	Exit     int       `json:"exit"` // -1 if it has none
	Stdout   Output    `json:"stdout"`
	Stderr   Output    `json:"stderr"`
	// Reader is how the results were read: go-test, bazel, pytest, unittest,
	// node, jest, vitest, mocha, cargo, or exit if there is only the exit code.
	Reader string `json:"reader"`
	Cases  []Case `json:"cases,omitempty"` // by suite and name
	// Built is false if tests did not run because something did not build.
	Built bool `json:"built"`
	// Signature says how it failed, in a form that is equal for equal failures: no
	// times, addresses, temporary names and order. Empty if it did not fail.
	Signature string `json:"signature,omitempty"`
	// Problems say why the results are not to be trusted, such as an event that
	// no test of the sources has, or an exit code that contradicts them.
	Problems []Problem `json:"problems,omitempty"`
	// Written are tracked files that the command changed, by path.
	Written []string `json:"written,omitempty"`
}

// Failed reports whether the command ran and failed.
func (r *Run) Failed() bool { return r.End == Exited && r.Exit != 0 }

// Passed reports whether the command ran and passed.
func (r *Run) Passed() bool { return r.End == Exited && r.Exit == 0 }

// An End is how a command ended.
type End string

// The ways in which a run ends. NotStarted and Canceled say nothing about the
// tree.
const (
	Exited     End = "exited"
	TimedOut   End = "timeout"
	Signaled   End = "signal"
	NotStarted End = "not_started"
	Canceled   End = "canceled"
)

// An Output is a stream of a command. Texts are redacted before they are cut.
type Output struct {
	Bytes      int64  `json:"bytes"`             // of the redacted stream
	SHA256     string `json:"sha256"`            // of the whole redacted stream
	Head       string `json:"head"`              // the first bytes, at most 1 MiB
	Omitted    int64  `json:"omitted,omitempty"` // bytes between Head and Tail
	Tail       string `json:"tail,omitempty"`
	Redactions int    `json:"redactions,omitempty"`
}

// A Problem is a reason to distrust results.
type Problem struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// The codes of problems.
const (
	ProblemForged       = "forged_case"        // a case that no source of the tree has
	ProblemUnread       = "unread_case"        // a case of a language whose sources are not read
	ProblemContradicted = "exit_contradicted"  // the exit code and the cases disagree
	ProblemNoTests      = "no_tests"           // a command for tests ran none
	ProblemNoResults    = "no_results"         // the file of results is missing
	ProblemBadResults   = "bad_results"        // the file of results cannot be read
	ProblemMissing      = "missing_cases"      // tests that the sources have did not report
	ProblemFlaky        = "flaky_case"         // a case was tried again within the run, and the tries differ
	ProblemWroteTracked = "wrote_tracked_file" // the command changed files of the tree
	ProblemNoNested     = "no_nested_sandbox"  // a test should have had a sandbox within the run's, and had none
)

// A Case is a test case of a run.
type Case struct {
	Suite   string `json:"suite,omitempty"` // package, target or file
	Name    string `json:"name"`
	Status  Status `json:"status"`
	Message string `json:"message,omitempty"` // of one that did not pass: its last lines, redacted
}

// Key identifies a case across runs.
func (c *Case) Key() string { return c.Suite + "\x00" + c.Name }

// A Status is the result of a case.
type Status string

// The statuses. A missing case is not in a run that should have it.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Errored Status = "error" // it broke rather than failed: a panic, an exception in its setup, a timeout
	Skipped Status = "skipped"
	Missing Status = "missing"
)

// Red reports whether a test ran and did not pass.
func (s Status) Red() bool { return s == Failed || s == Errored }

// A Localization is where the fault may be.
type Localization struct {
	Places     []Place `json:"places"`               // the likeliest first
	Hypothesis string  `json:"hypothesis,omitempty"` // of a model
}

// A Place is a file that may have the fault.
type Place struct {
	Path    string   `json:"path"`
	Line    int      `json:"line,omitempty"` // from 1; 0 if unknown
	Symbol  string   `json:"symbol,omitempty"`
	Score   float64  `json:"score"`
	Signals []string `json:"signals"` // such as: in the stack trace of TestX
}

// A Candidate is a patch and its proof.
type Candidate struct {
	ID     int    `json:"id"`     // from 1, in the order in which they were proposed
	SHA256 string `json:"sha256"` // of patch.diff
	Files  []File `json:"files"`
	// Added and Deleted are lines.
	Added   int `json:"added"`
	Deleted int `json:"deleted"`
	// Tests are the tests that the patch adds or changes, and the tests of the
	// base that it turns from red to green.
	Tests    []Test    `json:"tests,omitempty"`
	Hunks    []Hunk    `json:"hunks,omitempty"`
	Mutants  *Mutants  `json:"mutants,omitempty"`
	Coverage *Coverage `json:"coverage,omitempty"`
	// Canaries are the broken forms of the tests that prove the patch. Evidence
	// of earlier versions has none, nor has evidence of proofs whose settings turn
	// them off; P10 does not count then.
	Canaries   []Canary    `json:"canaries,omitempty"`
	Decisions  []Decision  `json:"decisions"`  // of policies, all of them
	Conditions []Condition `json:"conditions"` // P1 to P10
	Verdict    Verdict     `json:"verdict"`
	Reasons    []string    `json:"reasons,omitempty"`
	// Words are the words of the engine about its patch.
	Words *Words `json:"words,omitempty"`
}

// A Kind is the purpose of a file.
type Kind string

// The kinds of files.
const (
	Source    Kind = "source"
	TestFile  Kind = "test"
	Docs      Kind = "docs"
	Build     Kind = "build"     // BUILD files and the like that may change
	Protected Kind = "protected" // decides which tests run, and how
)

// A File is a file of a patch.
type File struct {
	Path          string `json:"path"`
	Kind          Kind   `json:"kind"`
	Op            string `json:"op"` // modify, create, delete
	Added         int    `json:"added"`
	Deleted       int    `json:"deleted"`
	Justification string `json:"justification,omitempty"` // of the engine
}

// A Test is a test that a patch adds, changes, or turns from red to green.
type Test struct {
	Path   string `json:"path"`
	Suite  string `json:"suite,omitempty"`
	Name   string `json:"name"`
	Change string `json:"change"` // added, changed, unchanged: of the base, and red there
	// Before is its result with the changes of tests only, and After with the
	// whole patch.
	Before Status `json:"before"`
	After  Status `json:"after"`
	// Weak is whether it is red only because something does not build.
	Weak bool `json:"weak,omitempty"`
	// Proves is whether it fails before and passes after.
	Proves bool `json:"proves"`
}

// A Hunk is a group of changed lines of a source.
type Hunk struct {
	ID    string `json:"id"` // h1, h2 ...
	Path  string `json:"path"`
	Line  int    `json:"line"`  // of the base, from 1
	Lines int    `json:"lines"` // added and deleted
	// Needed says whether the hunk is needed: needed if a test that the patch
	// makes green is red again without it, unproven if none is, unknown if that
	// was not tried, no_code if it has only comments and blank lines, which no
	// test needs.
	Needed string `json:"needed"`
	// Dropped is whether it was left out of the patch for that.
	Dropped bool `json:"dropped,omitempty"`
}

// The values of Hunk.Needed.
const (
	HunkNeeded   = "needed"
	HunkUnproven = "unproven"
	HunkUnknown  = "unknown"
	HunkNoCode   = "no_code"
)

// Mutants say how well tests watch the changed lines.
type Mutants struct {
	Tried  int      `json:"tried"`
	Killed int      `json:"killed"`
	Alive  []Mutant `json:"alive,omitempty"`
}

// A Mutant is a small wrong change of a changed line.
type Mutant struct {
	ID   string `json:"id"` // m1, m2 ...
	Path string `json:"path"`
	Line int    `json:"line"` // of the candidate, from 1
	What string `json:"what"` // such as: == became !=
}

// A Canary is a test case that proves a patch, broken so that it has to fail.
// If it still passes, it asserts nothing.
type Canary struct {
	Suite string `json:"suite,omitempty"`
	Name  string `json:"name"`
	Path  string `json:"path,omitempty"` // of its source
	Line  int    `json:"line,omitempty"` // of the first change, of the candidate and from 1
	What  string `json:"what,omitempty"` // such as: 3 became 2
	// Value is whether a value that it asserts was changed. Otherwise, or if it
	// stays green then, it has a failing assertion.
	Value bool `json:"value,omitempty"`
	// Impossible says why it cannot be broken.
	Impossible string `json:"impossible,omitempty"`
}

// The values of Run.Subject in the state Canaried.
const (
	CanaryValues     = "values"     // asserted values were changed, where there are any
	CanaryAssertions = "assertions" // failing assertions were added
)

// A Coverage says which changed lines of sources tests reached.
type Coverage struct {
	Lines   int `json:"lines"` // changed lines that can be reached; 0 if none is known
	Covered int `json:"covered"`
	// By are the tools that measured it: go, node, jest, vitest, coverage.py,
	// pytest-cov, trace or bazel.
	By    []string      `json:"by,omitempty"`
	Files []CoveredFile `json:"files,omitempty"`
	// Unknown lists anything that was not measured, and why, one sentence each.
	Unknown []string `json:"unknown,omitempty"`
}

// A CoveredFile has the changed lines of a file that can be reached, of the
// candidate and from 1.
type CoveredFile struct {
	Path    string `json:"path"`
	Covered []int  `json:"covered,omitempty"`
	Missed  []int  `json:"missed,omitempty"`
}

// A Decision is the decision of a policy.
type Decision struct {
	Policy string `json:"policy"` // diff.max-files, paths.deny, tests.required ...
	OK     bool   `json:"ok"`
	// Weak is whether the verdict is weak at most because of it.
	Weak   bool   `json:"weak,omitempty"`
	Detail string `json:"detail,omitempty"`
	Path   string `json:"path,omitempty"`
}

// An Exception is a rule that was set aside.
type Exception struct {
	Policy      string `json:"policy"`
	Reason      string `json:"reason"`
	Alternative string `json:"alternative,omitempty"` // another guard against the fault
	By          string `json:"by"`                    // configuration, flag, or automatic
}

// A Condition is one of P1 to P10.
type Condition struct {
	ID     string   `json:"id"`
	Holds  Holds    `json:"holds"`
	Detail string   `json:"detail"`
	Runs   []string `json:"runs,omitempty"` // that it rests on
}

// Holds says whether a condition does.
type Holds string

// The values of Holds.
const (
	Yes     Holds = "yes"
	Weakly  Holds = "weakly"
	Unknown Holds = "unknown" // it could not be tried
	No      Holds = "no"
)

// A Verdict is the conclusion from the evidence.
type Verdict string

// The verdicts.
const (
	Proven       Verdict = "proven"
	Weak         Verdict = "weak"
	Inconclusive Verdict = "inconclusive" // flaky, not reproduced, or not asked
	NotAccepted  Verdict = "not accepted" // a rule refuses it, and nothing of it ran
	Refuted      Verdict = "refuted"      // the runs speak against it
	Infra        Verdict = "infra"        // the machine failed, not the patch
)

// Words are a model's, to be quoted and never believed.
type Words struct {
	RootCause string `json:"root_cause,omitempty"`
	Fix       string `json:"fix,omitempty"`
	Tests     string `json:"tests,omitempty"`
	Risk      string `json:"risk,omitempty"`
	Title     string `json:"title,omitempty"`
}
