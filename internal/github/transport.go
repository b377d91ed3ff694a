package github

import (
	"context"
	"net/http"
)

// A Request is one of REST.
type Request struct {
	Method string
	Path   string // with a query, escaped, without a slash at its start
	Body   []byte // JSON, or nil
}

// An Answer is the response of a server.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// A Transport sends requests. An error means that there was no complete answer;
// it does not have the token.
type Transport interface {
	Send(ctx context.Context, r Request) (*Answer, error)
	// Token returns the token for git, or an error.
	Token(ctx context.Context) (string, error)
	// String names it, without a secret.
	String() string
}

// The headers of each request.
const (
	accept     = "application/vnd.github+json"
	apiVersion = "2022-11-28"
)

// maxAnswer bounds an answer. A page of 100 comments of the largest size is
// smaller.
const maxAnswer = 32 << 20
