package client

import (
	"bytes"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// An event has the fields of a build event that are read here. The messages are
// those of
// src/main/java/com/google/devtools/build/lib/buildeventstream/proto/build_event_stream.proto
// in Bazel, in the JSON form of proto3. Bazel may add fields, so unknown ones
// are ignored.
type event struct {
	ID          eventID      `json:"id"`
	Children    []eventID    `json:"children"`
	Aborted     *aborted     `json:"aborted"`
	Action      *action      `json:"action"`
	Configured  *configured  `json:"configured"`
	Completed   *completed   `json:"completed"`
	TestResult  *testResult  `json:"testResult"`
	TestSummary *testSummary `json:"testSummary"`
}

// An eventID is a BuildEventId: one of its fields is set.
type eventID struct {
	Pattern          *patternID `json:"pattern"`
	PatternSkipped   *patternID `json:"patternSkipped"`
	TargetConfigured *labelID   `json:"targetConfigured"`
	TargetCompleted  *labelID   `json:"targetCompleted"`
	ActionCompleted  *labelID   `json:"actionCompleted"`
	ConfiguredLabel  *labelID   `json:"configuredLabel"`
	Unconfigured     *labelID   `json:"unconfiguredLabel"`
	TestResult       *testID    `json:"testResult"`
	TestSummary      *labelID   `json:"testSummary"`
}

type patternID struct {
	Pattern []string `json:"pattern"`
}

type labelID struct {
	Label         string `json:"label"`
	Aspect        string `json:"aspect"`
	PrimaryOutput string `json:"primaryOutput"` // of ActionCompletedId
}

// A testID is a TestResultId.
type testID struct {
	Label   string `json:"label"`
	Run     int    `json:"run"`     // from 1
	Shard   int    `json:"shard"`   // from 1
	Attempt int    `json:"attempt"` // from 1
}

type aborted struct {
	Reason      string `json:"reason"` // Aborted.AbortReason, e.g. ANALYSIS_FAILURE
	Description string `json:"description"`
}

// An action is ActionExecuted: by default, only failed ones have events.
type action struct {
	Success       bool   `json:"success"`
	Type          string `json:"type"` // the mnemonic
	ExitCode      int    `json:"exitCode"`
	Stdout        *file  `json:"stdout"`
	Stderr        *file  `json:"stderr"`
	FailureDetail struct {
		Message string `json:"message"`
	} `json:"failureDetail"`
}

// configured is TargetConfigured.
type configured struct {
	TargetKind string   `json:"targetKind"` // e.g. "go_test rule"
	Tag        []string `json:"tag"`
}

// completed is TargetComplete.
type completed struct {
	Success       bool `json:"success"`
	FailureDetail struct {
		Message string `json:"message"`
	} `json:"failureDetail"`
}

// A testResult is TestResult.
type testResult struct {
	Status        string `json:"status"`
	CachedLocally bool   `json:"cachedLocally"`
	Duration      string `json:"testAttemptDuration"` // such as "1.5s"
	Output        []file `json:"testActionOutput"`
	ExecutionInfo struct {
		CachedRemotely bool `json:"cachedRemotely"`
	} `json:"executionInfo"`
}

// A testSummary is TestSummary.
type testSummary struct {
	OverallStatus string `json:"overallStatus"`
}

// A file is File. If Contents is set instead of URI, the event itself has the
// file.
type file struct {
	Name     string `json:"name"`
	URI      string `json:"uri"`
	Contents []byte `json:"contents"` // base64 in JSON
}

// localName returns the path of a file URI, or "" for another one.
func localName(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	name := u.Path
	if len(name) > 2 && name[0] == '/' && name[2] == ':' { // file:///C:/...
		name = name[1:]
	}
	return filepath.FromSlash(name)
}

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
	for _, beginning := range unread {
		if bytes.HasPrefix(line, beginning) {
			return true
		}
	}
	return false
}

// duration reads a duration of proto3's JSON form.
func duration(text string) time.Duration {
	d, err := time.ParseDuration(strings.TrimSpace(text))
	if err != nil {
		return 0
	}
	return d
}
