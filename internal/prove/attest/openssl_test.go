package attest_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/attest"
)

// Keys of openssl sign, and openssl verifies each signature as docs/evidence.md
// says.
func TestOpenSSL(t *testing.T) {
	openssl, err := exec.LookPath("openssl")
	if err != nil {
		t.Skip("there is no openssl")
	}
	text := encode(t, sample())
	lines := statements(t, text, patchText)
	for name, row := range map[string]struct{ make, verify []string }{
		"ed25519": {[]string{"-algorithm", "ed25519"}, []string{"pkeyutl", "-verify", "-pubin", "-inkey", "public.pem", "-rawin", "-in", "signed.bin", "-sigfile", "signature.bin"}},
		"ecdsa":   {[]string{"-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"}, []string{"dgst", "-sha256", "-verify", "public.pem", "-signature", "signature.bin", "signed.bin"}},
		"rsa":     {[]string{"-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"}, []string{"dgst", "-sha256", "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32", "-verify", "public.pem", "-signature", "signature.bin", "signed.bin"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			run := func(args ...string) {
				t.Helper()
				cmd := exec.Command(openssl, args...)
				cmd.Dir = dir
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("openssl %s: %v\n%s", strings.Join(args, " "), err, out)
				}
			}
			read := func(name string) []byte {
				text, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				return text
			}
			write := func(name string, text []byte) {
				if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			run(append([]string{"genpkey", "-out", "private.pem"}, row.make...)...)
			run("pkey", "-in", "private.pem", "-pubout", "-out", "public.pem")
			bundle := sign(t, lines, read("private.pem"))
			if err := attest.Verify(bundle, read("public.pem"), text, []byte(patchText)); err != nil {
				t.Error(err)
			}
			for line := range bytes.Lines(bundle) {
				var e struct {
					Payload    string
					Signatures []struct{ Sig string }
				}
				if err := json.Unmarshal(line, &e); err != nil {
					t.Fatal(err)
				}
				payload, err := base64.StdEncoding.DecodeString(e.Payload)
				if err != nil {
					t.Fatal(err)
				}
				signature, err := base64.StdEncoding.DecodeString(e.Signatures[0].Sig)
				if err != nil {
					t.Fatal(err)
				}
				write("payload.json", payload)
				write("signature.bin", signature)
				write("signed.bin", fmt.Appendf(nil, "DSSEv1 28 application/vnd.in-toto+json %d %s", len(payload), payload))
				run(row.verify...)
			}
		})
	}
}
