package agents

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/coded"
	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// A Code says why an agent gave no answer. Codes are stable.
type Code string

// The codes, each with its way out in WayOut.
const (
	CommandMissing Code = "command_missing"  // the program is missing
	StartFailed    Code = "start_failed"     // the program could not be started
	NoSandbox      Code = "no_sandbox"       // a sandbox is required, and there is none
	StartTimeout   Code = "start_timeout"    // no answer to initialize or session/new in time
	NotACP         Code = "not_acp"          // it prints something else than ACP
	Version        Code = "version"          // it speaks another version of the protocol
	Login          Code = "login"            // it asks for a login
	Exited         Code = "exited"           // the program ended, or closed its output
	OverLimit      Code = "over_limit"       // it uses more memory, processes or disk than allowed
	Protocol       Code = "protocol"         // a message that breaks the protocol
	IdleTimeout    Code = "idle_timeout"     // silence during a prompt
	Timeout        Code = "timeout"          // a prompt took too long
	AgentError     Code = "agent_error"      // it answered with its own error
	RateLimited    Code = "rate_limited"     // it answered that it was asked too often
	Refused        Code = "refused"          // the model refuses
	MaxTokens      Code = "max_tokens"       // the model reached its limit of tokens
	MaxTurns       Code = "max_turns"        // the agent reached its limit of requests
	Stopped        Code = "stopped"          // the agent itself canceled the prompt
	AnswerTooLarge Code = "answer_too_large" // more text than the limit
	Canceled       Code = "canceled"         // the context of the call was canceled
	Closed         Code = "closed"           // the agent was closed by Close
)

var waysOut = map[Code]string{
	CommandMissing: "install the agent, or give its path in the command",
	StartFailed:    "run the command in a terminal to see why",
	NoSandbox:      "install bubblewrap, or do not require a sandbox",
	StartTimeout:   "run the command in a terminal, or allow more time to start",
	NotACP:         "give the command that speaks the Agent Client Protocol on its standard input and output, such as `gemini --acp`",
	Version:        "use a version of the agent that speaks version 1 too, or update rules_autofix",
	Login:          "log in to the agent, or give it an API key in its environment",
	Exited:         "run the command in a terminal to see why",
	OverLimit:      "raise max-memory, max-processes or max-disk of [ai], or use another agent",
	Protocol:       "report it to the authors of the agent, or use another version of it",
	IdleTimeout:    "allow a longer silence, or use a faster model",
	Timeout:        "allow more time for a fix, or use a faster model",
	AgentError:     "see the agent's own message",
	RateLimited:    "wait, ask with fewer jobs, or use another model",
	Refused:        "the model does not do this: use another model, or fix it by hand",
	MaxTokens:      "use a model with a longer output, or the output `edits`, which is shorter than a whole file",
	MaxTurns:       "raise the agent's own limit of requests a prompt",
	Stopped:        "ask again",
	AnswerTooLarge: "raise the limit of bytes of an answer",
	Canceled:       "run it again",
	Closed:         "run it again",
}

// WayOut says how a person can solve the problem.
func (c Code) WayOut() string { return waysOut[c] }

// Codes returns all codes, sorted.
func Codes() []Code { return slices.Sorted(maps.Keys(waysOut)) }

// A Reason is the reason for an error. Err is the cause, such as the error of
// the operating system or of the context. errors.Is(err, &Reason{Code:
// Timeout}) works.
type Reason = coded.Error[Code]

// An Error is any error of this package. No part of it contains a line of a
// prompt: where the agent printed one, it is replaced.
type Error struct {
	Reason        // its Detail is one line
	Agent  string // the agent's name for itself, else the program's
	// Stderr is the end of the agent's standard error: at most 20 lines and 4
	// KiB.
	Stderr string
	// Started is whether an agent has answered to initialize. If it is false,
	// no agent could be started at all.
	Started bool
	// Methods are the ways to log in that the agent offers. They are there for
	// Login only.
	Methods []LoginMethod
}

// Tail returns the last lines of the agent's standard error as one line, or "".
func (e *Error) Tail() string {
	const most, bytes = 5, 400
	var lines []string
	for line := range strings.Lines(e.Stderr) {
		if line = clip.Line(inert.StripEscapes(line), bytes); line != "" {
			lines = append(lines, line)
		}
	}
	return clip.Line(strings.Join(lines[max(0, len(lines)-most):], " | "), 2*bytes)
}

// Error returns one line without the standard error of the agent, and without
// the cause.
func (e *Error) Error() string {
	way := e.Code.WayOut()
	if e.Code == Login && len(e.Methods) > 0 {
		var ways []string
		for _, method := range e.Methods {
			ways = append(ways, method.String())
		}
		way = "log in by one of: " + strings.Join(ways, "; ")
	}
	return fmt.Sprintf("%s (%s)", coded.Sentence("agent "+e.Agent+": "+e.Detail, nil, way), e.Code)
}
