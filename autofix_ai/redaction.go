package autofixai

import (
	"crypto/rand"
	"sync"

	"github.com/rules-autofix/rules_autofix/checks/dockerfile/secretname"
	"github.com/rules-autofix/rules_autofix/redact"
)

// NewSecrets returns what finds secrets by the rules of gitleaks, and by the
// names of variables that have them.
func NewSecrets() Secrets {
	return &redaction{redactor: redact.New(nil, redact.Assignments(assigned))}
}

// assigned reports whether the value of a variable is a secret, as the rules for
// Dockerfiles judge it.
func assigned(name, value string) bool {
	return secretname.Is(name) && !secretname.Harmless(value, "env")
}

type redaction struct {
	redactor *redact.Redactor

	once   sync.Once
	tokens *redact.Tokens
	err    error
}

func (r *redaction) Count(text string) (int, error) {
	found, err := r.redactor.Find(text)
	return len(found), err
}

func (r *redaction) Redact(text string) (string, int, error) { return r.redactor.Redact(text) }

func (r *redaction) Tokenize(text string) (string, Restorer, int, error) {
	r.once.Do(func() { r.tokens, r.err = redact.NewTokens(rand.Reader, r.redactor) })
	if r.err != nil {
		return "", nil, 0, r.err
	}
	hidden, mapping, err := r.tokens.Tokenize(text)
	if err != nil {
		return "", nil, 0, err
	}
	return hidden, restorer{mapping}, mapping.Len(), nil
}

type restorer struct{ *redact.Mapping }

// Hide returns a text without secrets. It fails closed.
func (r restorer) Hide(text string) string {
	masked, err := r.Mask(text)
	if err != nil {
		return redact.Placeholder
	}
	return masked
}
