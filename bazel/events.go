package bazel

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// An event is the part of one build event that is read here. The messages are
// those of Bazel's
// src/main/java/com/google/devtools/build/lib/buildeventstream/proto/build_event_stream.proto,
// in proto3's JSON; each field names its message. Bazel may add fields, so
// unknown ones are no error.
type event struct {
	ID          eventID    `json:"id"`          // BuildEvent.id
	Children    []eventID  `json:"children"`    // BuildEvent.children: of what failed, its causes
	LastMessage bool       `json:"lastMessage"` // BuildEvent.last_message
	Aborted     *aborted   `json:"aborted"`     // BuildEvent.aborted: stands in for what could not happen
	Action      *action    `json:"action"`      // BuildEvent.action, of id.actionCompleted: by default failed ones only
	NamedSet    *namedSet  `json:"namedSetOfFiles"`
	Completed   *completed `json:"completed"` // BuildEvent.completed, of id.targetCompleted
	Progress    *progress  `json:"progress"`
	Finished    *finished  `json:"finished"`
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

// A file is File. Contents is set instead of URI for a file that travels in the
// event itself.
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

// progress is Progress: a part of what Bazel printed, by default a whole
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

// errTruncated is the error of events that end before their last message: Bazel
// did not end them.
var errTruncated = errors.New("they end before their last message: Bazel was killed, or the disk is full")

// readEvents calls handle for each event of a file that --build_event_json_file
// wrote, one JSON object a line, in order. Events that say nothing here may be
// left out. The error of a malformed line names its number, 1-based; an end
// without the event that says it is the last is errTruncated.
func readEvents(r io.Reader, handle func(*event)) error {
	lines := bufio.NewReaderSize(r, 1<<16)
	var line []byte
	last := false
	for number := 1; ; number++ {
		var err error
		line, err = readLine(lines, line[:0])
		if err != nil && err != io.EOF {
			return err
		}
		ended := err == io.EOF
		if len(line) > 0 && !saysNothing(line) {
			var e event
			if err := json.Unmarshal(line, &e); err != nil {
				if ended {
					return errTruncated
				}
				return fmt.Errorf("line %d: %w", number, err)
			}
			last = last || e.LastMessage
			handle(&e)
		}
		if ended {
			break
		}
	}
	if !last {
		return errTruncated
	}
	return nil
}

// readLine appends the next line to buffer, without its newline; io.EOF with
// what stands before the end of the file. Lines have no limit: a set of files
// is one line.
func readLine(r *bufio.Reader, buffer []byte) ([]byte, error) {
	for {
		part, err := r.ReadSlice('\n')
		buffer = append(buffer, part...)
		switch err {
		case nil:
			return bytes.TrimSuffix(buffer, []byte("\n")), nil
		case bufio.ErrBufferFull:
		default:
			return buffer, err
		}
	}
}

// frequent are the beginnings of events that come once or more a target, or are
// long, and are not read here unless they tell of a failure.
var frequent = [][]byte{
	[]byte(`{"id":{"pattern":`),
	[]byte(`{"id":{"progress":`),
	[]byte(`{"id":{"targetConfigured":`),
	[]byte(`{"id":{"structuredCommandLine":`),
	[]byte(`{"id":{"unstructuredCommandLine":`),
}

// telling are what makes a frequent event one to read.
var telling = [][]byte{
	[]byte(`"lastMessage":true`),
	[]byte(`"aborted":{`),
	[]byte(packageContainsErrors),
	[]byte("error loading package"), // the quote after it is escaped in JSON
}

// saysNothing tells, at a fraction of the cost of parsing it, that an event is
// not needed. It may say false of an event that is not needed, and never true
// of one that is.
func saysNothing(line []byte) bool {
	for _, beginning := range frequent {
		if bytes.HasPrefix(line, beginning) {
			return !slices.ContainsFunc(telling, func(part []byte) bool { return bytes.Contains(line, part) })
		}
	}
	return false
}
