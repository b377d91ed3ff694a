package bazel

import (
	"bytes"
	"slices"
)

// An event has the fields of a build event that are read here. The messages are
// those of
// src/main/java/com/google/devtools/build/lib/buildeventstream/proto/build_event_stream.proto
// in Bazel, in the JSON form of proto3. Each field names its message. Bazel may
// add fields, so unknown ones are ignored.
type event struct {
	ID        eventID    `json:"id"`       // BuildEvent.id
	Children  []eventID  `json:"children"` // BuildEvent.children: of what failed, its causes
	Aborted   *aborted   `json:"aborted"`  // BuildEvent.aborted: stands in for what could not happen
	Action    *action    `json:"action"`   // BuildEvent.action, of id.actionCompleted: by default failed ones only
	NamedSet  *namedSet  `json:"namedSetOfFiles"`
	Completed *completed `json:"completed"` // BuildEvent.completed, of id.targetCompleted
	Progress  *progress  `json:"progress"`
	Finished  *finished  `json:"finished"`
}

// An eventID is a BuildEventId: one of its fields is set.
type eventID struct {
	Pattern          *patternID `json:"pattern"`        // PatternExpandedId
	PatternSkipped   *patternID `json:"patternSkipped"` // PatternExpandedId
	NamedSet         *setID     `json:"namedSet"`       // NamedSetOfFilesId
	TargetConfigured *labelID   `json:"targetConfigured"`
	TargetCompleted  *labelID   `json:"targetCompleted"`
	ActionCompleted  *labelID   `json:"actionCompleted"`
	ConfiguredLabel  *labelID   `json:"configuredLabel"`
	Unconfigured     *labelID   `json:"unconfiguredLabel"`
}

type patternID struct {
	Pattern []string `json:"pattern"`
}

type setID struct {
	ID string `json:"id"`
}

// A labelID is the common part of TargetConfiguredId, TargetCompletedId,
// ActionCompletedId, ConfiguredLabelId and UnconfiguredLabelId. Aspect is set
// in the first two for the event of an aspect on the target.
type labelID struct {
	Label  string `json:"label"`
	Aspect string `json:"aspect"`
}

// aborted is Aborted.
type aborted struct {
	Reason      string `json:"reason"` // Aborted.AbortReason, e.g. ANALYSIS_FAILURE
	Description string `json:"description"`
}

// An action is ActionExecuted.
type action struct {
	Success       bool   `json:"success"`
	Type          string `json:"type"` // the mnemonic
	ExitCode      int    `json:"exitCode"`
	FailureDetail struct {
		Message string `json:"message"`
		Spawn   *struct {
			Code          string `json:"code"` // e.g. NON_ZERO_EXIT, TIMEOUT
			SpawnExitCode int    `json:"spawnExitCode"`
		} `json:"spawn"`
	} `json:"failureDetail"` // failure_details.FailureDetail
}

// A namedSet is NamedSetOfFiles: a depset, as a node with its own files and its
// parts.
type namedSet struct {
	Files    []file  `json:"files"`
	FileSets []setID `json:"fileSets"`
}

// A file is File. If Contents is set instead of URI, the event itself has the
// file.
type file struct {
	Name     string `json:"name"`
	URI      string `json:"uri"`
	Contents []byte `json:"contents"` // base64 in JSON
}

// completed is TargetComplete.
type completed struct {
	Success      bool          `json:"success"`
	OutputGroups []outputGroup `json:"outputGroup"`
}

// An outputGroup is OutputGroup.
type outputGroup struct {
	Name        string  `json:"name"`
	FileSets    []setID `json:"fileSets"`
	InlineFiles []file  `json:"inlineFiles"`
	Incomplete  bool    `json:"incomplete"` // some of its files could not be made
}

// progress is Progress: a part of the output of Bazel, by default a whole
// message.
type progress struct {
	Stderr string `json:"stderr"`
}

// finished is BuildFinished.
type finished struct {
	FailureDetail struct {
		Message        string    `json:"message"`
		TargetPatterns *struct{} `json:"targetPatterns"` // set if a pattern, or a package below one, did not load
	} `json:"failureDetail"`
}

// frequent are the beginnings of events that come once or more per target, or
// are long. They are only needed if they report a failure.
var frequent = [][]byte{
	[]byte(`{"id":{"pattern":`),
	[]byte(`{"id":{"progress":`),
	[]byte(`{"id":{"targetConfigured":`),
	[]byte(`{"id":{"structuredCommandLine":`),
	[]byte(`{"id":{"unstructuredCommandLine":`),
}

// telling are the strings that mark a frequent event as needed.
var telling = [][]byte{
	[]byte(`"lastMessage":true`),
	[]byte(`"aborted":{`),
	[]byte(packageContainsErrors),
	[]byte("error loading package"), // the quote after it is escaped in JSON
}

// saysNothing reports that an event is not needed, at a fraction of the cost of
// parsing it. It may return false for an event that is not needed, but never
// true for one that is.
func saysNothing(line []byte) bool {
	for _, beginning := range frequent {
		if bytes.HasPrefix(line, beginning) {
			return !slices.ContainsFunc(telling, func(part []byte) bool { return bytes.Contains(line, part) })
		}
	}
	return false
}
