package agents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/coder/acp-go-sdk"
)

var errStartTimeout = errors.New("no answer in time")

// An initializeRequest is valid in versions 1 and 2 of the protocol, so an
// agent with only the second one can answer with it, rather than complain about
// a field.
type initializeRequest struct {
	Version acp.ProtocolVersion `json:"protocolVersion"`
	// The fields of version 1.
	ClientInfo   acp.Implementation     `json:"clientInfo"`
	Capabilities acp.ClientCapabilities `json:"clientCapabilities"`
	// The field that version 2 requires.
	Info acp.Implementation `json:"info"`
}

// An initializeResponse has only the version if that is another one, because
// its other fields may then have any form.
type initializeResponse struct{ acp.InitializeResponse }

func (r *initializeResponse) UnmarshalJSON(text []byte) error {
	var chosen struct {
		Version acp.ProtocolVersion `json:"protocolVersion"`
	}
	if err := json.Unmarshal(text, &chosen); err != nil {
		return err
	}
	if chosen.Version != acp.ProtocolVersionNumber {
		r.ProtocolVersion = chosen.Version
		return nil
	}
	return json.Unmarshal(text, &r.InitializeResponse)
}

// initialize agrees on the protocol with the agent.
func (a *Agent) initialize(ctx context.Context) error {
	client := acp.Implementation{Name: a.options.Client, Version: a.options.ClientVersion}
	request := initializeRequest{Version: acp.ProtocolVersionNumber, ClientInfo: client, Info: client}
	request.Capabilities.Fs.ReadTextFile = a.options.Reader != nil
	var response initializeResponse
	if err := a.startCall(ctx, acp.AgentMethodInitialize, request, &response); err != nil {
		// An agent should answer with its own version, but some refuse instead.
		if failure := asError(err); failure.Code == AgentError && strings.Contains(strings.ToLower(failure.Detail), "version") {
			failure.Code = Version
			failure.Detail = fmt.Sprintf("was asked for version %d of the protocol: %s", acp.ProtocolVersionNumber, failure.Detail)
		}
		return err
	}
	if response.ProtocolVersion != acp.ProtocolVersionNumber {
		return a.failure(Version, nil, fmt.Sprintf("was asked for version %d of the protocol, and offers only version %d",
			acp.ProtocolVersionNumber, response.ProtocolVersion))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.started = true
	a.info.Protocol = int(response.ProtocolVersion)
	if agent := response.AgentInfo; agent != nil {
		if agent.Name != "" {
			a.name = a.scrub.line(agent.Name, 100)
		}
		a.info.Version = a.scrub.line(agent.Version, 100)
		if agent.Title != nil {
			a.info.Title = a.scrub.line(*agent.Title, 100)
		}
	}
	a.info.Name = a.name
	a.info.Methods = a.loginMethods(response.AuthMethods)
	a.info.Capabilities = capabilities(response.AgentCapabilities)
	return nil
}

func capabilities(c acp.AgentCapabilities) []string {
	var names []string
	for name, has := range map[string]bool{
		"session/load":   c.LoadSession,
		"session/close":  c.SessionCapabilities.Close != nil,
		"session/list":   c.SessionCapabilities.List != nil,
		"session/resume": c.SessionCapabilities.Resume != nil,
		"prompt/image":   c.PromptCapabilities.Image,
		"prompt/audio":   c.PromptCapabilities.Audio,
		"prompt/context": c.PromptCapabilities.EmbeddedContext,
		"mcp/http":       c.McpCapabilities.Http,
		"mcp/sse":        c.McpCapabilities.Sse,
	} {
		if has {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// startCall is a call that StartTimeout bounds. The error is an *Error.
func (a *Agent) startCall(ctx context.Context, method string, params, result any) error {
	limited, cancel := context.WithTimeoutCause(ctx, a.options.StartTimeout, errStartTimeout)
	defer cancel()
	err := a.conn.call(limited, method, params, result)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errStartTimeout):
		return a.late(method)
	case ctx.Err() != nil && !errors.As(err, new(*Error)):
		return a.failure(Canceled, context.Cause(ctx), "canceled")
	}
	return a.explain(err)
}

// late is the error for no answer within StartTimeout.
func (a *Agent) late(method string) *Error {
	code, detail := StartTimeout, fmt.Sprintf("no answer to %s within %v", method, a.options.StartTimeout.Round(time.Millisecond))
	if first, only := a.conn.babble(); only {
		code = NotACP
		detail = fmt.Sprintf("printed %q, and %s", a.scrub.line(first, 100), detail)
	}
	return a.failure(code, nil, detail)
}
