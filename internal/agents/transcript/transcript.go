// Package transcript records questions and their answers in a folder, and
// answers again from there.
//
// Each exchange is one JSON file, KEY-NNNN.json, of this shape:
//
//	{
//	  "version": 1,
//	  "key": "<64 hexadecimal digits>",
//	  "sequence": 1,
//	  "request": <any JSON>,
//	  "answer": <any JSON>,
//	  "meta": {"agent": "name", "agent_version": "1.2", "input_tokens": 12, "output_tokens": 3}
//	}
//
// The key is the SHA-256 of the canonical request: JSON without whitespace and
// with sorted keys. Requests that are asked again are counted by the sequence,
// which starts at 1. A file has no time and no duration, so that the same
// exchanges give the same bytes.
//
// Everything that is written goes through a function of the caller first, which
// removes secrets and random parts, such as the nonce of a run. A replay uses
// the same function to find the request again.
package transcript

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Version is the version of the format.
const Version = 1

const (
	// MaxFile limits an exchange, in bytes.
	MaxFile = 16 << 20
	// MaxTotal limits the exchanges of a transcript, in bytes.
	MaxTotal = 256 << 20
	// MaxExchanges limits their number, and also that of one request.
	MaxExchanges = 9999
)

// An Exchange is a question and its answer.
type Exchange struct {
	Request json.RawMessage // everything that the answer depends on
	Answer  json.RawMessage
	Meta    Meta
}

// Meta describes who answered. It is not part of the key.
type Meta struct {
	Agent        string `json:"agent,omitempty"`
	Version      string `json:"agent_version,omitempty"`
	InputTokens  int64  `json:"input_tokens,omitempty"`
	OutputTokens int64  `json:"output_tokens,omitempty"`
}

// Text returns a text as JSON, for requests and answers that are text.
func Text(s string) json.RawMessage {
	text, err := encode(s)
	if err != nil {
		panic(err) // a string can always be encoded
	}
	return text
}

// A Clean returns a text without what must not be in a transcript. It gives the
// same for the same text in the sense of the caller, such as in another run. It
// is used for each string of a request or an answer, and again for the JSON.
type Clean func(text string) (string, error)

// file is an exchange in the format of the package.
type file struct {
	Version  int             `json:"version"`
	Key      string          `json:"key"`
	Sequence int             `json:"sequence"`
	Request  json.RawMessage `json:"request"`
	Answer   json.RawMessage `json:"answer"`
	Meta     Meta            `json:"meta"`
}

func fileName(key string, sequence int) string { return fmt.Sprintf("%s-%04d.json", key, sequence) }

func keyOf(canonical []byte) string {
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:])
}

// json returns clean canonical JSON.
func (clean Clean) json(raw json.RawMessage) (json.RawMessage, error) {
	value, err := parse(raw)
	if err != nil {
		return nil, err
	}
	if value, err = clean.value(value); err != nil {
		return nil, err
	}
	canonical, err := encode(value)
	if err != nil {
		return nil, err
	}
	// Keys and values together may be a secret though they are none alone.
	text, err := clean(string(canonical))
	if err != nil {
		return nil, err
	}
	if text == string(canonical) {
		return canonical, nil
	}
	if value, err = parse([]byte(text)); err != nil {
		return nil, errors.New("what is secret in it cannot be removed: the rest is not JSON")
	}
	return encode(value)
}

// value cleans all strings of a decoded value.
func (clean Clean) value(value any) (any, error) {
	switch v := value.(type) {
	case string:
		return clean(v)
	case []any:
		for i, item := range v {
			item, err := clean.value(item)
			if err != nil {
				return nil, err
			}
			v[i] = item
		}
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, item := range v {
			name, err := clean(name)
			if err != nil {
				return nil, err
			}
			if _, ok := out[name]; ok {
				return nil, errors.New("two names of an object are equal without what is secret")
			}
			if out[name], err = clean.value(item); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return value, nil
}

// parse reads one JSON value. Numbers stay as they are written.
func parse(raw []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not JSON: there is more after the value")
	}
	return value, nil
}

// encode writes canonical JSON: the keys of maps are sorted.
func encode(value any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
