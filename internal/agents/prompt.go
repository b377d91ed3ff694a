package agents

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/coder/acp-go-sdk"
)

// An Answer is an agent's answer to a prompt.
type Answer struct {
	// Text is the text of the agent's messages. Real agents put notices before
	// the answer proper. Thoughts, plans and output of tools are not in it.
	Text string
	// Prompts is how often the prompt was sent: more than once if an agent
	// ended, and another one was asked.
	Prompts     int
	PromptBytes int
	AnswerBytes int
	Duration    time.Duration
	Usage       Usage
	// Denied are the denied requests of the agent, such as `fs/write_text_file
	// /etc/passwd`, at most 32, each of at most 200 bytes.
	Denied []string
	// Tools are the agent's own tools that it used, with the same limits.
	Tools []string
}

// Prompt asks the agent, and waits for its answer. All errors are *Error. With
// an error, the answer has all but the text, for accounting; it is never nil.
//
// If ctx is canceled, or a limit is reached, the agent is asked to cancel. If
// it does not obey within 0.3 seconds, it serves no further sessions.
func (s *Session) Prompt(ctx context.Context, text string) (*Answer, error) {
	s.asking.Lock()
	defer s.asking.Unlock()
	a := s.agent
	began := time.Now()
	a.scrub.add(text)
	t := newTurn(a.options.MaxAnswer)
	s.mu.Lock()
	t.costBefore = s.cost
	s.turn = t
	s.mu.Unlock()
	defer close(t.over)

	request := acp.PromptRequest{SessionId: s.id, Prompt: []acp.ContentBlock{acp.TextBlock(text)}}
	response, err := s.ask(ctx, t, request)
	s.mu.Lock()
	s.turn = nil
	s.mu.Unlock()

	t.mu.Lock()
	defer t.mu.Unlock()
	answer := &Answer{
		Prompts: 1, PromptBytes: len(text), AnswerBytes: t.text.Len(), Duration: time.Since(began),
		Denied: t.denied, Tools: t.tools, Usage: t.usage,
	}
	answer.Usage.add(response)
	s.cost = t.costBefore + answer.Usage.Cost
	if err == nil {
		err = a.stopped(response.StopReason, t.text.String())
	}
	if err != nil {
		return answer, err
	}
	answer.Text = t.text.String()
	return answer, nil
}

// ask sends the prompt and waits for the answer, or for the first limit.
func (s *Session) ask(ctx context.Context, t *turn, request acp.PromptRequest) (response acp.PromptResponse, err error) {
	a := s.agent
	wall := time.NewTimer(a.options.Timeout)
	defer wall.Stop()
	idle := time.NewTimer(a.options.IdleTimeout)
	defer idle.Stop()
	arrived, forget, err := a.conn.start(acp.AgentMethodSessionPrompt, request)
	if err != nil {
		return response, a.failure(Protocol, err, err.Error())
	}
	defer forget()
	finish := func(r reply) (acp.PromptResponse, error) {
		if err := r.decode(acp.AgentMethodSessionPrompt, &response); err != nil {
			return response, a.explain(err)
		}
		return response, nil
	}
	for {
		select {
		case r := <-arrived:
			return finish(r)
		case <-a.conn.done:
			select {
			case r := <-arrived: // it came before the end
				return finish(r)
			default:
				return response, a.explain(a.conn.err)
			}
		case <-ctx.Done():
			return response, s.giveUp(arrived, a.failure(Canceled, context.Cause(ctx), "canceled"))
		case why := <-t.ended:
			return response, s.giveUp(arrived, why)
		case <-wall.C:
			detail := fmt.Sprintf("no answer within %v", a.options.Timeout)
			return response, s.giveUp(arrived, a.failure(Timeout, nil, detail))
		case <-idle.C:
			silence := time.Since(t.lastHeard())
			if rest := a.options.IdleTimeout - silence; rest > 0 {
				idle.Reset(rest)
				continue
			}
			detail := fmt.Sprintf("nothing was heard for %v", a.options.IdleTimeout)
			return response, s.giveUp(arrived, a.failure(IdleTimeout, nil, detail))
		}
	}
}

// giveUp cancels the prompt, and returns why.
func (s *Session) giveUp(arrived <-chan reply, why *Error) *Error {
	s.agent.conn.notify(acp.AgentMethodSessionCancel, acp.CancelNotification{SessionId: s.id})
	timer := time.NewTimer(cancelTime)
	defer timer.Stop()
	select {
	case <-arrived:
	case <-s.agent.conn.done:
	case <-timer.C:
		s.agent.distrust(s.agent.failure(why.Code, nil, "went on after a cancel"))
	}
	return why
}

// stopped returns the error for a reason to stop that is not the end of the
// answer, with the first words of the text. Later versions of the protocol may
// have other reasons: a text with one of them is returned like an answer.
func (a *Agent) stopped(reason acp.StopReason, text string) error {
	code, detail := Protocol, fmt.Sprintf("stopped without an answer, for an unknown reason: %q", reason)
	switch reason {
	case acp.StopReasonEndTurn:
		return nil
	case acp.StopReasonRefusal:
		code, detail = Refused, "the model refuses"
	case acp.StopReasonMaxTokens:
		code, detail = MaxTokens, "the answer was cut at the limit of tokens"
	case acp.StopReasonMaxTurnRequests:
		code, detail = MaxTurns, "stopped at its limit of requests"
	case acp.StopReasonCancelled:
		code, detail = Stopped, "canceled the prompt by itself"
	default:
		if strings.TrimSpace(text) != "" {
			return nil
		}
	}
	if words := a.scrub.line(text, FirstWords); words != "" {
		detail += fmt.Sprintf("; its words begin with %q", words)
	}
	return a.failure(code, nil, detail)
}

// FirstWords is the maximum length of a model's words in a message, in bytes.
const FirstWords = 160
