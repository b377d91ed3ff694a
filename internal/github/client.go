package github

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// A Client asks for things of one repository.
type Client struct {
	Place     Place
	transport Transport
	options   Options
}

// Options are the time limits and retries of a client.
type Options struct {
	// Retries is how often a request is sent again after an error that may pass.
	Retries int
	// MaxWait is the longest wait that a server may ask for; 0 is 2 minutes.
	MaxWait time.Duration
	// Sleep waits, or until the context ends; nil: it does. Now is for dates in
	// answers; nil: time.Now.
	Sleep func(ctx context.Context, d time.Duration) error
	Now   func() time.Time
}

// DefaultRetries is how often the command sends a request again.
const DefaultRetries = 3

// New returns a client.
func New(p Place, t Transport, o Options) *Client {
	if o.MaxWait <= 0 {
		o.MaxWait = 2 * time.Minute
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Client{p, t, o}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Transport returns the transport of requests.
func (c *Client) Transport() Transport { return c.transport }

// path returns the path of something of the repository.
func (c *Client) path(format string, args ...any) string {
	return "repos/" + c.Place.Repository() + fmt.Sprintf(format, args...)
}

// call sends a request, again where that may help, and reads the answer into a
// value, which may be nil. A POST is sent again only if the server says that it
// did not do it: it is not known what became of one without an answer.
func (c *Client) call(ctx context.Context, method, path string, body, into any) error {
	q := Request{Method: method, Path: path}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return fail(BadAnswer, err, "the request")
		}
		q.Body = text
	}
	pauses := backoff.NewExponentialBackOff()
	for retries := 0; ; retries++ {
		answer, err := c.transport.Send(ctx, q)
		var failed *Error
		var after time.Duration
		if err != nil {
			failed = fail(Unavailable, c.hidden(ctx, err), "%s %s: no answer", method, plainPath(path))
		} else {
			failed, after = c.judge(q, answer)
		}
		switch {
		case ctx.Err() != nil:
			return fail(Canceled, context.Cause(ctx), "%s %s", method, plainPath(path))
		case failed == nil:
			return c.decode(q, answer, into)
		case retries >= c.options.Retries || after > c.options.MaxWait:
			return failed
		case failed.Code != RateLimited && (failed.Code != Unavailable || method == http.MethodPost):
			return failed
		}
		if err := c.options.Sleep(ctx, after+pauses.NextBackOff()); err != nil {
			return fail(Canceled, err, "%s %s", method, plainPath(path))
		}
	}
}

// plainPath leaves out the query of a path.
func plainPath(path string) string {
	path, _, _ = strings.Cut(path, "?")
	return path
}

// hidden returns an error of a transport without the token. A server could send
// it back.
func (c *Client) hidden(ctx context.Context, err error) error {
	return errors.New(c.Show(ctx, err.Error()))
}

// maxShown bounds a message that is shown, in bytes.
const maxShown = 500

// Show returns a text of a server or program on one line, without control
// characters and without the token.
func (c *Client) Show(ctx context.Context, text string) string {
	if r, ok := c.transport.(*rest); ok {
		text = strings.ReplaceAll(text, r.token, "[token]")
	} else if token, err := c.transport.Token(ctx); err == nil {
		text = strings.ReplaceAll(text, token, "[token]")
	}
	return clip.Bytes(inert.Line(strings.TrimSpace(text)), maxShown)
}

// judge returns the error of an answer, or nil, and how long the server asks to
// wait.
func (c *Client) judge(q Request, a *Answer) (*Error, time.Duration) {
	if a.Status >= 200 && a.Status < 300 {
		return nil, 0
	}
	var said struct {
		Message string `json:"message"`
		Errors  []any  `json:"errors"`
	}
	_ = json.Unmarshal(a.Body, &said) // missing members are not shown
	text := said.Message
	for _, e := range said.Errors {
		if m, ok := e.(map[string]any); ok && m["message"] != nil {
			text += fmt.Sprintf("; %v", m["message"])
		}
	}
	failed := fail("", nil, "%s %s: the server answers %d", q.Method, plainPath(q.Path), a.Status)
	if text = c.Show(context.Background(), text); text != "" {
		failed.Detail += ": " + text
	}
	after, limited := c.wait(a.Header)
	switch s := a.Status; {
	case s == http.StatusTooManyRequests, s == http.StatusForbidden && limited:
		failed.Code = RateLimited
		return failed, after
	case s >= 500, s == http.StatusRequestTimeout:
		failed.Code = Unavailable
		return failed, after
	case s >= 300 && s < 400:
		failed.Code = Moved
	case s == http.StatusUnauthorized:
		failed.Code = Unauthorized
	case s == http.StatusForbidden:
		failed.Code = Forbidden
	case s == http.StatusNotFound, s == http.StatusGone:
		failed.Code = NotFound
	default:
		failed.Code = Rejected
	}
	return failed, 0
}

// wait reads how long a server asks to wait, and whether it says that there were
// too many requests.
func (c *Client) wait(h http.Header) (after time.Duration, limited bool) {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(text, 10, 16); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(at.Sub(c.options.Now()), 0), true
	}
	if h.Get("X-Ratelimit-Remaining") != "0" {
		return 0, false
	}
	if at, err := strconv.ParseInt(h.Get("X-Ratelimit-Reset"), 10, 64); err == nil {
		return max(time.Unix(at, 0).Sub(c.options.Now()), 0), true
	}
	return 0, true
}

// decode reads an answer. Unknown keys are ignored.
func (c *Client) decode(q Request, a *Answer, into any) error {
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(a.Body, into); err != nil {
		return fail(BadAnswer, nil, "%s %s: the answer is not the JSON that was asked for", q.Method, plainPath(q.Path))
	}
	return nil
}
