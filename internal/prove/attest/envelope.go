package attest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// payloadType is the media type of an in-toto statement.
const payloadType = "application/vnd.in-toto+json"

// An envelope is one of DSSE.
type envelope struct {
	PayloadType string      `json:"payloadType"`
	Payload     []byte      `json:"payload"`
	Signatures  []signature `json:"signatures"`
}

type signature struct {
	KeyID string `json:"keyid"`
	Sig   []byte `json:"sig"`
}

// preAuth returns the bytes that a DSSE signature signs (PAE, version 1).
func preAuth(payload []byte) []byte {
	head := "DSSEv1 " + strconv.Itoa(len(payloadType)) + " " + payloadType + " " + strconv.Itoa(len(payload)) + " "
	return append([]byte(head), payload...)
}

// Sign puts each of Statements in an envelope and signs it with a private key,
// which is PEM of PKCS #8 without a passphrase: Ed25519, ECDSA of P-256, or RSA
// of at least 2048 bits. It returns a bundle: JSON lines, an envelope each.
func Sign(statements, keyPEM []byte) ([]byte, error) {
	key, err := privateKey(keyPEM)
	if err != nil {
		return nil, err
	}
	id, err := keyID(key.Public())
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	for line := range bytes.Lines(statements) {
		payload := bytes.TrimSuffix(line, []byte("\n"))
		if !json.Valid(payload) {
			return nil, errors.New("attest: what is to be signed is not the JSON lines of Statements")
		}
		sig, err := signWith(key, preAuth(payload))
		if err != nil {
			return nil, fmt.Errorf("attest: %w", err)
		}
		text, err := json.Marshal(envelope{payloadType, payload, []signature{{id, sig}}})
		if err != nil {
			return nil, fmt.Errorf("attest: %w", err)
		}
		out.Write(append(text, '\n'))
	}
	if out.Len() == 0 {
		return nil, errors.New("attest: there is nothing to sign")
	}
	return out.Bytes(), nil
}

// CheckKey returns the error that Sign would have about a private key, so that a
// proof need not be made first.
func CheckKey(keyPEM []byte) error {
	_, err := privateKey(keyPEM)
	return err
}
