package openai

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/printed"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// maxShown bounds the part of a server's message that is shown, in bytes.
const maxShown = 300

// show returns words from outside as one short line without secrets.
func (c *Client) show(text string) string {
	clean, _, err := c.redactor.Redact(printed.Plain(text))
	if err != nil {
		return redact.Placeholder
	}
	return printed.Line(clean, maxShown)
}

type chatResponse struct {
	Model   string `json:"model"`
	Choices []struct {
		Finish  string `json:"finish_reason"`
		Message struct {
			Content json.RawMessage `json:"content"`
			Refusal string          `json:"refusal"`
		} `json:"message"`
	} `json:"choices"`
	Usage struct {
		Input  int64 `json:"prompt_tokens"`
		Output int64 `json:"completion_tokens"`
	} `json:"usage"`
}

// read reads an answer.
func (c *Client) read(body []byte, usage *engine.Usage) (string, error) {
	var r chatResponse
	if err := json.Unmarshal(body, &r); err != nil {
		detail := "the server's answer is not the JSON of a chat completion"
		if engine.IsPage(string(body)) { // of a proxy, or of another address
			detail = "the server's answer is an HTML page; base-url may be wrong"
		}
		if start := c.show(string(body[:min(len(body), 4*maxShown)])); start != "" {
			detail += fmt.Sprintf("; it starts with %q", printed.Line(start, 160))
		}
		return "", &failure{why: &engine.Error{Code: engine.Malformed, Detail: detail}, passes: true}
	}
	c.count(&r, usage)
	if len(r.Choices) == 0 {
		return "", &failure{why: &engine.Error{Code: engine.Malformed, Detail: "the server's answer has no choices"}, passes: true}
	}
	choice := &r.Choices[0]
	text, ok := content(choice.Message.Content)
	switch {
	case choice.Message.Refusal != "":
		return "", &failure{why: &engine.Error{Code: engine.Refused, Detail: "the model refuses: " + c.show(choice.Message.Refusal)}}
	case choice.Finish == "content_filter":
		return "", &failure{why: &engine.Error{Code: engine.Refused, Detail: "the server's filter took the answer out"}}
	case choice.Finish == "length":
		return "", &failure{why: &engine.Error{Code: engine.Truncated, Detail: "the answer was cut at the limit of tokens"}}
	case !ok || strings.TrimSpace(text) == "":
		return "", &failure{why: &engine.Error{Code: engine.Malformed, Detail: "the server's answer has no text"}, passes: true}
	}
	return text, nil
}

// count adds the usage of an answer, and remembers the model that gave it.
func (c *Client) count(r *chatResponse, usage *engine.Usage) {
	input, output := max(r.Usage.Input, 0), max(r.Usage.Output, 0)
	usage.Input += input
	usage.Output += output
	cost, currency := c.settings.cost(input, output)
	usage.Cost += cost
	if usage.Currency = currency; input+output == 0 {
		usage.Currency = "" // the server does not report it
	}
	if r.Model != "" && r.Model != c.settings.Model {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.told = c.show(r.Model)
	}
}

// content returns the text of a message, which is a string or a list of parts.
func content(raw json.RawMessage) (string, bool) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text, true
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return "", false
	}
	var b strings.Builder
	for _, part := range parts {
		if part.Type == "text" {
			b.WriteString(part.Text)
		}
	}
	return b.String(), true
}

// A serverError is the usual form of a server's error. The code may be a
// number.
type serverError struct {
	Error struct {
		Message string `json:"message"`
		Code    any    `json:"code"`
		Type    string `json:"type"`
		Param   string `json:"param"`
	} `json:"error"`
}

// permanent are codes of errors that no other form and no wait helps against.
var permanent = []string{"context_length_exceeded", "model_not_found", "invalid_api_key", "insufficient_quota", "billing_hard_limit_reached"}

// refused is the failure for a status other than 200.
func (c *Client) refused(r *http.Response, body []byte, f form) *failure {
	var e serverError
	_ = json.Unmarshal(body, &e) // missing members are not shown
	detail := fmt.Sprintf("the server answers %d", r.StatusCode)
	if message := c.show(e.Error.Message); message != "" {
		detail += ": " + message
	}
	out := &failure{why: &engine.Error{Detail: detail}}
	code, _ := e.Error.Code.(string)
	isPermanent := slices.Contains(permanent, code) || slices.Contains(permanent, e.Error.Type)
	switch status := r.StatusCode; {
	case status >= 300 && status < 400:
		out.why.Code, out.why.Detail = engine.Redirected, fmt.Sprintf("the server answers %d, and the question is not sent elsewhere", status)
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		out.why.Code = engine.Unauthorized
	case status == http.StatusTooManyRequests:
		out.why.Code, out.passes, out.after = engine.RateLimited, !isPermanent, c.retryAfter(r.Header)
	case status >= 500, status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly:
		out.why.Code, out.passes, out.after = engine.ServerFailed, true, c.retryAfter(r.Header)
	default:
		out.why.Code = engine.BadRequest
		out.format = f < formFenced && !isPermanent && (status == http.StatusBadRequest || status == http.StatusUnprocessableEntity)
	}
	return out
}

// retryAfter returns how long a server asks to wait: in seconds, or until a
// date.
func (c *Client) retryAfter(h http.Header) time.Duration {
	if text := h.Get("Retry-After-Ms"); text != "" {
		if ms, err := strconv.ParseFloat(text, 64); err == nil {
			return duration(ms / 1000)
		}
	}
	text := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return duration(seconds)
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(c.options.Now()), 0)
	}
	return 0
}

// duration returns seconds as a duration: at least 0, and at most a day.
func duration(seconds float64) time.Duration {
	const day = 24 * 60 * 60
	if !(seconds > 0) { // or not a number
		return 0
	}
	return time.Duration(min(seconds, day) * float64(time.Second))
}
