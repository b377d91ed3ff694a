package client

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Build builds the targets of patterns, and goes on after a failure.
func (c *Client) Build(ctx context.Context, patterns []string, options ...string) (*Result, error) {
	return c.build(ctx, "build", patterns, options)
}

// Test builds the targets of patterns and runs those that are tests. It goes on
// after a failure.
func (c *Client) Test(ctx context.Context, patterns []string, options ...string) (*Result, error) {
	return c.build(ctx, "test", patterns, options)
}

func (c *Client) build(ctx context.Context, command string, patterns, options []string) (*Result, error) {
	dir, err := os.MkdirTemp("", "autofix-bazel-")
	if err != nil {
		return nil, fmt.Errorf("bazel %s: %w", command, err)
	}
	defer os.RemoveAll(dir)
	asked, told := filepath.Join(dir, "patterns"), filepath.Join(dir, "events.json")
	if err := os.WriteFile(asked, []byte(strings.Join(patterns, "\n")+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("bazel %s: %w", command, err)
	}
	args := slices.Concat([]string{"--keep_going"}, options, []string{
		"--build_event_json_file_path_conversion=no",
		"--build_event_json_file=" + told,
		"--target_pattern_file=" + asked,
	})
	code, messages, err := c.exec(ctx, nil, command, args)
	if err != nil {
		return nil, err
	}
	switch code {
	case 0, exitBuildFailed, exitTestsFailed, exitNoTests:
	default:
		return nil, &Error{command, code, messages}
	}
	events, err := os.Open(told)
	if err != nil {
		// Bazel failed before its first event, such as for a broken .bazelrc.
		return nil, &Error{command, code, messages}
	}
	defer events.Close()
	r := newReader()
	if err := ReadEvents(events, isUnread, r.add); err != nil {
		return nil, fmt.Errorf("bazel %s: build events: %w", command, err)
	}
	result := r.result()
	result.ExitCode, result.Messages = code, messages
	return result, nil
}

// A reader makes a result of events.
type reader struct {
	targets map[string]*Target
	tests   map[string]*test
	actions map[labelID]string // the output of failed actions, by label and primary output
	failed  map[string]string  // the output of a failed action, by label
	causes  map[string]string  // what Bazel says of a label that does not load
	blames  map[string][]eventID
}

// A test is a Test that is being read.
type test struct {
	Test
	logs, xmls map[Attempt]file // by attempt
}

func newReader() *reader {
	return &reader{
		targets: map[string]*Target{}, tests: map[string]*test{}, actions: map[labelID]string{},
		failed: map[string]string{}, causes: map[string]string{}, blames: map[string][]eventID{},
	}
}

func (r *reader) add(e *event) {
	switch id := &e.ID; {
	case e.Aborted != nil:
		r.addAborted(e)
	case id.ActionCompleted != nil && e.Action != nil && !e.Action.Success:
		output := cmp.Or(lastOf(e.Action.Stderr), lastOf(e.Action.Stdout), e.Action.FailureDetail.Message)
		r.actions[labelID{Label: id.ActionCompleted.Label, PrimaryOutput: id.ActionCompleted.PrimaryOutput}] = output
		if r.failed[id.ActionCompleted.Label] == "" {
			r.failed[id.ActionCompleted.Label] = output
		}
	case id.TargetConfigured != nil && e.Configured != nil && id.TargetConfigured.Aspect == "":
		t := r.target(id.TargetConfigured.Label)
		t.Kind, t.Tags = e.Configured.TargetKind, e.Configured.Tag
	case id.TargetCompleted != nil && e.Completed != nil:
		r.addCompleted(e)
	case id.TestResult != nil && e.TestResult != nil:
		r.addResult(id.TestResult, e.TestResult)
	case id.TestSummary != nil && e.TestSummary != nil:
		r.test(id.TestSummary.Label).Status = testStatus(e.TestSummary.OverallStatus)
	}
}

// target returns a target, which is incomplete until an event says otherwise.
func (r *reader) target(label string) *Target {
	t := r.targets[label]
	if t == nil {
		t = &Target{Label: label, Status: Incomplete}
		r.targets[label] = t
	}
	return t
}

func (r *reader) test(label string) *test {
	t := r.tests[label]
	if t == nil {
		t = &test{Test: Test{Label: label, Status: TestNoStatus}, logs: map[Attempt]file{}, xmls: map[Attempt]file{}}
		r.tests[label] = t
	}
	return t
}

func (r *reader) addCompleted(e *event) {
	t := r.target(e.ID.TargetCompleted.Label)
	switch {
	case !e.Completed.Success:
		t.Status = Failed
		t.Reason = cmp.Or(t.Reason, e.Completed.FailureDetail.Message)
		r.blames[t.Label] = append(r.blames[t.Label], e.Children...)
	case t.Status == Incomplete:
		t.Status = Built
	}
}

func (r *reader) addAborted(e *event) {
	reason, id := e.Aborted.Reason, &e.ID
	switch {
	case id.Pattern != nil || id.PatternSkipped != nil:
		name := cmp.Or(id.Pattern, id.PatternSkipped)
		t := r.target(strings.Join(name.Pattern, " "))
		t.Status, t.Reason = NoSuchTarget, cmp.Or(t.Reason, e.Aborted.Description)
	case id.ConfiguredLabel != nil || id.Unconfigured != nil:
		label := cmp.Or(id.ConfiguredLabel, id.Unconfigured).Label
		r.causes[label] = cmp.Or(r.causes[label], e.Aborted.Description)
	case id.TargetCompleted != nil || id.TargetConfigured != nil:
		t := r.target(cmp.Or(id.TargetCompleted, id.TargetConfigured).Label)
		switch {
		case reason == "SKIPPED":
			if t.Status == Incomplete {
				t.Status = Skipped
			}
		case reason == "ANALYSIS_FAILURE" || reason == "LOADING_FAILURE":
			t.Status, t.Reason = Unanalyzed, cmp.Or(t.Reason, e.Aborted.Description)
			r.blames[t.Label] = append(r.blames[t.Label], e.Children...)
		default:
			t.Reason = cmp.Or(t.Reason, e.Aborted.Description, reason)
		}
	}
}

func (r *reader) addResult(id *testID, result *testResult) {
	t := r.test(id.Label)
	attempt := Attempt{
		Run: max(1, id.Run), Shard: max(1, id.Shard), Attempt: max(1, id.Attempt), Status: testStatus(result.Status),
		Cached: result.CachedLocally || result.ExecutionInfo.CachedRemotely, Duration: duration(result.Duration),
	}
	t.Attempts = append(t.Attempts, attempt)
	for _, output := range result.Output {
		switch output.Name {
		case "test.log":
			t.logs[attempt] = output
		case "test.xml":
			t.xmls[attempt] = output
		}
	}
}

// testStatus returns a status by its name in Bazel.
func testStatus(name string) TestStatus {
	if name == "" {
		return TestNoStatus
	}
	status := TestStatus(strings.ToLower(name))
	switch status {
	case TestPassed, TestFlaky, TestFailed, TestTimeout, TestIncomplete, TestRemoteFailure, TestFailedToBuild, TestNoStatus, TestHaltedByBazel:
		return status
	}
	return testStatusUnexpected
}

func (r *reader) result() *Result {
	result := &Result{}
	for _, label := range slices.Sorted(maps.Keys(r.targets)) {
		t := r.targets[label]
		if t.Status != Built && t.Status != Skipped {
			t.Output = r.outputOf(t)
		}
		result.Targets = append(result.Targets, *t)
	}
	for _, label := range slices.Sorted(maps.Keys(r.tests)) {
		result.Tests = append(result.Tests, r.tests[label].finish())
	}
	return result
}

// outputOf returns what the cause of a red target printed.
func (r *reader) outputOf(t *Target) string {
	for _, cause := range r.blames[t.Label] {
		switch {
		case cause.ActionCompleted != nil:
			if output := r.actions[labelID{Label: cause.ActionCompleted.Label, PrimaryOutput: cause.ActionCompleted.PrimaryOutput}]; output != "" {
				return output
			}
		case cause.ConfiguredLabel != nil || cause.Unconfigured != nil:
			if output := r.causes[cmp.Or(cause.ConfiguredLabel, cause.Unconfigured).Label]; output != "" {
				return LastLines(output)
			}
		}
	}
	return LastLines(cmp.Or(r.failed[t.Label], r.causes[t.Label], t.Reason))
}

func (t *test) finish() Test {
	slices.SortFunc(t.Attempts, func(a, b Attempt) int {
		return cmp.Or(cmp.Compare(a.Run, b.Run), cmp.Compare(a.Shard, b.Shard), cmp.Compare(a.Attempt, b.Attempt))
	})
	t.Cached = len(t.Attempts) > 0
	green := true
	for _, attempt := range t.Attempts {
		t.Cached = t.Cached && attempt.Cached
		green = green && attempt.Status.Green()
	}
	for _, attempt := range t.Attempts {
		if attempt.Status.Green() != green {
			continue
		}
		if xml, ok := t.xmls[attempt]; ok {
			t.Cases = append(t.Cases, casesOf(&xml)...)
		}
		if log, ok := t.logs[attempt]; ok && !green && t.Output == "" {
			t.Output = lastOf(&log)
		}
	}
	return t.Test
}
