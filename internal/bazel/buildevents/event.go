// Package buildevents reads the build events of Bazel: the file that
// --build_event_json_file writes, one JSON object per line.
//
// The messages are from
// src/main/java/com/google/devtools/build/lib/buildeventstream/proto/build_event_stream.proto
// in Bazel, in the JSON form of proto3, with the fields that this module needs.
// From Bazel 7.4 to 9, these fields are the same. Later versions add events and
// fields, so unknown ones are ignored.
package buildevents

// An Event is a BuildEvent. At most one of its fields besides ID and Children
// is set.
type Event struct {
	ID       ID   `json:"id"`
	Children []ID `json:"children"` // the causes of a failure

	Aborted     *Aborted     `json:"aborted"`    // stands for an event that did not happen
	Action      *Action      `json:"action"`     // of ID.ActionCompleted
	Configured  *Configured  `json:"configured"` // of ID.TargetConfigured
	Completed   *Completed   `json:"completed"`  // of ID.TargetCompleted
	NamedSet    *NamedSet    `json:"namedSetOfFiles"`
	TestResult  *TestResult  `json:"testResult"`
	TestSummary *TestSummary `json:"testSummary"`
	Progress    *Progress    `json:"progress"`
	Finished    *Finished    `json:"finished"`
}

// An ID is a BuildEventId. At most one of its fields is set.
type ID struct {
	Pattern           *PatternID `json:"pattern"`
	PatternSkipped    *PatternID `json:"patternSkipped"`
	NamedSet          *SetID     `json:"namedSet"`
	TargetConfigured  *LabelID   `json:"targetConfigured"`
	TargetCompleted   *LabelID   `json:"targetCompleted"`
	ActionCompleted   *LabelID   `json:"actionCompleted"`
	ConfiguredLabel   *LabelID   `json:"configuredLabel"`
	UnconfiguredLabel *LabelID   `json:"unconfiguredLabel"`
	TestResult        *TestID    `json:"testResult"`
	TestSummary       *LabelID   `json:"testSummary"`
}

// A PatternID is PatternExpandedId.
type PatternID struct {
	Pattern []string `json:"pattern"`
}

// A SetID is NamedSetOfFilesId.
type SetID struct {
	ID string `json:"id"`
}

// A LabelID has the fields of TargetConfiguredId, TargetCompletedId,
// ActionCompletedId, ConfiguredLabelId, UnconfiguredLabelId and TestSummaryId.
// Which of them have a field differs.
type LabelID struct {
	Label         string          `json:"label"`
	Aspect        string          `json:"aspect"`        // set in the event of an aspect on a target
	PrimaryOutput string          `json:"primaryOutput"` // a path below the execution root
	Configuration ConfigurationID `json:"configuration"`
}

// A ConfigurationID is ConfigurationId.
type ConfigurationID struct {
	ID string `json:"id"`
}

// A TestID is TestResultId.
type TestID struct {
	Label   string `json:"label"`
	Run     int    `json:"run"`     // from 1
	Shard   int    `json:"shard"`   // from 1
	Attempt int    `json:"attempt"` // from 1
}

// Aborted is Aborted.
type Aborted struct {
	Reason      string `json:"reason"`      // an AbortReason, such as ANALYSIS_FAILURE; "" if it is not known
	Description string `json:"description"` // may be empty
}

// An Action is ActionExecuted. By default, only actions that failed have
// events.
type Action struct {
	Success       bool          `json:"success"`
	Type          string        `json:"type"` // the mnemonic
	ExitCode      int           `json:"exitCode"`
	Stdout        *File         `json:"stdout"`
	Stderr        *File         `json:"stderr"`
	FailureDetail FailureDetail `json:"failureDetail"`
}

// A FailureDetail is failure_details.FailureDetail.
type FailureDetail struct {
	Message string `json:"message"`
	Spawn   *struct {
		Code          string `json:"code"` // such as NON_ZERO_EXIT and TIMEOUT
		SpawnExitCode int    `json:"spawnExitCode"`
	} `json:"spawn"`
	TargetPatterns *struct{} `json:"targetPatterns"` // set if a pattern, or a package below one, did not load
}

// Configured is TargetConfigured.
type Configured struct {
	TargetKind string   `json:"targetKind"` // such as "go_test rule"
	TestSize   string   `json:"testSize"`   // such as SMALL; "" for other targets
	Tag        []string `json:"tag"`
}

// Completed is TargetComplete.
type Completed struct {
	Success       bool          `json:"success"`
	OutputGroups  []OutputGroup `json:"outputGroup"`
	FailureDetail FailureDetail `json:"failureDetail"`
}

// An OutputGroup is OutputGroup.
type OutputGroup struct {
	Name        string  `json:"name"`
	FileSets    []SetID `json:"fileSets"`
	InlineFiles []File  `json:"inlineFiles"`
	Incomplete  bool    `json:"incomplete"` // some of its files could not be made
}

// A NamedSet is NamedSetOfFiles: a depset, as a node with its own files and its
// parts.
type NamedSet struct {
	Files    []File  `json:"files"`
	FileSets []SetID `json:"fileSets"`
}

// A TestResult is TestResult, of an attempt.
type TestResult struct {
	Status        string `json:"status"` // a TestStatus, such as PASSED
	CachedLocally bool   `json:"cachedLocally"`
	Duration      string `json:"testAttemptDuration"` // such as "1.5s"
	Output        []File `json:"testActionOutput"`    // by name: test.log, test.xml and others
	ExecutionInfo struct {
		CachedRemotely bool   `json:"cachedRemotely"`
		Strategy       string `json:"strategy"` // such as linux-sandbox
	} `json:"executionInfo"`
}

// A TestSummary is TestSummary, of all attempts in a configuration.
type TestSummary struct {
	OverallStatus string `json:"overallStatus"` // a TestStatus
}

// Progress is Progress: a part of Bazel's output, by default a whole message.
type Progress struct {
	Stderr string `json:"stderr"`
}

// Finished is BuildFinished.
type Finished struct {
	FailureDetail FailureDetail `json:"failureDetail"`
}
