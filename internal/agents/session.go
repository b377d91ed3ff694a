package agents

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/coder/acp-go-sdk"
)

// A Session is a conversation. The agent remembers its prompts and answers, and
// nothing of other sessions. It answers one prompt at a time.
type Session struct {
	agent  *Agent
	id     acp.SessionId
	folder string // its working folder, empty at the start unless it is Options.Folder
	modes  Modes
	reads  SessionReader // nil: no files

	asking sync.Mutex // held by Prompt
	mu     sync.Mutex
	turn   *turn   // the prompt under way, or nil
	cost   float64 // of the session until now, as far as the agent reports it
	closed sync.Once
}

// NewSession starts a session in an empty folder, in a mode that only reads
// where the agent offers one; or as Options.Folder says. All errors are *Error.
func (a *Agent) NewSession(ctx context.Context) (*Session, error) {
	if err := a.Err(); err != nil {
		return nil, err
	}
	folder, err := a.sessionFolder()
	if err != nil {
		return nil, a.failure(StartFailed, err, "no folder for a session: "+err.Error())
	}
	s := &Session{agent: a, folder: folder}
	if a.options.Reader != nil {
		s.reads = a.options.Reader.Session(folder)
	}
	offered, err := a.newSession(ctx, s)
	if err != nil {
		s.removeFolder()
		return nil, err
	}
	if a.options.Folder != "" {
		return s, nil
	}
	if err := s.setMode(ctx, offered); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// sessionFolder returns the folder of a new session.
func (a *Agent) sessionFolder() (string, error) {
	if a.options.Folder != "" {
		return a.folder, nil
	}
	a.mu.Lock()
	a.created++
	folder := filepath.Join(a.folder, fmt.Sprint("session-", a.created))
	a.mu.Unlock()
	return folder, os.Mkdir(folder, 0o700)
}

func (s *Session) removeFolder() {
	if s.folder != s.agent.folder {
		_ = os.RemoveAll(s.folder)
	}
}

// newSession asks for the session. If the agent wants a login first, it tries
// to.
func (a *Agent) newSession(ctx context.Context, s *Session) (acp.NewSessionResponse, error) {
	request := acp.NewSessionRequest{Cwd: s.folder, McpServers: []acp.McpServer{}}
	var response acp.NewSessionResponse
	err := a.startCall(ctx, acp.AgentMethodSessionNew, request, &response)
	if failure, is := err.(*Error); is && failure.Code == Login {
		var done bool
		if done, err = a.login(ctx); err == nil && !done {
			err = failure
		}
		if err == nil {
			err = a.startCall(ctx, acp.AgentMethodSessionNew, request, &response)
		}
	}
	if failure, is := err.(*Error); is && (failure.Code == StartTimeout || failure.Code == NotACP) {
		a.distrust(failure)
	}
	if err != nil {
		return response, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	s.id = response.SessionId
	if s.id == "" || a.sessions[s.id] != nil {
		return response, &Error{
			Reason: Reason{Code: Protocol, Detail: "a session without an id of its own"}, Agent: a.name, Started: true,
		}
	}
	a.sessions[s.id] = s
	return response, nil
}

// Modes returns the modes of the session.
func (s *Session) Modes() Modes { return s.modes }

// Close ends the session. The agent keeps running.
func (s *Session) Close() {
	s.closed.Do(func() {
		a := s.agent
		s.cancel()
		if a.offers("session/close") {
			// Nobody needs the answer.
			if _, forget, err := a.conn.start(acp.AgentMethodSessionClose, acp.CloseSessionRequest{SessionId: s.id}); err == nil {
				forget()
			}
		}
		a.mu.Lock()
		delete(a.sessions, s.id)
		last := len(a.sessions) == 0 && a.doubt != nil
		a.mu.Unlock()
		s.removeFolder()
		if last {
			a.Close()
		}
	})
}

// cancel asks the agent to end the prompt that is under way, if there is one.
func (s *Session) cancel() {
	s.mu.Lock()
	underWay := s.turn != nil
	s.mu.Unlock()
	if underWay {
		s.agent.conn.notify(acp.AgentMethodSessionCancel, acp.CancelNotification{SessionId: s.id})
	}
}

// cancelPrompts ends all prompts, because ctx is canceled, and waits a little
// for the agent to obey.
func (a *Agent) cancelPrompts(ctx context.Context) {
	a.mu.Lock()
	var sessions []*Session
	for _, s := range a.sessions {
		sessions = append(sessions, s)
	}
	a.mu.Unlock()
	deadline := time.After(cancelTime)
	for _, s := range sessions {
		s.mu.Lock()
		t := s.turn
		s.mu.Unlock()
		if t == nil {
			continue
		}
		t.end(a.failure(Canceled, context.Cause(ctx), "canceled"))
		select {
		case <-t.over:
		case <-deadline:
			return
		}
	}
}

// distrust ends the agent's service to new sessions. When the last session is
// closed, the agent is closed too.
func (a *Agent) distrust(why *Error) {
	a.mu.Lock()
	if a.doubt == nil {
		a.doubt = why
	}
	last := len(a.sessions) == 0
	a.mu.Unlock()
	if last {
		a.Close()
	}
}

func (a *Agent) session(id acp.SessionId) *Session {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.sessions[id]
}
