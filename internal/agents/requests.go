package agents

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/coder/acp-go-sdk"

	"github.com/rules-autofix/rules_autofix/internal/clip"
)

// The kinds of updates that are read. Others, and kinds that may come later,
// are skipped.
const (
	updateMessage = "agent_message_chunk"
	updateTool    = "tool_call"
	updateUsage   = "usage_update"
)

// notified implements handler.
func (a *Agent) notified(method string, params json.RawMessage) error {
	if method != acp.ClientMethodSessionUpdate {
		return nil
	}
	var notification struct {
		Session acp.SessionId   `json:"sessionId"`
		Update  json.RawMessage `json:"update"`
	}
	var kind struct {
		Kind  string          `json:"sessionUpdate"`
		Title string          `json:"title"`
		Meta  json.RawMessage `json:"_meta"`
	}
	if err := decode(params, &notification); err != nil {
		return fmt.Errorf("a malformed session/update: %w", err)
	}
	if err := decode(notification.Update, &kind); err != nil {
		return fmt.Errorf("a malformed session/update: %w", err)
	}
	t := a.turnOf(notification.Session)
	if t == nil {
		return nil
	}
	t.hear()
	switch kind.Kind {
	case updateMessage:
		var chunk acp.SessionUpdateAgentMessageChunk
		if err := decode(notification.Update, &chunk); err != nil {
			return fmt.Errorf("a malformed %s: %w", kind.Kind, err)
		}
		t.mu.Lock()
		t.usage.addMeta(kind.Meta)
		t.mu.Unlock()
		if chunk.Content.Text != nil && !t.say(chunk.Content.Text.Text, text(chunk.MessageId)) {
			t.end(a.failure(AnswerTooLarge, nil, fmt.Sprintf("an answer of more than %d bytes", t.limit)))
		}
	case updateTool:
		t.use(a.scrub.clean(kind.Title))
	case updateUsage:
		var usage acp.SessionUsageUpdate
		if decode(notification.Update, &usage) == nil {
			t.mu.Lock()
			t.usage.update(usage, t.costBefore)
			t.mu.Unlock()
		}
	}
	return nil
}

// turnOf returns the prompt that is under way in a session, or nil.
func (a *Agent) turnOf(id acp.SessionId) *turn {
	s := a.session(id)
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.turn
}

// asked implements handler. It grants nothing but reads, if there is a reader,
// and permissions for tools of the agent, if it may change files.
func (a *Agent) asked(ctx context.Context, method string, params json.RawMessage) (any, *acp.RequestError) {
	var request struct {
		Session acp.SessionId `json:"sessionId"`
		Path    string        `json:"path"`
		Line    *int          `json:"line"`
		Limit   *int          `json:"limit"`
		Command string        `json:"command"`
		Title   string        `json:"title"` // of a permission, in the second version of the protocol
		Tool    struct {
			Title string `json:"title"`
		} `json:"toolCall"`
		Options []acp.PermissionOption `json:"options"`
	}
	if err := decode(params, &request); err != nil {
		return nil, acp.NewInvalidParams(nil)
	}
	s, t := a.session(request.Session), a.turnOf(request.Session)
	deny := func(what string) {
		if t != nil {
			t.deny(a.scrub.clean(method + " " + what))
		}
	}
	if t != nil {
		t.hear()
	}
	switch method {
	case acp.ClientMethodSessionRequestPermission:
		if a.options.Folder != "" {
			return acp.RequestPermissionResponse{Outcome: choose(request.Options, acp.PermissionOptionKindAllowOnce)}, nil
		}
		deny(cmp.Or(request.Tool.Title, request.Title))
		return acp.RequestPermissionResponse{Outcome: choose(request.Options, acp.PermissionOptionKindRejectOnce)}, nil
	case acp.ClientMethodFsReadTextFile:
		if s == nil || s.reads == nil {
			break
		}
		content, err := s.reads.Read(ctx, request.Path, number(request.Line), number(request.Limit))
		if err != nil {
			deny(request.Path + ": " + err.Error())
			return nil, &acp.RequestError{Code: -32602, Message: oneLine(err.Error())}
		}
		return acp.ReadTextFileResponse{Content: content}, nil
	case acp.ClientMethodFsWriteTextFile:
		deny(request.Path)
		return nil, acp.NewMethodNotFound(method)
	case acp.ClientMethodTerminalCreate:
		deny(request.Command)
		return nil, acp.NewMethodNotFound(method)
	}
	deny(request.Path)
	return nil, acp.NewMethodNotFound(clip.Line(method, 100))
}

// choose allows or rejects once, or cancels if that is not offered. It never
// decides for always, because agents remember that.
func choose(options []acp.PermissionOption, kind acp.PermissionOptionKind) acp.RequestPermissionOutcome {
	for _, option := range options {
		if option.Kind == kind {
			return acp.NewRequestPermissionOutcomeSelected(option.OptionId)
		}
	}
	return acp.NewRequestPermissionOutcomeCancelled()
}

// number returns the number, or 0, which stands for none.
func number(n *int) int {
	if n == nil {
		return 0
	}
	return max(*n, 0)
}
