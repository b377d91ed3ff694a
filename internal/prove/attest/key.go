package attest

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
)

// The algorithm follows from the key alone, and nothing in an envelope can
// choose another: Ed25519, ECDSA of P-256 with SHA-256 (ASN.1), or RSA-PSS with
// SHA-256 and a salt of 32 bytes.

// ErrKey is wrapped by all errors about a key.
var ErrKey = errors.New("the key cannot be used")

func badKey(why string) error { return fmt.Errorf("attest: %w: %s", ErrKey, why) }

const (
	leastRSA = 2048 // bits
	mostRSA  = 8192
	mostPEM  = 64 << 10 // bytes of a file
)

var pss = rsa.PSSOptions{SaltLength: sha256.Size, Hash: crypto.SHA256}

// block returns the only block of a PEM file, which has the wanted type.
func block(text []byte, want string) ([]byte, error) {
	if len(text) > mostPEM {
		return nil, badKey("the file is larger than a key")
	}
	b, rest := pem.Decode(text)
	switch {
	case b == nil:
		return nil, badKey("not PEM")
	case len(bytes.TrimSpace(rest)) > 0:
		return nil, badKey("there is more than one key in the file")
	case b.Type == want && len(b.Headers) == 0:
		return b.Bytes, nil
	case want == "PUBLIC KEY" && bytes.Contains([]byte(b.Type), []byte("PRIVATE KEY")):
		return nil, badKey("a private key: give the public one, of `openssl pkey -in KEY -pubout`")
	case want == "PUBLIC KEY" && b.Type == "CERTIFICATE":
		return nil, badKey("a certificate: give the public key, of `openssl x509 -in FILE -noout -pubkey`")
	case bytes.Contains([]byte(b.Type), []byte("ENCRYPTED")) || b.Headers["DEK-Info"] != "":
		return nil, badKey("encrypted: give one without a passphrase, of `openssl pkcs8 -topk8 -nocrypt -in KEY`")
	case want == "PRIVATE KEY" && (b.Type == "EC PRIVATE KEY" || b.Type == "RSA PRIVATE KEY"):
		return nil, badKey("not in PKCS #8: convert it with `openssl pkcs8 -topk8 -nocrypt -in KEY`")
	}
	return nil, badKey(fmt.Sprintf("the file has %.40q, not a %s", b.Type, want))
}

// privateKey reads a private key in PKCS #8 without a passphrase.
func privateKey(text []byte) (crypto.Signer, error) {
	der, err := block(text, "PRIVATE KEY")
	if err != nil {
		return nil, err
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, badKey(err.Error())
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, badKey("not for signatures")
	}
	return signer, usable(signer.Public())
}

// publicKey reads a public key in PKIX.
func publicKey(text []byte) (crypto.PublicKey, error) {
	der, err := block(text, "PUBLIC KEY")
	if err != nil {
		return nil, err
	}
	key, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return nil, badKey(err.Error())
	}
	return key, usable(key)
}

func usable(key crypto.PublicKey) error {
	switch k := key.(type) {
	case ed25519.PublicKey:
		return nil
	case *ecdsa.PublicKey:
		if k.Curve == elliptic.P256() {
			return nil
		}
		return badKey("its curve is " + k.Curve.Params().Name + ": only P-256 is supported")
	case *rsa.PublicKey:
		if bits := k.N.BitLen(); leastRSA <= bits && bits <= mostRSA {
			return nil
		}
		return badKey(fmt.Sprintf("RSA of %d bits: from %d to %d are supported", k.N.BitLen(), leastRSA, mostRSA))
	}
	return badKey(fmt.Sprintf("%T is not supported: make one with `openssl genpkey -algorithm ed25519`", key))
}

// keyID returns the SHA-256 of a public key in PKIX. It only distinguishes
// keys: it is not authenticated.
func keyID(key crypto.PublicKey) (string, error) {
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return "", badKey(err.Error())
	}
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:]), nil
}

func signWith(key crypto.Signer, message []byte) ([]byte, error) {
	sum := sha256.Sum256(message)
	switch key.(type) {
	case ed25519.PrivateKey:
		return key.Sign(rand.Reader, message, crypto.Hash(0))
	case *rsa.PrivateKey:
		return key.Sign(rand.Reader, sum[:], &pss)
	}
	return key.Sign(rand.Reader, sum[:], crypto.SHA256)
}

func signedBy(key crypto.PublicKey, message, signature []byte) bool {
	sum := sha256.Sum256(message)
	switch k := key.(type) {
	case ed25519.PublicKey:
		return ed25519.Verify(k, message, signature)
	case *ecdsa.PublicKey:
		return ecdsa.VerifyASN1(k, sum[:], signature)
	case *rsa.PublicKey:
		return rsa.VerifyPSS(k, crypto.SHA256, sum[:], signature, &pss) == nil
	}
	return false
}
