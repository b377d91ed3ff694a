package engine

import (
	"errors"

	"github.com/rules-autofix/rules_autofix/internal/coded"
)

// A Code names the reason for which an engine gives nothing. Codes are stable.
type Code string

// The codes.
const (
	None         Code = "engine_none"          // no engine is configured
	Unreachable  Code = "engine_unreachable"   // no connection
	Unauthorized Code = "engine_unauthorized"  // the key is missing or refused
	BadRequest   Code = "engine_bad_request"   // the server refuses the question
	RateLimited  Code = "engine_rate_limited"  // still, after all retries
	ServerFailed Code = "engine_server_failed" // still, after all retries
	Redirected   Code = "engine_redirected"    // to another host
	Timeout      Code = "engine_timeout"       // no answer in time
	Canceled     Code = "engine_canceled"      // by the person
	Truncated    Code = "engine_truncated"     // the answer is cut
	TooLarge     Code = "engine_too_large"     // the answer is larger than is allowed
	Malformed    Code = "engine_malformed"     // the answer does not have the form that was asked for
	Refused      Code = "engine_refused"       // the model will not answer
	Declined     Code = "engine_declined"      // the model has nothing to propose
	BadEdits     Code = "engine_bad_edits"     // the edits cannot be applied
	OverBudget   Code = "engine_over_budget"   // the run has spent its budget
	Secrets      Code = "engine_secrets"       // secrets cannot be kept out of the question
	NotRecorded  Code = "engine_not_recorded"  // a recording has no such question
	BadRecording Code = "engine_bad_recording" // a recording or a script cannot be read or written
	AgentFailed  Code = "engine_agent_failed"  // an ACP agent, see the cause
	NoWorkspace  Code = "engine_no_workspace"  // an agent has no folder to work in
)

var waysOut = map[Code]string{
	None:         "set an engine in your config.toml or with --engine, or give a patch with --patch",
	Unreachable:  "check base-url and the network",
	Unauthorized: "set the variable that api-key-env names to a valid key",
	BadRequest:   "check base-url and model",
	RateLimited:  "wait, or raise max-retries",
	ServerFailed: "try again later, or raise max-retries",
	Redirected:   "set base-url to the address that answers",
	Timeout:      "raise the timeout of the engine",
	Canceled:     "go on with --resume",
	Truncated:    "use a model with longer answers",
	TooLarge:     "use another model",
	Malformed:    "use another model",
	Refused:      "use another model, or write the patch and give it with --patch",
	Declined:     "write the patch and give it with --patch",
	BadEdits:     "try again, or use another model",
	OverBudget:   "raise the budget",
	Secrets:      "move secrets out of the files and the output",
	NotRecorded:  "record again",
	BadRecording: "see the cause",
	AgentFailed:  "see the cause",
	NoWorkspace:  "see the cause",
}

// WayOut returns, in a few words, how a person can resolve the error.
func (c Code) WayOut() string { return waysOut[c] }

// Leading puts the code at the start of the text of an error.
func (Code) Leading() {}

// An Error says why an engine gives nothing. Its Detail is one line without
// secrets, and without text of a question.
type Error = coded.Error[Code]

// CodeOf returns the code of an error, or "" if it has none.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}
