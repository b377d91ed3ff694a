package redact

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
)

const (
	tokenPrefix = "AUTOFIX_SECRET_"
	nonceSize   = 12 // bytes
	maxTokens   = 9999
)

// Tokens puts tokens in place of secrets. It is for one run: all of its tokens
// have the same random nonce, so that no token can be known before, and no text
// has one by chance. A token is a word of ASCII letters, digits and _, so that
// it needs no quotes, and changes none. Tokens is safe for concurrent use.
type Tokens struct {
	redactor *Redactor
	nonce    string
	mutex    sync.Mutex
	last     int // the number of the last token
}

// NewTokens returns the tokens of a run for the findings of a redactor. random
// is a source of random bytes, such as crypto/rand.Reader.
func NewTokens(random io.Reader, r *Redactor) (*Tokens, error) {
	nonce := make([]byte, nonceSize)
	if _, err := io.ReadFull(random, nonce); err != nil {
		return nil, fmt.Errorf("a nonce for tokens: %w", err)
	}
	return &Tokens{redactor: r, nonce: hex.EncodeToString(nonce)}, nil
}

// Tokenize returns a text with a token for each secret, and the mapping that
// puts them back. Each place has its own token, even where values are equal.
// Lines stay lines: a secret of several lines has a token on each.
func (t *Tokens) Tokenize(text string) (string, *Mapping, error) {
	if strings.Contains(strings.ToLower(text), t.nonce) {
		return "", nil, errors.New("tokens for secrets: the text already has tokens of this run")
	}
	found, values, err := t.redactor.search(text, true)
	if err != nil {
		return "", nil, err
	}
	m := &Mapping{nonce: t.nonce, redactor: t.redactor.With(values), values: make(map[string]*string)}
	var places []Secret
	for _, s := range found {
		places = append(places, perLine(text, s)...)
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.last+len(places) > maxTokens {
		return "", nil, fmt.Errorf("tokens for secrets: there are more than %d", maxTokens)
	}
	out := replace(text, places, func(s Secret) string {
		t.last++
		token := fmt.Sprintf("%s%s_%04dX", tokenPrefix, t.nonce, t.last)
		m.tokens = append(m.tokens, token)
		value := text[s.Start:s.End]
		m.values[token] = &value
		return token
	})
	return out, m, nil
}

// perLine splits a secret into one for each of its lines, without the white
// space around it, and without the backslash of a continued line.
func perLine(text string, s Secret) []Secret {
	var out []Secret
	start := s.Start
	for line := range strings.SplitAfterSeq(text[s.Start:s.End], "\n") {
		trimmed := strings.TrimSpace(line)
		if start+len(line) < s.End {
			trimmed = strings.TrimSpace(strings.TrimRight(trimmed, "\\`"))
		}
		if trimmed != "" && trimmed[0] != '#' {
			part := s
			part.Start = start + strings.Index(line, trimmed)
			part.End = part.Start + len(trimmed)
			out = append(out, part)
		}
		start += len(line)
	}
	return out
}

// A Mapping knows which token of a text stands for which secret. No way of
// printing or encoding it shows a secret.
type Mapping struct {
	nonce    string
	place    Place
	redactor *Redactor
	tokens   []string           // in the order of the text
	values   map[string]*string // by token; pointers, which are not printed
}

// A Place decides where a token may be put back: at an offset of a text after a
// change if that is the same place as the one in the text before, such as in
// the same stage of a Dockerfile, and at other offsets that repeat it. moved is
// whether the smallest difference between both texts moves the token.
type Place func(before string, at int, after string, to int, moved bool) (same, repeats bool, err error)

// Within sets the function that decides where tokens may be put back. Without
// it, none may be moved or repeated.
func (m *Mapping) Within(place Place) { m.place = place }

// Len returns the number of tokens.
func (m *Mapping) Len() int { return len(m.tokens) }

// Redactor returns a redactor that also knows all values of the mapping, for
// the output of an agent, and for logs and transcripts.
func (m *Mapping) Redactor() *Redactor { return m.redactor }

// Mask returns another text, such as a message about the text, without secrets:
// the token stands in place of a value that is in the text, and the placeholder
// in place of the others.
func (m *Mapping) Mask(text string) (string, error) {
	found, err := m.redactor.Find(text)
	if err != nil {
		return "", err
	}
	tokens := make(map[string]string)
	for _, token := range m.tokens {
		if value := *m.values[token]; tokens[value] == "" {
			tokens[value] = token
		}
	}
	return replace(text, found, func(s Secret) string {
		if token, ok := tokens[text[s.Start:s.End]]; ok {
			return token
		}
		return Placeholder
	}), nil
}

// String implements fmt.Stringer.
func (m Mapping) String() string {
	return fmt.Sprintf("%d tokens", len(m.tokens))
}

// GoString implements fmt.GoStringer.
func (m Mapping) GoString() string { return "redact.Mapping{" + m.String() + "}" }

// Format implements fmt.Formatter, for the verbs that would print fields.
func (m Mapping) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, m.String()) }

// MarshalJSON implements json.Marshaler.
func (m Mapping) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `{"tokens":%d}`, len(m.tokens)), nil
}

// pattern matches tokens of the run, and parts of tokens: only this package
// writes the nonce.
func (m *Mapping) pattern() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:` + tokenPrefix + `)?` + m.nonce + `(?:_[0-9]{4}X)?`)
}
