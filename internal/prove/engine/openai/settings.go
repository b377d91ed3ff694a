// Package openai asks models over HTTP, by the chat completions of OpenAI, which
// many servers offer.
package openai

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
)

// Settings say which server is asked, and how. They come from the person, never
// from a checkout: the server gets parts of the tree, and the key.
type Settings struct {
	// BaseURL is the URL of the server, https but on loopback. Without a path,
	// it has the path of OpenAI's, /v1.
	BaseURL string
	Model   string
	// KeyEnv is the name of the environment variable that has the key; empty: no
	// key is sent.
	KeyEnv string
	// Timeout bounds a request in all; 0 is 2 minutes.
	Timeout time.Duration
	// MaxRetries is how often a question is sent again after an error that may
	// pass. A negative number is 0.
	MaxRetries int
	// MaxWait is the longest wait that a server may ask for; 0 is 2 minutes.
	MaxWait time.Duration
	// MaxBody bounds an answer of the server, in bytes; 0 is 4 MiB.
	MaxBody int64
	// InputPrice and OutputPrice are for a million tokens, in Currency. Without a
	// currency, costs are not known.
	InputPrice, OutputPrice float64
	Currency                string
}

const (
	defaultTimeout = 2 * time.Minute
	defaultWait    = 2 * time.Minute
	defaultBody    = 4 << 20
)

func (s *Settings) withDefaults() {
	if s.Timeout <= 0 {
		s.Timeout = defaultTimeout
	}
	if s.MaxWait <= 0 {
		s.MaxWait = defaultWait
	}
	if s.MaxBody <= 0 {
		s.MaxBody = defaultBody
	}
	s.MaxRetries = max(s.MaxRetries, 0)
}

// endpoint returns the address that questions are sent to.
func (s *Settings) endpoint() (*url.URL, error) {
	u, err := url.Parse(s.BaseURL)
	if err != nil {
		return nil, badSetting("base-url: it is not a URL") // the cause may have a password
	}
	switch {
	case u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Opaque != "":
		return nil, badSetting("base-url: it is not the https URL of a server")
	case u.User != nil:
		return nil, badSetting("base-url: it has a user or a password; name the variable of the key by api-key-env")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, badSetting("base-url: it has a query or a fragment")
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return nil, badSetting("base-url: http is for servers on this machine only; use https")
	}
	if strings.Trim(u.Path, "/") == "" {
		u.Path = "/v1"
	}
	return u.JoinPath("chat", "completions"), nil
}

func badSetting(detail string) error { return &engine.Error{Code: engine.BadRequest, Detail: detail} }

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// key returns the key that the environment has, or "".
func (s *Settings) key(lookup func(string) (string, bool)) (string, error) {
	if s.KeyEnv == "" {
		return "", nil
	}
	value, ok := lookup(s.KeyEnv)
	value = strings.TrimSpace(value)
	if !ok || value == "" {
		return "", &engine.Error{Code: engine.Unauthorized, Detail: fmt.Sprintf("the variable %s is not set", s.KeyEnv)}
	}
	if strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return "", &engine.Error{Code: engine.Unauthorized, Detail: fmt.Sprintf("the value of the variable %s is not a key: it has spaces or control characters", s.KeyEnv)}
	}
	return value, nil
}

// cost returns the cost of tokens, and the currency, which is empty if the cost
// is not known.
func (s *Settings) cost(input, output int64) (float64, string) {
	if s.Currency == "" {
		return 0, ""
	}
	const million = 1e6
	return float64(input)*s.InputPrice/million + float64(output)*s.OutputPrice/million, s.Currency
}
