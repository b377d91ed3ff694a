package attest_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"

	"github.com/rules-autofix/rules_autofix/internal/prove/attest"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

var keys = map[string]func(testing.TB) (private, public []byte){
	"ed25519": ed25519Pair,
	"ecdsa":   func(t testing.TB) (private, public []byte) { return ecdsaPair(t, elliptic.P256()) },
	"rsa":     rsaPair,
}

// Each attack is on a bundle that Verify accepts without it.
func TestVerifyRefuses(t *testing.T) {
	text := encode(t, sample())
	private, public := ed25519Pair(t)
	otherPrivate, otherPublic := ed25519Pair(t)
	_, ecdsaPublic := ecdsaPair(t, elliptic.P256())
	good := sign(t, statements(t, text, patchText), private)

	changed := sample()
	changed.Verdict, changed.Tool.Version = evidence.Weak, "6.6.6"
	changedText := encode(t, changed)
	// Statements that the evidence does not support, by the owner of the key.
	lied := bytes.Replace(statements(t, text, patchText), []byte(`"result":"FAILED"`), []byte(`"result":"PASSED"`), 1)

	lines := bytes.SplitAfter(good, []byte("\n"))
	edit := func(old, new string) []byte { return []byte(strings.Replace(string(good), old, new, 1)) }
	first := func(change func(e *dsse.Envelope)) []byte {
		var e dsse.Envelope
		if err := json.Unmarshal(lines[0], &e); err != nil {
			t.Fatal(err)
		}
		change(&e)
		line, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		return append(append(line, '\n'), bytes.Join(lines[1:], nil)...)
	}
	payload := func(e *dsse.Envelope) []byte {
		raw, err := e.DecodeB64Payload()
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	for name, row := range map[string]struct {
		bundle, key, evidence []byte
		patch                 string
		want                  error
	}{
		"nothing":                    {bundle: []byte{}, want: attest.ErrMalformed},
		"no JSON":                    {bundle: []byte("x\n"), want: attest.ErrMalformed},
		"not signed":                 {bundle: statements(t, text, patchText), want: attest.ErrUnsigned},
		"no signatures":              {bundle: first(func(e *dsse.Envelope) { e.Signatures = nil }), want: attest.ErrUnsigned},
		"an empty signature":         {bundle: first(func(e *dsse.Envelope) { e.Signatures[0].Sig = "" }), want: attest.ErrSignature},
		"another payload type":       {bundle: edit("vnd.in-toto+json", "vnd.in-toto+yaml"), want: attest.ErrMalformed},
		"type of another case":       {bundle: edit("vnd.in-toto+json", "vnd.In-toto+json"), want: attest.ErrMalformed},
		"two signatures":             {bundle: first(func(e *dsse.Envelope) { e.Signatures = append(e.Signatures, e.Signatures[0]) }), want: attest.ErrMalformed},
		"a key twice":                {bundle: edit(`{"payloadType"`, `{"payload":"e30=","payloadType"`), want: attest.ErrMalformed},
		"a key twice, case apart":    {bundle: edit(`,"signatures"`, `,"Payload":"e30=","signatures"`), want: attest.ErrMalformed},
		"a key more":                 {bundle: edit(`{"payloadType"`, `{"x":1,"payloadType"`), want: attest.ErrMalformed},
		"whitespace":                 {bundle: edit(`{"payloadType"`, `{ "payloadType"`), want: attest.ErrMalformed},
		"base64 with a line end":     {bundle: first(func(e *dsse.Envelope) { e.Payload = e.Payload[:8] + "\r\n" + e.Payload[8:] }), want: attest.ErrMalformed},
		"something after a line":     {bundle: edit("\n", "{}\n"), want: attest.ErrMalformed},
		"a blank line":               {bundle: append([]byte("\n"), good...), want: attest.ErrMalformed},
		"cut within a line":          {bundle: good[:len(good)-20], want: attest.ErrMalformed},
		"cut before the last \\n":    {bundle: good[:len(good)-1], want: attest.ErrMalformed},
		"a line less":                {bundle: bytes.Join(lines[:len(lines)-2], nil), want: attest.ErrMismatch},
		"the proof alone":            {bundle: lines[0], want: attest.ErrMismatch},
		"no proof":                   {bundle: bytes.Join(lines[1:], nil), want: attest.ErrMismatch},
		"a line twice":               {bundle: append(bytes.Clone(good), lines[1]...), want: attest.ErrMismatch},
		"another order":              {bundle: bytes.Join([][]byte{lines[0], lines[2], lines[1], lines[3]}, nil), want: attest.ErrMismatch},
		"another payload":            {bundle: first(func(e *dsse.Envelope) { e.Payload = base64.StdEncoding.EncodeToString([]byte(`{}`)) }), want: attest.ErrSignature},
		"a payload changed a little": {bundle: first(func(e *dsse.Envelope) { e.Payload = base64.StdEncoding.EncodeToString(append(payload(e), ' ')) }), want: attest.ErrSignature},
		"another's key":              {key: otherPublic, want: attest.ErrSignature},
		"a key of another kind":      {key: ecdsaPublic, want: attest.ErrSignature},
		"another signer":             {bundle: sign(t, statements(t, text, patchText), otherPrivate), want: attest.ErrSignature},
		"a lie about the key":        {bundle: []byte(strings.ReplaceAll(string(sign(t, statements(t, text, patchText), otherPrivate)), idOf(t, otherPrivate), idOf(t, private))), want: attest.ErrSignature},
		"other evidence":             {evidence: changedText, want: attest.ErrMismatch},
		"no evidence":                {evidence: []byte{}, want: attest.ErrMismatch},
		"another patch":              {patch: patchText + "\n", want: attest.ErrMismatch},
		"statements that lie":        {bundle: sign(t, lied, private), want: attest.ErrMismatch},
		"no statements":              {bundle: sign(t, []byte("{}\n"), private), want: attest.ErrMismatch},
		"a private key":              {key: private, want: attest.ErrKey},
		"two keys":                   {key: append(bytes.Clone(public), otherPublic...), want: attest.ErrKey},
		"no key":                     {key: []byte{}, want: attest.ErrKey},
	} {
		t.Run(name, func(t *testing.T) {
			if row.bundle == nil {
				row.bundle = good
			}
			if row.key == nil {
				row.key = public
			}
			if row.evidence == nil {
				row.evidence = text
			}
			if row.patch == "" {
				row.patch = patchText
			}
			if err := attest.Verify(row.bundle, row.key, row.evidence, []byte(row.patch)); !errors.Is(err, row.want) {
				t.Errorf("got %v, want %v", err, row.want)
			}
		})
	}
	if err := attest.Verify(good, public, text, []byte(patchText)); err != nil {
		t.Errorf("the good one: %v", err)
	}
}

// idOf returns the id that signatures of a key have.
func idOf(t *testing.T, private []byte) string {
	t.Helper()
	var e dsse.Envelope
	if err := json.Unmarshal(sign(t, []byte("{}\n"), private), &e); err != nil {
		t.Fatal(err)
	}
	return e.Signatures[0].KeyID
}

func TestKeysRefused(t *testing.T) {
	p256, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	sec1, err := x509.MarshalECPrivateKey(p256)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GODEBUG", "rsa1024min=0")
	small, err := rsa.GenerateKey(rand.Reader, 1024)
	smallPrivate, smallPublic := pair(t, small, err)
	p384Private, p384Public := ecdsaPair(t, elliptic.P384())
	good, public := ed25519Pair(t)
	for name, row := range map[string]struct {
		private []byte
		want    string
	}{
		"none":         {nil, "not PEM"},
		"huge":         {append(bytes.Clone(good), bytes.Repeat([]byte("\n"), 1<<20)...), "larger"},
		"a public one": {public, `"PUBLIC KEY"`},
		"two":          {append(bytes.Clone(good), good...), "more than one"},
		"SEC 1":        {inPEM("EC PRIVATE KEY", sec1), "openssl pkcs8"},
		"encrypted":    {inPEM("ENCRYPTED PRIVATE KEY", []byte("x")), "without a passphrase"},
		"of cosign":    {inPEM("ENCRYPTED SIGSTORE PRIVATE KEY", []byte("x")), "without a passphrase"},
		"broken":       {inPEM("PRIVATE KEY", []byte("x")), "cannot be used"},
		"P-384":        {p384Private, "P-384"},
		"RSA of 1024":  {smallPrivate, "1024 bits"},
	} {
		_, err := attest.Sign([]byte("{}\n"), row.private)
		if early := attest.CheckKey(row.private); err == nil || early == nil || early.Error() != err.Error() {
			t.Errorf("%s: CheckKey: %v; Sign: %v", name, early, err)
			continue
		}
		if !errors.Is(err, attest.ErrKey) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %q", name, err, row.want)
		}
		if bytes.Contains([]byte(err.Error()), good[40:60]) {
			t.Errorf("%s: the error has the key", name)
		}
	}
	if err := attest.CheckKey(good); err != nil {
		t.Error(err)
	}
	for _, weak := range [][]byte{smallPublic, p384Public, inPEM("CERTIFICATE", []byte("x")), inPEM("PUBLIC KEY", []byte("x"))} {
		if err := attest.Verify([]byte("{}\n"), weak, nil, nil); !errors.Is(err, attest.ErrKey) {
			t.Errorf("%.40q: %v", weak, err)
		}
	}
}

// Whatever a bundle is, Verify accepts only the one that was signed.
func FuzzVerify(f *testing.F) {
	text := encode(f, sample())
	private, public := ed25519Pair(f)
	good := sign(f, statements(f, text, patchText), private)
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Fuzz(func(t *testing.T, bundle []byte) {
		if err := attest.Verify(bundle, public, text, []byte(patchText)); err == nil && !bytes.Equal(bundle, good) {
			t.Errorf("accepted: %q", bundle)
		}
	})
}
