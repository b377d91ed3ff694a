package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// Options are the parameters of a client other than its settings.
type Options struct {
	Version string // of this program, for the server
	// LookupEnv finds the key; nil: os.LookupEnv.
	LookupEnv func(name string) (string, bool)
	// Transport sends requests; nil: Go's default, with the proxies of the
	// environment.
	Transport http.RoundTripper
	// Sleep waits between requests, or until the context ends; nil: it does.
	Sleep func(ctx context.Context, d time.Duration) error
	// Now is for dates in answers; nil: time.Now.
	Now func() time.Time
}

// A Client is an engine.Model.
type Client struct {
	settings Settings
	options  Options
	endpoint *url.URL
	key      string
	http     *http.Client
	redactor *redact.Redactor // knows the key
	backoff  *backoff.ExponentialBackOff

	asking sync.Mutex // held by Ask
	mu     sync.Mutex
	form   form   // the best that the server is known to accept
	told   string // the model, as the server names it
}

// New returns a client. The error says which setting is wrong, and never has the
// key.
func New(s Settings, o Options) (*Client, error) {
	s.withDefaults()
	endpoint, err := s.endpoint()
	if err != nil {
		return nil, err
	}
	if s.Model == "" {
		return nil, badSetting("model: it is empty")
	}
	if o.LookupEnv == nil {
		o.LookupEnv = os.LookupEnv
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	key, err := s.key(o.LookupEnv)
	if err != nil {
		return nil, err
	}
	c := &Client{settings: s, options: o, endpoint: endpoint, key: key, redactor: redact.New([]string{key})}
	c.http = &http.Client{Transport: o.Transport, CheckRedirect: c.redirected}
	c.backoff = backoff.NewExponentialBackOff()
	c.backoff.Multiplier, c.backoff.MaxInterval = 2, 30*time.Second
	return c, nil
}

// Format implements fmt.Formatter. No verb shows the key.
func (c *Client) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "openai client") }

// Identity implements engine.Model.
func (c *Client) Identity() engine.Identity {
	c.mu.Lock()
	defer c.mu.Unlock()
	return engine.Identity{Kind: engine.KindOpenAI, Model: c.settings.Model, Version: c.told}
}

// Close implements engine.Model.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// maxRedirects bounds the redirects within the server.
const maxRedirects = 3

// redirected allows redirects only within the server, and only if the request
// is sent again unchanged.
func (c *Client) redirected(next *http.Request, via []*http.Request) error {
	same := next.URL.Scheme == c.endpoint.Scheme && next.URL.Host == c.endpoint.Host
	if !same || next.Method != http.MethodPost || len(via) > maxRedirects {
		return http.ErrUseLastResponse
	}
	return nil
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

// A failure is an error, and whether the same request may do later.
type failure struct {
	why    *engine.Error
	passes bool
	after  time.Duration // that the server asks to wait
	format bool          // the server may not know the form that was asked for
}

func (f *failure) Error() string { return f.why.Error() }

// Ask implements engine.Model.
func (c *Client) Ask(ctx context.Context, q *engine.Question) (*engine.Reply, error) {
	c.asking.Lock()
	defer c.asking.Unlock()
	c.backoff.Reset()
	reply := &engine.Reply{}
	form := c.knownForm()
	for retries := 0; ; {
		if err := q.Spend(); err != nil {
			return reply, err
		}
		reply.Usage.Calls++
		text, err := c.send(ctx, q, form, &reply.Usage)
		if err == nil {
			c.keepForm(form)
			reply.Text = text
			return reply, nil
		}
		failed, ok := errors.AsType[*failure](err)
		switch {
		case !ok:
			return reply, err
		case ctx.Err() != nil:
			return reply, c.canceled(ctx)
		case failed.format && form < formFenced:
			form++
			continue
		case !failed.passes || retries == c.settings.MaxRetries:
			return reply, failed.why
		case failed.after > c.settings.MaxWait:
			failed.why.Detail += "; it asks to wait for " + failed.after.String()
			return reply, failed.why
		}
		retries++
		// The jitter keeps clients of one server from retrying all at once.
		if err := c.options.Sleep(ctx, failed.after+c.backoff.NextBackOff()); err != nil {
			return reply, c.canceled(ctx)
		}
	}
}

func (c *Client) canceled(ctx context.Context) error {
	return &engine.Error{Code: engine.Canceled, Detail: "canceled", Err: context.Cause(ctx)}
}

func (c *Client) knownForm() form {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.form
}

// keepForm remembers the form that a server took, so that the others are not
// tried again.
func (c *Client) keepForm(f form) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.form = f
}
