package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// theirs copies a proof to a folder, with some of its files as they are in
// changed; a nil text removes one.
func (p *proofOf) theirs(changed map[string][]byte) {
	p.t.Helper()
	folder := filepath.Join(p.dir, "theirs")
	err := os.RemoveAll(folder)
	if err == nil {
		err = os.CopyFS(folder, os.DirFS(p.artifacts))
	}
	for name, text := range changed {
		if err == nil && text == nil {
			err = os.Remove(filepath.Join(folder, name))
		} else if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o600)
		}
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// read returns a file of the proof.
func (p *proofOf) read(name string) []byte {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(p.artifacts, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return text
}

// tampered returns the evidence with a change of its JSON.
func (p *proofOf) tampered(change func(e map[string]any)) []byte {
	p.t.Helper()
	var e map[string]any
	err := json.Unmarshal(p.read("evidence.json"), &e)
	if err == nil {
		change(e)
		var text []byte
		if text, err = json.Marshal(e); err == nil {
			return text
		}
	}
	p.t.Fatal(err)
	return nil
}

// item returns what is at a path of keys and indexes.
func item(value any, path ...any) map[string]any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			value = value.(map[string]any)[step]
		case int:
			value = value.([]any)[step]
		}
	}
	return value.(map[string]any)
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// newKeys writes two keys: private.pem with public.pem, and other.pem of somebody
// else.
func (p *proofOf) newKeys() {
	p.t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	other, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		p.t.Fatal(err)
	}
	files := map[string]string{"private.pem": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))}
	for name, key := range map[string]ed25519.PublicKey{"public.pem": public, "other.pem": other} {
		text, err := x509.MarshalPKIXPublicKey(key)
		if err != nil {
			p.t.Fatal(err)
		}
		files[name] = string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: text}))
	}
	worktreetest.Write(p.t, p.dir, files)
}

// Evidence that somebody tampered with is refused before anything runs.
func TestVerifyRefusesEvidence(t *testing.T) {
	t.Parallel()
	p := newProofOf(t, nil)
	p.newKeys()
	worktreetest.Untouched(t, p.repo)
	if _, stderr, code := p.run(args("--patch=../fix.diff", "--artifacts=../artifacts", "--sign-key=../private.pem", "--", "grep", "sum=4", "calc.cfg")...); code != 1 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	good, bundle, diff := string(p.read("evidence.json")), string(p.read("evidence.intoto.jsonl")), string(p.read("patch.diff"))
	// with is the evidence about another patch.
	with := func(patch string) map[string][]byte {
		return map[string][]byte{"patch.diff": []byte(patch), "evidence.json": p.tampered(func(e map[string]any) { item(e, "candidates", 0)["sha256"] = hashOf(patch) })}
	}
	evidenceOf := func(change func(e map[string]any)) map[string][]byte {
		return map[string][]byte{"evidence.json": p.tampered(change)}
	}
	text := func(text string) map[string][]byte { return map[string][]byte{"evidence.json": []byte(text)} }
	key := []string{"--verify-key=../public.pem"}
	for _, tt := range []struct {
		name   string
		files  map[string][]byte
		args   []string
		stderr string // a part
	}{
		{"another commit", evidenceOf(func(e map[string]any) { item(e, "base")["commit"] = strings.Repeat("a", 40) }), nil, "is about the base aaaa"},
		{"another tree", evidenceOf(func(e map[string]any) { item(e, "base")["tree"] = strings.Repeat("a", 40) }), nil, "; check it out first"},
		{"another patch", map[string][]byte{"patch.diff": []byte(diff + "\n")}, nil, "patch.diff: its hash is not the one in the evidence"},
		{"no patch", map[string][]byte{"patch.diff": nil}, nil, "patch.diff: no such file"},
		{"a patch that is empty", with(""), nil, "patch.diff: empty, and not a patch"},
		{"a patch outside", with("--- /dev/null\n+++ b/../../x\n@@ -0,0 +1 @@\n+x\n"), nil, "prove: patch.diff: "},
		{"a link in the patch", with("diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n"), nil, "symbolic link"},
		{"a patch in .git", with("--- /dev/null\n+++ b/.git/hooks/post-checkout\n@@ -0,0 +1 @@\n+x\n"), nil, "prove: patch.diff: "},
		{"a path outside", evidenceOf(func(e map[string]any) { item(e, "candidates", 0, "files", 0)["path"] = "../../etc/passwd" }), nil, "not a path in a repository"},
		{"no hash", evidenceOf(func(e map[string]any) { item(e, "candidates", 0)["sha256"] = "x" }), nil, "no hash"},
		{"another output", evidenceOf(func(e map[string]any) { item(e, "runs", 0, "stdout")["head"] = "sum=4\n" }), nil, "runs[0]: the text of an output is not the one"},
		{"a shell", evidenceOf(func(e map[string]any) { e["command"] = []string{"sh", "-c", "id"} }), nil, "prove: command: "},
		{"a command not allowed", evidenceOf(func(e map[string]any) { e["command"] = []string{"touch", "pwned"} }), nil, "not in the list of allowed commands"},
		{"-exec", evidenceOf(func(e map[string]any) { e["command"] = []string{"go", "test", "-exec=/bin/sh", "./..."} }), nil, `"-exec=/bin/sh"`},
		{"no command", evidenceOf(func(e map[string]any) { e["command"] = []string{} }), nil, "command: empty"},
		{"a setup", evidenceOf(func(e map[string]any) { e["setup"] = []string{"npm", "ci"} }), nil, `--setup="npm ci", which reaches the network`},
		{"another setup", evidenceOf(func(e map[string]any) { e["setup"] = []string{"npm", "ci"} }), []string{"--setup=npm install"}, `--setup="npm ci", which reaches the network`},
		{"a setup of its own", nil, []string{"--setup=npm ci"}, "the evidence was made without one"},
		{"no candidates", evidenceOf(func(e map[string]any) { e["candidates"] = []any{} }), nil, "has no patch: there is nothing to make again"},
		{"an unknown key", evidenceOf(func(e map[string]any) { e["extra"] = 1 }), nil, `unknown field "extra"`},
		{"a key in another case", text(strings.Replace(good, `"verdict": "weak"`, `"verdict": "weak", "VERDICT": "proven"`, 1)), nil, "it is not evidence: "},
		{"a key twice", text(strings.Replace(good, "{", `{"verdict": "proven", `, 1)), nil, `the name "verdict" occurs twice`},
		{"an unknown verdict", evidenceOf(func(e map[string]any) { e["verdict"] = "correct" }), nil, "it is not evidence: "},
		{"another version", evidenceOf(func(e map[string]any) { e["version"] = 2 }), nil, "its version is 2"},
		{"a huge number", text(strings.Replace(good, `"attempt": 1`, `"attempt": 1e999`, 1)), nil, "it is not evidence: "},
		{"a long number", text(strings.Replace(good, `"attempt": 1`, `"attempt": `+strings.Repeat("9", 100_000), 1)), nil, "it is not evidence: "},
		{"cut off", text(good[:len(good)/2]), nil, "it is not evidence: empty, or was cut off"},
		{"empty", text(""), nil, "it is not evidence: empty, or was cut off"},
		{"something after it", text(good + good), nil, "it is not evidence: "},
		{"deep", text(strings.Repeat(`{"base":`, 1<<20)), nil, "nests more than 100 deep"},
		{"too large", text(good + strings.Repeat(" ", evidence.MaxBytes)), nil, "evidence.json is larger than 20 MiB"},
		{"bytes", text("\x00\xff\xfe"), nil, "it is not evidence: "},
		{"no signature", map[string][]byte{"evidence.intoto.jsonl": nil}, key, "evidence.intoto.jsonl: no such file"},
		{"a changed signature", map[string][]byte{"evidence.intoto.jsonl": []byte(resigned(t, bundle))}, key, "the signature is not of this key"},
		{"the key of somebody else", nil, []string{"--verify-key=../other.pem"}, "key"},
		{"no key", nil, []string{"--verify-key=../fix.diff"}, "key"},
		{"another verdict than is signed", text(strings.Replace(good, `"verdict": "weak"`, `"verdict": "proven"`, 2)), key, "evidence.json is not the one that the statements are about"},
		{"a statement more", map[string][]byte{"evidence.intoto.jsonl": []byte(bundle + bundle)}, key, "there are 2 statements, and 1 about the evidence"},
		{"a key twice in a signed line", map[string][]byte{"evidence.intoto.jsonl": []byte(strings.Replace(bundle, "{", `{"payload":"e30=",`, 1))}, key, "evidence.intoto.jsonl: attest: line 1"},
		{"an empty bundle", map[string][]byte{"evidence.intoto.jsonl": {}}, key, "the bundle is empty"},
		{"a long bundle", map[string][]byte{"evidence.intoto.jsonl": bytes.Repeat([]byte("{"), 65<<20)}, key, "evidence.intoto.jsonl is larger than 64 MiB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p.theirs(tt.files)
			stdout, stderr, code := p.run(args(append([]string{"--verify-evidence=../theirs/evidence.json"}, tt.args...)...)...)
			if code != 2 || stdout != "" || !strings.HasPrefix(stderr, "autofix: ") || !strings.Contains(stderr, tt.stderr) || len(stderr) > 2000 {
				t.Errorf("exit %d, %s\nwant %s%.2000s", code, stdout, tt.stderr, stderr)
			}
		})
	}
	t.Run("a folder as the patch", func(t *testing.T) {
		p.theirs(map[string][]byte{"patch.diff": nil})
		if err := os.Mkdir(filepath.Join(p.dir, "theirs", "patch.diff"), 0o700); err != nil {
			t.Fatal(err)
		}
		if _, stderr, code := p.run(args("--verify-evidence=../theirs/evidence.json")...); code != 2 || !strings.Contains(stderr, "patch.diff: not a regular file") {
			t.Errorf("exit %d, %s", code, stderr)
		}
	})
}

// resigned returns a bundle with another signature of its first line.
func resigned(t *testing.T, bundle string) string {
	t.Helper()
	line, rest, _ := strings.Cut(bundle, "\n")
	var envelope map[string]any
	if err := json.Unmarshal([]byte(line), &envelope); err != nil {
		t.Fatal(err)
	}
	old := item(envelope, "signatures", 0)["sig"].(string)
	first := "A"
	if old[0] == 'A' {
		first = "B"
	}
	return strings.Replace(line, old, first+old[1:], 1) + "\n" + rest
}

// Evidence that says what did not happen is made again, and does not hold; that
// which says what did happen holds.
func TestVerifyMakesTheProofAgain(t *testing.T) {
	t.Parallel()
	p := newProofOf(t, nil)
	p.newKeys()
	worktreetest.Untouched(t, p.repo)
	if _, stderr, code := p.run(args("--patch=../fix.diff", "--artifacts=../artifacts", "--sign-key=../private.pem", "--", "grep", "sum=4", "calc.cfg")...); code != 1 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	// The verdict is weak for both, as the text says; what it exits with is that of
	// the verdict.
	p.theirs(nil)
	stdout, stderr, code := p.run(args("--verify-evidence=../theirs/evidence.json", "--verify-key=../public.pem", "--json")...)
	if code != 1 || !strings.Contains(stdout, `"verdict": "weak"`) ||
		stderr != "autofix: the signature is of the owner of the key\nautofix: the evidence holds: verdict, tests and patch are the same\n" {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
	p.theirs(map[string][]byte{"evidence.json": p.tampered(func(e map[string]any) {
		e["verdict"], item(e, "candidates", 0)["verdict"] = "proven", "proven"
		item(e, "candidates", 0, "conditions", 2)["holds"] = "yes"
		item(e, "candidates", 0)["tests"] = []any{map[string]any{
			"path": "tests/a", "name": "TestA\x1b[31m", "change": "added", "before": "failed", "after": "passed", "proves": true,
		}}
		for i := range e["runs"].([]any) {
			if run := item(e, "runs", i); run["state"] == "reverted" {
				run["exit"], run["cases"] = 0, []any{map[string]any{"name": "x", "status": "passed"}}
			}
		}
	})})
	_, stderr, code = p.run(args("--verify-evidence=../theirs/evidence.json")...)
	want := `autofix: verdict: the evidence says proven, and here it is weak
autofix: end of grep sum=4 calc.cfg in the state reverted: the evidence says exit 0, and here it is exit 1
autofix: case x of grep sum=4 calc.cfg in the state reverted: the evidence says passed, and here it is missing
`
	if code != 1 || !strings.HasPrefix(stderr, want) || !strings.Contains(stderr, "autofix: check \"test guards it\" (P3): the evidence says yes, and here it is ") ||
		!strings.Contains(stderr, "autofix: test tests/a  TestA") || strings.Contains(stderr, "\x1b") || !strings.HasSuffix(stderr, "autofix: prove: the evidence does not hold\n") {
		t.Errorf("exit %d\n%s\nwant %s", code, stderr, want)
	}
	// Another patch that is no fix, with a hash to match.
	other := strings.Replace(string(p.read("patch.diff")), "+sum=4", "+sum=5", 1)
	p.theirs(map[string][]byte{"patch.diff": []byte(other), "evidence.json": p.tampered(func(e map[string]any) { item(e, "candidates", 0)["sha256"] = hashOf(other) })})
	_, stderr, code = p.run(args("--verify-evidence=../theirs/evidence.json")...)
	if code != 1 || !strings.Contains(stderr, "autofix: verdict: the evidence says weak, and here it is refuted\n") {
		t.Errorf("exit %d, %s", code, stderr)
	}
}

// Honest evidence of a real runner holds, with all of its conditions.
func TestVerifyOfGo(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	p := newGoProof(t)
	worktreetest.Untouched(t, p.repo)
	worktreetest.Write(t, p.dir, map[string]string{"go.diff": fixOfGo})
	stdout, stderr, code := p.run("--patch=../go.diff", "--artifacts=../artifacts", "--set=runs=2", "--", "go", "test", "./...")
	if code != 0 || !strings.HasPrefix(stdout, "verdict:  proven\n") {
		if code == 1 && strings.Contains(stdout, "sandbox of level") {
			t.Skipf("there is no sandbox here: %s", stdout)
		}
		t.Fatalf("exit %d, %s%s", code, stdout, stderr)
	}
	for _, c := range p.evidence().Candidates[0].Conditions {
		if c.Holds != evidence.Yes {
			t.Errorf("%s: %s: %s", c.ID, c.Holds, c.Detail)
		}
	}
	p.theirs(nil)
	stdout, stderr, code = p.run("--verify-evidence=../theirs/evidence.json", "--set=runs=1")
	if code != 0 || !strings.HasPrefix(stdout, "verdict:  proven\n") || stderr != "autofix: the evidence holds: verdict, tests and patch are the same\n" {
		t.Errorf("exit %d, %s%s", code, stdout, stderr)
	}
}
