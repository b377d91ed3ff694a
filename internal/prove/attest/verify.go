package attest

import (
	"bytes"
	"crypto"
	"encoding/json"
	"errors"
	"fmt"
)

// MaxBytes is how large a bundle is at most: evidence has at most 20 MiB, and so have the
// statements about it, before base64.
const MaxBytes = 64 << 20

// The errors of Verify, in addition to ErrKey and ErrMismatch.
var (
	ErrUnsigned  = errors.New("not signed")
	ErrMalformed = errors.New("not a bundle of signed statements as autofix writes it")
	ErrSignature = errors.New("the signature is not of this key")
)

// Verify returns nil if a bundle of Sign is signed by the owner of a public key
// (PEM of PKIX), and its statements are the ones that Statements returns for
// the evidence and the patch. All of the input may be hostile.
//
// A signature says who made the statements. It does not say that the proof is
// sound: for that, make it again.
func Verify(bundle, publicKeyPEM, evidenceJSON, patch []byte) error {
	key, err := publicKey(publicKeyPEM)
	if err != nil {
		return err
	}
	payloads, err := open(bundle, key)
	if err != nil {
		return err
	}
	// The payloads are the signer's from here on.
	var first struct {
		PredicateType string `json:"predicateType"`
		Predicate     proof  `json:"predicate"`
	}
	if err := json.Unmarshal(payloads[0], &first); err != nil || first.PredicateType != ProofType {
		return mismatch("the first statement is not about a proof")
	}
	if first.Predicate.Evidence.Digest["sha256"] != digest(evidenceJSON) {
		return mismatch("evidence.json is not the one that the statements are about")
	}
	want, err := Statements(evidenceJSON, patch)
	if err != nil {
		return err
	}
	lines := bytes.Split(bytes.TrimSuffix(want, []byte("\n")), []byte("\n"))
	if len(lines) != len(payloads) {
		return mismatch(fmt.Sprintf("there are %d statements, and %d about the evidence", len(payloads), len(lines)))
	}
	for i := range lines {
		if !bytes.Equal(lines[i], payloads[i]) {
			return mismatch(fmt.Sprintf("statement %d does not say what the evidence does", i+1))
		}
	}
	return nil
}

// open returns the payloads of a bundle of which every line is signed by a key.
//
// A line must be exactly as Sign writes it, apart from its signature. This
// excludes duplicate keys, a second signature that nobody checks, and a second
// reading of the line.
func open(bundle []byte, key crypto.PublicKey) ([][]byte, error) {
	if len(bundle) > MaxBytes {
		return nil, fmt.Errorf("attest: the bundle is larger than %d MiB: %w", MaxBytes>>20, ErrMalformed)
	}
	id, err := keyID(key)
	if err != nil {
		return nil, err
	}
	var payloads [][]byte
	n := 0
	for line := range bytes.Lines(bundle) {
		n++
		payload, err := openLine(line, key, id)
		if err != nil {
			return nil, fmt.Errorf("attest: line %d of the bundle: %w", n, err)
		}
		payloads = append(payloads, payload)
	}
	if n == 0 {
		return nil, fmt.Errorf("attest: the bundle is empty: %w", ErrMalformed)
	}
	return payloads, nil
}

func openLine(line []byte, key crypto.PublicKey, id string) ([]byte, error) {
	var e envelope
	if err := json.Unmarshal(line, &e); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	again, err := json.Marshal(e)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	case len(e.Signatures) == 0:
		return nil, ErrUnsigned
	case !bytes.Equal(append(again, '\n'), line):
		return nil, fmt.Errorf("%w: its keys are others, twice or in another order, or its base64 is another", ErrMalformed)
	case e.PayloadType != payloadType:
		return nil, fmt.Errorf("%w: its payload is of type %.80q", ErrMalformed, e.PayloadType)
	case len(e.Signatures) > 1:
		return nil, fmt.Errorf("%w: it has %d signatures, and one is checked", ErrMalformed, len(e.Signatures))
	case e.Signatures[0].KeyID != id:
		return nil, fmt.Errorf("%w: it names the key %.64q, and this one is %s", ErrSignature, e.Signatures[0].KeyID, id)
	case !signedBy(key, preAuth(e.Payload), e.Signatures[0].Sig):
		return nil, ErrSignature
	}
	return e.Payload, nil
}
