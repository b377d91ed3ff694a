package attest_test

import (
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
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/attest"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

const patchText = "diff --git a/sum.go b/sum.go\n--- a/sum.go\n+++ b/sum.go\n@@ -1 +1 @@\n-a\n+b\n"

func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:])
}

func run(id string, state evidence.State, tree string, exit int, cases ...evidence.Case) evidence.Run {
	out := evidence.Output{Bytes: 3, SHA256: sum("out"), Head: "out"}
	r := evidence.Run{
		ID: id, Phase: evidence.Prove, State: state, Attempt: 1, Tree: tree, Command: []string{"go", "test", "./..."},
		End: evidence.Exited, Exit: exit, Stdout: out, Stderr: out, Reader: "go-test", Cases: cases, Built: true,
	}
	if tree != "" {
		r.Candidate = 1
	}
	return r
}

func sample() *evidence.Evidence {
	passed := evidence.Case{Suite: "example.com/a", Name: "TestSum", Status: evidence.Passed}
	failed := evidence.Case{Suite: "example.com/a", Name: "TestSum", Status: evidence.Failed, Message: "got 2"}
	other := evidence.Case{Suite: "example.com/a", Name: "TestOther", Status: evidence.Passed}
	distrusted := run("r4", evidence.CleanRoom, sum(patchText), 0, passed)
	distrusted.Problems = []evidence.Problem{{Code: evidence.ProblemForged, Detail: "TestEvil"}}
	return &evidence.Evidence{
		Version: 1, Tool: evidence.Tool{Name: "autofix", Version: "1.2.3"}, ID: "0123456789abcdef",
		Base:    evidence.Base{Commit: strings.Repeat("1", 40), Tree: strings.Repeat("2", 40)},
		Command: []string{"go", "test", "./..."}, Sandbox: evidence.Sandbox{Level: "bubblewrap", Network: "deny"}, Engine: evidence.Engine{Kind: "none"},
		Runs: []evidence.Run{
			run("r1", evidence.AtBase, "", 1, failed, other),
			run("r2", evidence.AtCandidate, sum(patchText), 0, passed, other),
			run("r3", evidence.AtCandidate, sum(patchText), 0), // no tests ran in it
			distrusted,
		},
		Candidates: []evidence.Candidate{{
			ID: 1, SHA256: sum(patchText), Verdict: evidence.Proven,
			Conditions: []evidence.Condition{{ID: "P1", Holds: evidence.Yes, Detail: "it fails", Runs: []string{"r1"}}},
		}},
		Verdict: evidence.Proven,
	}
}

func encode(t testing.TB, e *evidence.Evidence) []byte {
	t.Helper()
	text, err := evidence.Encode(e)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func statements(t testing.TB, evidenceJSON []byte, patch string) []byte {
	t.Helper()
	text, err := attest.Statements(evidenceJSON, []byte(patch))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func sign(t testing.TB, statements, private []byte) []byte {
	t.Helper()
	bundle, err := attest.Sign(statements, private)
	if err != nil {
		t.Fatal(err)
	}
	return bundle
}

// pair returns a private and a public key as PEM.
func pair(t testing.TB, key crypto.Signer, err error) (private, public []byte) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	pub, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	return inPEM("PRIVATE KEY", der), inPEM("PUBLIC KEY", pub)
}

func inPEM(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

func ed25519Pair(t testing.TB) (private, public []byte) {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	return pair(t, key, err)
}

func ecdsaPair(t testing.TB, curve elliptic.Curve) (private, public []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	return pair(t, key, err)
}

func rsaPair(t testing.TB) (private, public []byte) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	return pair(t, key, err)
}
