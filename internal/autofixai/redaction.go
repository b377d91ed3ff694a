package autofixai

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/imageconfig"
	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// NewSecrets returns a Secrets that finds secrets by the rules of gitleaks, and
// by the names of their variables. Redact also removes the values of the
// agent's variables. Find finds only the keys among them, because a file may
// well name a model or a server.
func NewSecrets(s *Settings) Secrets {
	var random [12]byte
	_, _ = rand.Read(random[:]) // never fails
	r := &redaction{nonce: hex.EncodeToString(random[:])}
	keys, others := s.values()
	r.redactor = redact.New(keys, redact.Assignments(r.assigned)).Except(r.harmless)
	r.all = r.redactor.With(others)
	r.tokens, r.err = redact.NewTokens(bytes.NewReader(random[:]), r.redactor)
	return r
}

// assigned reports whether the value of a variable is a secret, as the rules for
// Dockerfiles judge it.
func (r *redaction) assigned(name, value string) bool {
	return secretname.Assigned(name, value) && !strings.Contains(value, r.nonce)
}

type redaction struct {
	redactor *redact.Redactor
	all      *redact.Redactor // knows the values of all variables of the agent
	tokens   *redact.Tokens
	nonce    string // of the tokens
	err      error
}

// harmless reports whether a finding of a rule is a token of this run, a
// checksum, or a fingerprint.
func (r *redaction) harmless(text string, s redact.Secret) bool {
	return strings.Contains(text[s.Start:s.End], r.nonce) || redact.Public(text, s)
}

func (r *redaction) Nonce() string { return r.nonce }

func (r *redaction) Find(text string) ([]redact.Secret, error) { return r.redactor.Find(text) }

func (r *redaction) Redact(text string) (string, int, error) { return r.all.Redact(text) }

func (r *redaction) Tokenize(text string, dockerfile bool) (string, Restorer, int, error) {
	if r.err != nil {
		return "", nil, 0, r.err
	}
	hidden, mapping, err := r.tokens.Tokenize(text)
	if err != nil {
		return "", nil, 0, err
	}
	if dockerfile {
		mapping.Within(imageconfig.SamePlace)
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
