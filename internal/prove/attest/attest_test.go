package attest_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	testresult "github.com/in-toto/attestation/go/predicates/test_result/v0"
	intoto "github.com/in-toto/attestation/go/v1"
	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"github.com/secure-systems-lab/go-securesystemslib/signerverifier"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/rules-autofix/rules_autofix/internal/prove/attest"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

var update = flag.Bool("update", false, "write the golden files")

// The bytes of statements are what Verify compares, so they may not change from
// one version to the next.
func TestGolden(t *testing.T) {
	const golden = "testdata/statements.jsonl"
	got := statements(t, encode(t, sample()), patchText)
	if again := statements(t, encode(t, sample()), patchText); !bytes.Equal(got, again) {
		t.Error("the same evidence gives other statements")
	}
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// The types of in-toto itself read the statements, and find them valid.
func TestInToto(t *testing.T) {
	type result struct {
		Result                 string
		Passed, Warned, Failed []string
		Subject                string
	}
	var got []result
	for line := range bytes.Lines(statements(t, encode(t, sample()), patchText)) {
		var s intoto.Statement
		if err := protojson.Unmarshal(line, &s); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
		if s.PredicateType == attest.ProofType {
			continue
		}
		text, err := protojson.Marshal(s.Predicate)
		if err != nil {
			t.Fatal(err)
		}
		var r testresult.TestResult
		if err := protojson.Unmarshal(text, &r); err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Configuration {
			if err := c.Validate(); err != nil {
				t.Error(err)
			}
		}
		got = append(got, result{r.Result, r.PassedTests, r.WarnedTests, r.FailedTests, s.Subject[0].Name})
	}
	const a = "example.com/a "
	want := []result{
		{Result: "FAILED", Passed: []string{a + "TestOther"}, Failed: []string{a + "TestSum"}, Subject: "base"},
		{Result: "PASSED", Passed: []string{a + "TestSum", a + "TestOther"}, Subject: "change over the base"},
		{Result: "WARNED", Warned: []string{a + "TestSum"}, Subject: "change over the base"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// No statement that passes has the base among its subjects, which are found by
// digest alone.
func TestTheBaseNeverPasses(t *testing.T) {
	for line := range bytes.Lines(statements(t, encode(t, sample()), patchText)) {
		subject, predicate, _ := strings.Cut(string(line), `"predicateType"`)
		if strings.Contains(subject, "gitCommit") && !strings.Contains(predicate, `"result":"FAILED"`) {
			t.Errorf("%.300s", line)
		}
	}
	alone := sample()
	alone.Candidates, alone.Runs, alone.Verdict = nil, alone.Runs[:1], evidence.Inconclusive
	first, _, _ := strings.Cut(string(statements(t, encode(t, alone), "")), "\n")
	if !strings.Contains(first, `"subject":[{"name":"base"`) || !strings.Contains(first, `"verdict":"inconclusive"`) {
		t.Errorf("without a patch: %s", first)
	}
}

// Names are bounded, on one line and inert, and the names left out are counted.
func TestHostileNames(t *testing.T) {
	e := sample()
	r := &e.Runs[0]
	r.Cases = nil
	for i := range 1500 {
		r.Cases = append(r.Cases, evidence.Case{Suite: "s", Name: fmt.Sprintf("T%d\x1b[31m\u202e\n%s", i, strings.Repeat("x", 1000)), Status: evidence.Failed})
	}
	text := string(statements(t, encode(t, e), patchText))
	if len(text) > 1<<20 || !strings.Contains(text, `"omittedTests":500`) {
		t.Errorf("%d bytes: %.600s", len(text), text)
	}
	if strings.ContainsAny(text, "\x1b\u202e") || strings.Contains(text, `\u001b`) {
		t.Error("a control character is in it")
	}
}

func TestStatementsRefuses(t *testing.T) {
	bad := sample()
	bad.Runs[1].Tree = "x"
	none := sample()
	none.Candidates = nil
	for name, row := range map[string]struct {
		evidence []byte
		patch    string
		want     string
	}{
		"no evidence":    {[]byte("{"), patchText, "evidence.json"},
		"another patch":  {encode(t, sample()), patchText + " ", "not the patch of the evidence"},
		"no patch":       {encode(t, sample()), "", "not the patch of the evidence"},
		"too much patch": {encode(t, none), patchText, "has no patch"},
		"a bad tree":     {encode(t, bad), patchText, "r2: its tree"},
	} {
		if _, err := attest.Statements(row.evidence, []byte(row.patch)); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %q", name, err, row.want)
		}
	}
}

// The library of the authors of DSSE reads bundles signed here, with keys of
// each kind, and so does Verify.
func TestSign(t *testing.T) {
	text := encode(t, sample())
	lines := statements(t, text, patchText)
	for name, make := range keys {
		t.Run(name, func(t *testing.T) {
			private, public := make(t)
			bundle := sign(t, lines, private)
			if err := attest.Verify(bundle, public, text, []byte(patchText)); err != nil {
				t.Error(err)
			}
			theirs, err := theirVerifier(public)
			if err != nil {
				t.Fatal(err)
			}
			payloads := bytes.Split(lines, []byte("\n"))
			n := 0
			for line := range bytes.Lines(bundle) {
				var e dsse.Envelope
				if err := json.Unmarshal(line, &e); err != nil {
					t.Fatal(err)
				}
				e.Signatures[0].KeyID = "" // theirs is made in another way
				verifier, err := dsse.NewEnvelopeVerifier(theirs)
				if err != nil {
					t.Fatal(err)
				}
				if _, payload, err := verifier.VerifyAndDecode(t.Context(), &e); err != nil || !bytes.Equal(payload, payloads[n]) {
					t.Errorf("theirs: %v", err)
				}
				n++
			}
			if n != 4 {
				t.Errorf("%d envelopes", n)
			}
		})
	}
}

func theirVerifier(public []byte) (dsse.Verifier, error) {
	key, err := signerverifier.LoadKey(public)
	if err != nil {
		return nil, err
	}
	switch key.KeyType {
	case signerverifier.ED25519KeyType:
		return signerverifier.NewED25519SignerVerifierFromSSLibKey(key)
	case signerverifier.ECDSAKeyType:
		return signerverifier.NewECDSASignerVerifierFromSSLibKey(key)
	case signerverifier.RSAKeyType:
		return signerverifier.NewRSAPSSSignerVerifierFromSSLibKey(key)
	}
	return nil, errors.New(key.KeyType)
}

func TestSignNothing(t *testing.T) {
	private, _ := ed25519Pair(t)
	for _, text := range []string{"", "\n", "{}\nx\n", base64.StdEncoding.EncodeToString([]byte("{}"))} {
		if _, err := attest.Sign([]byte(text), private); err == nil {
			t.Errorf("%q is signed", text)
		}
	}
}
