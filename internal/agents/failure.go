package agents

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/coder/acp-go-sdk"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

const (
	// stderrKept is how much of the standard error is kept, at either end, in
	// bytes. It is more than is shown, so that a line that was cut at the start
	// is not shown.
	stderrKept = 32 << 10
	// exitTime is how long a program may take to end after its output has
	// ended, until the error says that it still runs.
	exitTime = 300 * time.Millisecond
)

// failure returns an error of this agent. The detail may have words of the
// agent, the cause may not.
func (a *Agent) failure(code Code, cause error, detail string) *Error {
	a.mu.Lock()
	name, started := a.name, a.started
	a.mu.Unlock()
	return &Error{
		Reason: Reason{Code: code, Detail: oneLine(a.scrub.clean(detail)), Err: cause},
		Agent:  name, Stderr: a.stderrTail(), Started: started,
	}
}

// stderrTail returns the end of the standard error, without prompts.
func (a *Agent) stderrTail() string {
	_, omitted, tail := a.stderr.Parts()
	if omitted > 0 {
		// The first line is cut, so a prompt in it cannot be recognized.
		if _, tail, _ = bytes.Cut(tail, []byte("\n")); len(tail) == 0 {
			return withheld
		}
	} else {
		head, _, rest := a.stderr.Parts()
		tail = append(head, rest...)
	}
	return process.LastLines(a.scrub.clean(string(tail)))
}

// outputEnded says why the output of the agent has ended. If the program
// exited, the reason has its exit code. It does not keep Close waiting.
func (a *Agent) outputEnded(err error) error {
	if !errors.Is(err, io.EOF) && !errors.Is(err, fs.ErrClosed) {
		return a.failure(Protocol, nil, err.Error())
	}
	select {
	case <-a.running.Done():
	case <-a.conn.done:
		return nil // Close came first
	case <-time.After(exitTime):
		return a.failure(a.endCode(), nil, "closed its output")
	}
	ended := make(chan *Error, 1)
	go func() {
		if code, err := a.running.Wait(); err != nil {
			ended <- a.failure(a.endCode(), err, "ended: "+err.Error())
		} else {
			ended <- a.failure(a.endCode(), nil, fmt.Sprintf("ended with exit code %d", code))
		}
	}()
	select {
	case failure := <-ended:
		return failure
	case <-a.conn.done:
		return nil
	}
}

// endCode is Exited, or NotACP for a program that printed other things only.
func (a *Agent) endCode() Code {
	if _, only := a.conn.babble(); only {
		return NotACP
	}
	return Exited
}

// explain turns any error of a call into an *Error.
func (a *Agent) explain(err error) *Error {
	var known *Error
	var words *acp.RequestError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &words):
		return a.refusedCall(words)
	}
	return a.failure(Protocol, nil, err.Error())
}

// authRequired is ACP's code of an error that asks for a login.
const authRequired = -32000

// refusedCall is the error for an answer that is an error.
func (a *Agent) refusedCall(e *acp.RequestError) *Error {
	detail := strings.TrimSpace(e.Message)
	if words := dataWords(e.Data); words != "" && !strings.Contains(detail, words) {
		detail += ": " + words
	}
	switch {
	case isLogin(e, detail):
		failure := a.failure(Login, nil, "asks for a login: "+detail)
		failure.Methods = a.info.Methods
		return failure
	case isRateLimit(detail, e.Code):
		return a.failure(RateLimited, nil, detail)
	}
	return a.failure(AgentError, nil, fmt.Sprintf("%s (%d)", detail, e.Code))
}

// noLogin are phrases, in lower case, of the errors of agents and providers that
// need a login or a key. Not all agents use the code for it.
var noLogin = []string{
	"unauthorized", "unauthenticated", "status 401", "code 401", "error 401", "http 401", "authentication_error", "authentication error",
	"authentication failed", "authentication required", "not authenticated", "not logged in", "please log in", "please login",
	"/login", "invalid api key", "incorrect api key", "api key not valid", "missing api key", "no api key", "invalid x-api-key",
}

// isLogin reports whether an error asks for a login. Agents use the code for
// other errors too, with details in the data.
func isLogin(e *acp.RequestError, detail string) bool {
	if e.Code != authRequired {
		text := strings.ToLower(detail)
		return slices.ContainsFunc(noLogin, func(words string) bool { return strings.Contains(text, words) })
	}
	text := strings.ToLower(e.Message)
	return strings.Contains(text, "auth") || strings.Contains(text, "log in") || strings.Contains(text, "login") ||
		strings.Contains(text, "sign in") || strings.Contains(text, "api key") || e.Message == ""
}

func isRateLimit(detail string, code int) bool {
	text := strings.ToLower(detail)
	return code == 429 || strings.Contains(text, "429") || strings.Contains(text, "rate limit") ||
		strings.Contains(text, "too many requests") || strings.Contains(text, "resource_exhausted")
}

// dataWords returns the text in the data of an error. Agents put it in several
// places.
func dataWords(data any) string {
	switch data := data.(type) {
	case string:
		return data
	case map[string]any:
		for _, key := range []string{"details", "message", "error", "reason"} {
			if words := dataWords(data[key]); words != "" {
				return words
			}
		}
	}
	return ""
}
