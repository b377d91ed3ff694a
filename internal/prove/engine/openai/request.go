package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
)

// A form is how a server is asked for JSON.
type form int

// The forms, the best first. If a server refuses one, the client asks in the
// next one.
const (
	formSchema form = iota // by a schema
	formObject             // by the word that it is to be JSON
	formFenced             // in words only
)

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type chatRequest struct {
	Model    string    `json:"model"`
	Messages []message `json:"messages"`
	Format   any       `json:"response_format,omitempty"`
}

// body returns the JSON of a question.
func (c *Client) body(q *engine.Question, f form) ([]byte, error) {
	prompt := q.Prompt
	r := chatRequest{Model: c.settings.Model}
	switch f {
	case formSchema:
		r.Format = map[string]any{
			"type":        "json_schema",
			"json_schema": map[string]any{"name": string(q.Step), "strict": true, "schema": q.Schema},
		}
	case formObject:
		r.Format = map[string]string{"type": "json_object"}
	case formFenced:
		prompt += "\nPut the JSON object into one block that starts with the line ```json and ends with the line ```.\n"
	}
	r.Messages = []message{{"system", q.System}, {"user", prompt}}
	return json.Marshal(&r)
}

// errTimeout is the cause of the end of the context of a request.
var errTimeout = errors.New("no answer in time")

// send sends a question once, and returns the text of the answer. The error is a
// *failure.
func (c *Client) send(ctx context.Context, q *engine.Question, f form, usage *engine.Usage) (string, error) {
	body, err := c.body(q, f)
	if err != nil {
		return "", &failure{why: &engine.Error{Code: engine.BadRequest, Detail: "the question is no JSON", Err: err}}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.settings.Timeout, errTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint.String(), bytes.NewReader(body))
	if err != nil {
		return "", c.broken(ctx, err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "rules_autofix/"+c.options.Version)
	if c.key != "" {
		request.Header.Set("Authorization", "Bearer "+c.key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return "", c.broken(ctx, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, c.settings.MaxBody+1))
	switch {
	case int64(len(text)) > c.settings.MaxBody:
		return "", &failure{why: &engine.Error{Code: engine.TooLarge, Detail: fmt.Sprintf("the server sends more than %d bytes", c.settings.MaxBody)}}
	case response.StatusCode != http.StatusOK:
		return "", c.refused(response, text, f)
	case err != nil:
		return "", c.broken(ctx, err)
	}
	return c.read(text, usage)
}

// broken is the failure of a connection.
func (c *Client) broken(ctx context.Context, err error) *failure {
	if errors.Is(context.Cause(ctx), errTimeout) {
		return &failure{why: &engine.Error{Code: engine.Timeout, Detail: fmt.Sprintf("no answer within %v", c.settings.Timeout)}, passes: true}
	}
	return &failure{why: &engine.Error{Code: engine.Unreachable, Detail: c.show(err.Error())}, passes: true}
}
