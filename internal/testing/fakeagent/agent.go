package fakeagent

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/coder/acp-go-sdk"
)

// agent implements acp.Agent by a script.
type agent struct {
	script Script
	conn   *acp.AgentSideConnection

	mu       sync.Mutex
	sessions map[acp.SessionId]*session
	loggedIn bool
}

type session struct {
	cwd, mode string
	answered  map[string]int // prompts, by the rule that they match
	cancel    context.CancelFunc
}

// gate holds back the first read until the connection is complete, because the
// SDK's SetLogger races with its reader.
type gate struct {
	io.Reader
	open chan struct{}
}

func (g gate) Read(p []byte) (int, error) {
	<-g.open
	return g.Reader.Read(p)
}

// serve follows the script until the input ends.
func (s Script) serve(input io.Reader) int {
	a := &agent{script: s, sessions: map[acp.SessionId]*session{}}
	g := gate{input, make(chan struct{})}
	a.conn = acp.NewAgentSideConnection(a, os.Stdout, g)
	a.conn.SetLogger(slog.New(slog.DiscardHandler))
	close(g.open)
	<-a.conn.Done()
	return 0
}

// Initialize implements acp.Agent, as do the methods below.
func (a *agent) Initialize(context.Context, acp.InitializeRequest) (acp.InitializeResponse, error) {
	response := acp.InitializeResponse{
		ProtocolVersion: acp.ProtocolVersionNumber,
		AgentInfo:       &acp.Implementation{Name: a.script.Name, Version: a.script.Version},
		AuthMethods:     a.loginMethods(),
	}
	response.AgentCapabilities.SessionCapabilities.Close = &acp.SessionCloseCapabilities{}
	if a.script.Name == "" {
		response.AgentInfo.Name, response.AgentInfo.Version = "fake", "1.0"
	}
	if a.script.Title != "" {
		response.AgentInfo.Title = &a.script.Title
	}
	return response, nil
}

func (a *agent) loginMethods() []acp.AuthMethod {
	switch a.script.Login {
	case "agent":
		return []acp.AuthMethod{{Agent: &acp.AuthMethodAgent{Id: "web", Name: "Log in with Fake"}}}
	case "variable":
		return []acp.AuthMethod{{EnvVar: &acp.AuthMethodEnvVarInline{
			Id: "key", Name: "Use an API key", Type: "env_var", Vars: []acp.AuthEnvVar{{Name: "FAKE_API_KEY"}},
		}}}
	case "terminal":
		return []acp.AuthMethod{{Terminal: &acp.AuthMethodTerminalInline{
			Id: "terminal", Name: "Log in in a terminal", Type: "terminal", Args: []string{"login"},
		}}}
	}
	return []acp.AuthMethod{}
}

func (a *agent) Authenticate(_ context.Context, request acp.AuthenticateRequest) (acp.AuthenticateResponse, error) {
	if request.MethodId != "key" || os.Getenv("FAKE_API_KEY") == "" {
		return acp.AuthenticateResponse{}, acp.NewInternalError("there is no browser here")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.loggedIn = true
	return acp.AuthenticateResponse{}, nil
}

func (a *agent) NewSession(_ context.Context, request acp.NewSessionRequest) (acp.NewSessionResponse, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.script.Login != "" && !a.loggedIn {
		return acp.NewSessionResponse{}, acp.NewAuthRequired(nil)
	}
	id := acp.SessionId(fmt.Sprint("s", len(a.sessions)+1))
	response := acp.NewSessionResponse{SessionId: id}
	s := &session{cwd: request.Cwd, answered: map[string]int{}}
	a.sessions[id] = s
	if len(a.script.Modes) > 0 {
		var modes []acp.SessionMode
		for _, text := range a.script.Modes {
			id, description, _ := strings.Cut(text, ": ")
			modes = append(modes, acp.SessionMode{Id: acp.SessionModeId(id), Name: id, Description: &description})
		}
		s.mode = string(modes[0].Id)
		if a.script.ModesAsOptions {
			response.ConfigOptions = []acp.SessionConfigOption{asOption(modes)}
		} else {
			response.Modes = &acp.SessionModeState{AvailableModes: modes, CurrentModeId: modes[0].Id}
		}
	}
	return response, nil
}

func asOption(modes []acp.SessionMode) acp.SessionConfigOption {
	category := acp.SessionConfigOptionCategoryMode
	option := &acp.SessionConfigOptionSelect{
		Type: "select", Id: "mode", Name: "Mode", Category: &category, CurrentValue: acp.SessionConfigValueId(modes[0].Id),
	}
	var values acp.SessionConfigSelectOptionsUngrouped
	for _, mode := range modes {
		values = append(values, acp.SessionConfigSelectOption{
			Value: acp.SessionConfigValueId(mode.Id), Name: mode.Name, Description: mode.Description,
		})
	}
	option.Options.Ungrouped = &values
	return acp.SessionConfigOption{Select: option}
}

func (a *agent) SetSessionMode(_ context.Context, request acp.SetSessionModeRequest) (acp.SetSessionModeResponse, error) {
	return acp.SetSessionModeResponse{}, a.setMode(request.SessionId, string(request.ModeId))
}

func (a *agent) SetSessionConfigOption(_ context.Context, request acp.SetSessionConfigOptionRequest) (acp.SetSessionConfigOptionResponse, error) {
	response := acp.SetSessionConfigOptionResponse{ConfigOptions: []acp.SessionConfigOption{}}
	if request.ValueId == nil || request.ValueId.ConfigId != "mode" {
		return response, acp.NewInvalidParams(nil)
	}
	return response, a.setMode(request.ValueId.SessionId, string(request.ValueId.Value))
}

func (a *agent) setMode(id acp.SessionId, mode string) error {
	if a.script.ModeError {
		return acp.NewInternalError("this mode needs another plan")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.sessions[id]; s != nil {
		s.mode = mode
	}
	return nil
}

func (a *agent) Prompt(ctx context.Context, request acp.PromptRequest) (acp.PromptResponse, error) {
	var prompt strings.Builder
	for _, block := range request.Prompt {
		if block.Text != nil {
			prompt.WriteString(block.Text.Text)
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a.mu.Lock()
	s := a.sessions[request.SessionId]
	if s == nil {
		a.mu.Unlock()
		return acp.PromptResponse{}, acp.NewInvalidParams("no such session")
	}
	s.cancel = cancel
	answer := a.script.answerTo(prompt.String(), s.answered)
	heard := Heard{string(request.SessionId), s.cwd, s.mode, prompt.String()}
	a.mu.Unlock()
	if a.script.Log != "" {
		line, err := json.Marshal(heard)
		if err != nil {
			return acp.PromptResponse{}, err
		}
		appendLine(a.script.Log, string(line))
	}
	select {
	case <-time.After(a.script.Delay):
	case <-ctx.Done():
		return acp.PromptResponse{StopReason: acp.StopReasonCancelled}, nil
	}
	answer.Text += answer.edit(heard.Cwd)
	return a.say(ctx, request.SessionId, answer)
}

func (a *agent) Cancel(_ context.Context, request acp.CancelNotification) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.sessions[request.SessionId]; s != nil && s.cancel != nil {
		s.cancel()
	}
	return nil
}

func (a *agent) CloseSession(_ context.Context, request acp.CloseSessionRequest) (acp.CloseSessionResponse, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if s := a.sessions[request.SessionId]; s != nil {
		*s = session{answered: map[string]int{}} // its id is not used again
	}
	return acp.CloseSessionResponse{}, nil
}

func (a *agent) Logout(context.Context, acp.LogoutRequest) (acp.LogoutResponse, error) {
	return acp.LogoutResponse{}, acp.NewMethodNotFound(acp.AgentMethodLogout)
}

func (a *agent) ListSessions(context.Context, acp.ListSessionsRequest) (acp.ListSessionsResponse, error) {
	return acp.ListSessionsResponse{}, acp.NewMethodNotFound(acp.AgentMethodSessionList)
}

func (a *agent) ResumeSession(context.Context, acp.ResumeSessionRequest) (acp.ResumeSessionResponse, error) {
	return acp.ResumeSessionResponse{}, acp.NewMethodNotFound(acp.AgentMethodSessionResume)
}
