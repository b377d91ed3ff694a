package client

import (
	"bytes"
	"cmp"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/bazel/buildevents"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// unread are the beginnings of events that are long or frequent, and not
// needed.
var unread = [][]byte{
	[]byte(`{"id":{"progress":`),
	[]byte(`{"id":{"namedSet":`),
	[]byte(`{"id":{"structuredCommandLine":`),
	[]byte(`{"id":{"unstructuredCommandLine":`),
	[]byte(`{"id":{"buildMetrics":`),
}

// isUnread reports whether an event is not needed.
func isUnread(line []byte) bool {
	return slices.ContainsFunc(unread, func(beginning []byte) bool { return bytes.HasPrefix(line, beginning) })
}

// A reader makes a result of the events of a command.
type reader struct {
	command string
	mayRead func(path string) bool // nil: all files
	targets map[string]*target
	tests   map[string]*test
	actions map[buildevents.LabelID]string // the output of actions that failed
	failed  map[string]string              // the output of an action that failed, by label
	causes  map[string]string              // Bazel's message about a label that it could not load or analyze
}

// A target is a Target that is being read.
type target struct {
	Target
	blamed []buildevents.ID             // the causes of its failure
	open   map[buildevents.LabelID]bool // labels that Bazel aborted and did not complete later
}

// A test is a Test that is being read.
type test struct {
	Test
	attempts []attempt
}

// An attempt is an Attempt with its files.
type attempt struct {
	Attempt
	log, xml *buildevents.File // may be nil
}

func newReader(command string) *reader {
	return &reader{
		command: command, targets: map[string]*target{}, tests: map[string]*test{},
		actions: map[buildevents.LabelID]string{}, failed: map[string]string{}, causes: map[string]string{},
	}
}

func (r *reader) add(e *buildevents.Event) {
	switch id := &e.ID; {
	case e.Aborted != nil:
		r.addAborted(e)
	case id.ActionCompleted != nil && e.Action != nil && !e.Action.Success:
		output := r.outputOfAction(e.Action)
		r.actions[*id.ActionCompleted] = output
		addFirst(r.failed, id.ActionCompleted.Label, output)
	case id.TargetConfigured != nil && e.Configured != nil && id.TargetConfigured.Aspect == "":
		t := r.target(id.TargetConfigured.Label)
		t.Kind, t.Tags, t.Test = e.Configured.TargetKind, e.Configured.Tag, e.Configured.TestSize != ""
	case id.TargetCompleted != nil && e.Completed != nil:
		r.addCompleted(e)
	case id.TestResult != nil && e.TestResult != nil:
		r.addResult(id.TestResult, e.TestResult)
	case id.TestSummary != nil && e.TestSummary != nil:
		r.test(id.TestSummary.Label).note(testStatus(e.TestSummary.OverallStatus))
	}
}

// addFirst adds a text unless the map has one for the label.
func addFirst(texts map[string]string, label, text string) {
	label = DisplayLabel(label)
	texts[label] = cmp.Or(texts[label], text)
}

func (r *reader) target(label string) *target {
	label = DisplayLabel(label)
	t := r.targets[label]
	if t == nil {
		t = &target{Target: Target{Label: label}, open: map[buildevents.LabelID]bool{}}
		r.targets[label] = t
	}
	return t
}

func (r *reader) test(label string) *test {
	label = DisplayLabel(label)
	t := r.tests[label]
	if t == nil {
		t = &test{Test: Test{Label: label}}
		r.tests[label] = t
	}
	return t
}

// The statuses of targets and tests, from best to worst. Other statuses are as
// bad as the last one.
var (
	targetStatuses = []TargetStatus{"", Skipped, Built, Incomplete, NoSuchTarget, Unanalyzed, Failed}
	testStatuses   = []TestStatus{"", TestPassed, TestFlaky, TestNoStatus, TestIncomplete}
)

// note adds the status of a target in a configuration: the worst one stays.
func (t *target) note(status TargetStatus) {
	if slices.Index(targetStatuses, status) > slices.Index(targetStatuses, t.Status) {
		t.Status = status
	}
}

// note adds the status of a test in a configuration: the worst one stays.
func (t *test) note(status TestStatus) {
	rank := func(status TestStatus) int {
		if at := slices.Index(testStatuses, status); at >= 0 {
			return at
		}
		return len(testStatuses)
	}
	if rank(status) > rank(t.Status) {
		t.Status = status
	}
}

func (r *reader) addCompleted(e *buildevents.Event) {
	id := *e.ID.TargetCompleted
	t := r.target(id.Label)
	delete(t.open, id)
	switch {
	case !e.Completed.Success:
		t.note(Failed)
		t.Reason = cmp.Or(t.Reason, e.Completed.FailureDetail.Message)
		t.blamed = append(t.blamed, e.Children...)
	case id.Aspect == "":
		t.note(Built)
	}
}

func (r *reader) addAborted(e *buildevents.Event) {
	reason, why, id := e.Aborted.Reason, e.Aborted.Description, &e.ID
	switch {
	case id.Pattern != nil || id.PatternSkipped != nil:
		t := r.target(strings.Join(cmp.Or(id.Pattern, id.PatternSkipped).Pattern, " "))
		t.note(NoSuchTarget)
		t.Reason = cmp.Or(t.Reason, why)
	case id.ConfiguredLabel != nil || id.UnconfiguredLabel != nil:
		addFirst(r.causes, cmp.Or(id.ConfiguredLabel, id.UnconfiguredLabel).Label, why)
	case id.TargetConfigured != nil || id.TargetCompleted != nil:
		at := cmp.Or(id.TargetCompleted, id.TargetConfigured)
		t := r.target(at.Label)
		switch {
		case reason == "SKIPPED":
			if at.Aspect == "" {
				t.note(Skipped)
			}
		case reason == "ANALYSIS_FAILURE" || reason == "LOADING_FAILURE":
			t.note(Unanalyzed)
			t.Reason = cmp.Or(t.Reason, why)
			t.blamed = append(t.blamed, e.Children...)
		default:
			t.open[*at] = true
			t.Reason = cmp.Or(t.Reason, why, reason)
		}
	case id.TestSummary != nil:
		r.test(id.TestSummary.Label).note(TestNoStatus)
	}
}

func (r *reader) addResult(id *buildevents.TestID, result *buildevents.TestResult) {
	took, _ := time.ParseDuration(result.Duration) // 0 if it is not known
	a := attempt{Attempt: Attempt{
		Run: max(1, id.Run), Shard: max(1, id.Shard), Attempt: max(1, id.Attempt), Status: testStatus(result.Status),
		Cached: result.CachedLocally || result.ExecutionInfo.CachedRemotely, Duration: took,
		Strategy: result.ExecutionInfo.Strategy,
	}}
	for i := range result.Output {
		switch file := &result.Output[i]; file.Name {
		case "test.log":
			a.log = file
		case "test.xml":
			a.xml = file
		case "test.lcov":
			if path, err := file.Path(); err == nil && (r.mayRead == nil || r.mayRead(path)) {
				a.LCOV = path
			}
		}
	}
	t := r.test(id.Label)
	t.attempts = append(t.attempts, a)
}

// testStatus returns a status by its name in Bazel.
func testStatus(name string) TestStatus {
	if name == "" {
		return TestNoStatus // protobuf leaves out the first value of an enum
	}
	return TestStatus(strings.ToLower(name))
}

func (r *reader) result() *Result {
	result := &Result{}
	for _, label := range slices.Sorted(maps.Keys(r.targets)) {
		t := r.targets[label]
		if len(t.open) > 0 || t.Status == "" {
			t.note(Incomplete)
		}
		switch t.Status {
		case Built, Skipped:
		default:
			t.Output = r.outputOf(t)
			if r.command == "test" && t.Test && r.tests[label] == nil {
				r.test(label).note(TestFailedToBuild) // Bazel has no event for it
			}
		}
		result.Targets = append(result.Targets, t.Target)
	}
	for _, label := range slices.Sorted(maps.Keys(r.tests)) {
		result.Tests = append(result.Tests, r.finish(r.tests[label]))
	}
	return result
}

// outputOf returns the output of the cause of a failed target.
func (r *reader) outputOf(t *target) string {
	for i := range t.blamed {
		switch id := &t.blamed[i]; {
		case id.ActionCompleted != nil:
			if output := r.actions[*id.ActionCompleted]; output != "" {
				return output
			}
		case id.ConfiguredLabel != nil || id.UnconfiguredLabel != nil:
			if why := r.causes[DisplayLabel(cmp.Or(id.ConfiguredLabel, id.UnconfiguredLabel).Label)]; why != "" {
				return process.LastLines(why)
			}
		}
	}
	return process.LastLines(cmp.Or(r.failed[t.Label], r.causes[t.Label], t.Reason))
}

func (r *reader) finish(t *test) Test {
	t.Status = cmp.Or(t.Status, TestNoStatus)
	// Bazel may run an attempt again, if its inputs are lost. Such events stay
	// in order.
	slices.SortStableFunc(t.attempts, func(a, b attempt) int {
		return cmp.Or(cmp.Compare(a.Run, b.Run), cmp.Compare(a.Shard, b.Shard), cmp.Compare(a.Attempt.Attempt, b.Attempt.Attempt))
	})
	t.Cached = len(t.attempts) > 0
	green := true
	for i := range t.attempts {
		a := &t.attempts[i]
		a.Cases, a.Malformed = r.casesOf(a.xml, t.Label)
		t.Attempts = append(t.Attempts, a.Attempt)
		t.Cached = t.Cached && a.Cached
		green = green && a.Status.Green()
	}
	for i := range t.attempts {
		a := &t.attempts[i]
		if a.Status.Green() != green {
			continue
		}
		t.Cases = append(t.Cases, a.Cases...)
		if !green && t.Output == "" {
			t.Output = r.endOf(a.log)
		}
	}
	return t.Test
}

// outputOfAction returns the last lines that an action printed, or else Bazel's
// message about it.
func (r *reader) outputOfAction(a *buildevents.Action) string {
	output := process.LastLines(strings.TrimLeft(r.endOf(a.Stdout)+"\n"+r.endOf(a.Stderr), "\n"))
	return cmp.Or(output, process.LastLines(a.FailureDetail.Message))
}

// endBytes bounds the end of a file of which the last lines are used.
const endBytes = 16 << 10

// endOf returns the last lines of a file, or "" if there is none that can be
// read.
func (r *reader) endOf(f *buildevents.File) string {
	if f == nil {
		return ""
	}
	in, size, err := r.open(f)
	if err != nil {
		return ""
	}
	defer in.Close()
	if _, err := in.Seek(max(0, size-endBytes), io.SeekStart); err != nil {
		return ""
	}
	text, _ := io.ReadAll(io.LimitReader(in, endBytes)) // as far as readable
	return process.LastLines(testLogHeader().ReplaceAllString(string(text), ""))
}

// testLogHeader matches the header that tools/test/test-setup.sh in Bazel
// writes before the output of a test.
var testLogHeader = lazyregexp.New(`\Aexec \$\{PAGER:-/usr/bin/less\} "\$0" \|\| exit 1\nExecuting tests from .*\n-+\n`)
