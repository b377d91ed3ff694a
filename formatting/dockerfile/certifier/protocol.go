// Package certifier asks the program autofix-certify what BuildKit makes of
// Dockerfiles.
//
// BuildKit's translation to LLB needs most of BuildKit: gRPC, containerd and
// OpenTelemetry. Only certificates need it, so it is in a program of its own,
// which stands beside autofix. autofix writes questions to its standard input
// and reads answers from its standard output, each a JSON object in a line. A
// question has one Dockerfile. The answers come in the order of the questions.
//
// What the program answers is not trusted beyond its form: an answer has the
// digest of the text that was asked about, and either a digest of what BuildKit
// makes of it or a reason. Everything else is an error, and then there is no
// certificate.
package certifier

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Name is the name of the program.
const Name = "autofix-certify"

// maxReason bounds the reason of an answer, in bytes.
const maxReason = 4096

// A question asks for the digest of a Dockerfile.
type question struct {
	Path string `json:"path"` // for messages
	Text []byte `json:"text"`
}

// An answer has either a digest or a reason why there is none.
type answer struct {
	Text   string `json:"text"`             // the SHA-256 of the text of the question
	Digest string `json:"digest,omitempty"` // of what BuildKit makes of it
	Reason string `json:"reason,omitempty"`
}

// A RefusedError means that there is no digest of a Dockerfile: BuildKit does
// not accept it, or the translation could need too much time or memory.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return e.Reason }

// digest returns the digest of an answer to a question about text.
func (a *answer) digest(text []byte) (string, error) {
	switch {
	case a.Text != fixedits.Digest(text):
		return "", errors.New("the answer is about another text")
	case (a.Digest == "") == (a.Reason == ""):
		return "", errors.New("the answer must have either a digest or a reason")
	case a.Reason != "":
		if len(a.Reason) > maxReason || !utf8.ValidString(a.Reason) {
			return "", fmt.Errorf("the reason is longer than %d bytes, or not UTF-8", maxReason)
		}
		return "", &RefusedError{a.Reason}
	case len(a.Digest) != 64 || strings.Trim(a.Digest, "0123456789abcdef") != "":
		return "", fmt.Errorf("%.80q is no SHA-256", a.Digest)
	}
	return a.Digest, nil
}
