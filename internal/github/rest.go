package github

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// requestTime bounds a request of REST in all.
const requestTime = time.Minute

// A rest is a Transport of net/http.
type rest struct {
	api, token, version string
	http                *http.Client
}

// REST returns a transport with the token of GH_TOKEN or GITHUB_TOKEN. base is
// nil, or the transport of requests in tests.
func REST(p Place, version string, lookup func(string) (string, bool), base http.RoundTripper, timeout time.Duration) (Transport, error) {
	token, err := tokenOf(lookup)
	if err != nil {
		return nil, err
	}
	if timeout <= 0 {
		timeout = requestTime
	}
	r := &rest{api: p.API, token: token, version: version}
	r.http = &http.Client{Transport: base, Timeout: timeout, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse // the token is for one server, and names that moved are the person's to fix
	}}
	return r, nil
}

// tokenOf returns the token of the environment. gh looks in the same order.
func tokenOf(lookup func(string) (string, bool)) (string, error) {
	for _, name := range []string{"GH_TOKEN", "GITHUB_TOKEN"} {
		value, _ := lookup(name)
		value = strings.TrimSpace(value)
		if strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			return "", fail(NoToken, nil, "the value of %s is no token: it has spaces or control characters", name)
		}
		if value != "" {
			return value, nil
		}
	}
	return "", fail(NoToken, nil, "neither GH_TOKEN nor GITHUB_TOKEN is set")
}

// Format implements fmt.Formatter. No verb shows the token.
func (r *rest) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, r.String()) }

func (r *rest) String() string { return "REST at " + r.api }

func (r *rest) Token(context.Context) (string, error) { return r.token, nil }

func (r *rest) Send(ctx context.Context, q Request) (*Answer, error) {
	request, err := http.NewRequestWithContext(ctx, q.Method, r.api+"/"+q.Path, bytes.NewReader(q.Body))
	if err != nil {
		return nil, errors.New("the request cannot be made")
	}
	if q.Body == nil {
		request.Body, request.ContentLength = http.NoBody, 0
	} else {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Accept", accept)
	request.Header.Set("X-GitHub-Api-Version", apiVersion)
	request.Header.Set("User-Agent", "autofix/"+r.version)
	request.Header.Set("Authorization", "Bearer "+r.token)
	response, err := r.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the answer ends early: %w", err)
	case len(body) > maxAnswer:
		return nil, fmt.Errorf("the answer is larger than %d MiB", maxAnswer>>20)
	}
	return &Answer{response.StatusCode, response.Header, body}, nil
}
