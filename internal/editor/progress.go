package editor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol"
)

// A progress shows in the editor how far long work is, and lets the person
// cancel it. It is a writer of the lines that a program prints on the way.
type progress struct {
	s     *server
	token any // nil: the client shows no progress

	mu   sync.Mutex
	line []byte // the beginning of one
}

// begin shows that work begins. The work ends with the context, which the
// person can cancel, and the caller calls end with a last message. The token is
// the client's, or nil for one of this server.
func (s *server) begin(ctx context.Context, token any, title string) (_ context.Context, p *progress, end func(message string)) {
	ctx, cancel := context.WithCancel(ctx)
	p = &progress{s: s, token: token}
	if token == nil && s.client.progress {
		token = fmt.Sprintf("autofix-%d", s.tokens.Add(1))
		ignored := json.RawMessage{}
		if s.conn.Load().Call(ctx, "window/workDoneProgress/create", protocol.WorkDoneProgressCreateParams{Token: token}, &ignored) == nil {
			p.token = token
		}
	}
	if p.token == nil {
		return ctx, p, func(string) { cancel() }
	}
	key := string(encoded(p.token))
	s.mu.Lock()
	s.works[key] = cancel
	s.mu.Unlock()
	p.send(protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: true})
	return ctx, p, func(message string) {
		cancel()
		s.mu.Lock()
		delete(s.works, key)
		s.mu.Unlock()
		p.send(protocol.WorkDoneProgressEnd{Kind: "end", Message: message})
	}
}

// cancelWork cancels the work of a progress. Work that has ended is not found.
func (s *server) cancelWork(p *protocol.WorkDoneProgressCancelParams) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel, ok := s.works[string(encoded(p.Token))]; ok {
		cancel()
	}
}

func (p *progress) send(value any) {
	_ = p.s.conn.Load().Notify(p.s.ctx, "$/progress", protocol.ProgressParams{Token: p.token, Value: encoded(value)})
}

// say shows the present step.
func (p *progress) say(message string) {
	if p.token != nil {
		p.send(protocol.WorkDoneProgressReport{Kind: "report", Message: message})
	}
}

// maxLine bounds a line that is shown, in bytes.
const maxLine = 1 << 10

// Write shows each whole line, and logs the errors among them.
func (p *progress) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for part := range bytes.Lines(text) {
		line, whole := bytes.CutSuffix(part, []byte("\n"))
		p.line = append(p.line, line[:min(len(line), max(0, maxLine-len(p.line)))]...)
		if !whole {
			continue
		}
		if shown := inert.Line(string(p.line)); shown != "" {
			p.say(shown)
			if bytes.HasPrefix(p.line, []byte("ERROR:")) {
				p.s.log(protocol.MessageTypeError, "%s", shown)
			}
		}
		p.line = p.line[:0]
	}
	return len(text), nil
}
