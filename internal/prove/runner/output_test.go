package runner_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
)

// A secret does not reach the evidence, however it is printed.
func TestSecretsAreRedacted(t *testing.T) {
	p := newProof(t, example)
	const known = "correct-horse-battery-staple"
	p.runner.Redactor = redact.New([]string{known})
	// It is in parts, so that nothing finds it in this file.
	token := "ghp_" + "0f1e2d3c4b5a69788796" + "a5b4c3d2e1f0a1b2"
	for _, row := range []struct {
		name   string
		parts  []string
		secret string // or a part of it
	}{
		{"whole", []string{"value: " + known + "\n"}, known},
		{"in small writes", strings.Split("value: "+known+"\n", ""), known},
		{"by a rule", []string{"token: " + token + "\n"}, token},
		{"by a rule, in small writes", strings.Split("token: "+token+"\n", ""), token},
		{"split by colors", []string{"value: correct-\x1b[31mhorse-\x1b[0mbattery-\x1b[1mstaple\n"}, "horse"},
		{"by a rule, split by colors", []string{"token: " + token[:12] + "\x1b[31m" + token[12:24] + "\x1b[0m" + token[24:] + "\n"}, token[12:24]},
		{"in base64", []string{"value: " + base64.StdEncoding.EncodeToString([]byte("user:"+known)) + "\n"}, base64.StdEncoding.EncodeToString([]byte("user:" + known))[8:40]},
		{"in hexadecimal", []string{"value: " + hex.EncodeToString([]byte(known)) + "\n"}, hex.EncodeToString([]byte(known))},
		{"at a border of blocks", []string{strings.Repeat("x", 64<<10-10) + " ", known + "\n"}, known},
		{"without an end of the line", []string{known}, known},
	} {
		t.Run(row.name, func(t *testing.T) {
			run := p.run(p.acting(append([]string{"parts"}, row.parts...)...))
			if !run.Passed() || strings.Contains(run.Stdout.Head, row.secret) || run.Stdout.Redactions == 0 || !strings.Contains(run.Stdout.Head, redact.Placeholder) {
				t.Errorf("%+v", run)
			}
			for _, word := range run.Command {
				if strings.Contains(word, known) || strings.Contains(word, token) {
					t.Errorf("a secret is in the command: %q", word)
				}
			}
		})
	}
}

// Paths of this machine get names, also where they are split.
func TestPathsHaveNames(t *testing.T) {
	p := newProof(t, example)
	dir := p.tree.Dir()
	for _, row := range []struct {
		parts []string
		want  string
	}{
		{[]string{dir + "/a.go:3: " + dir + "\n"}, "a.go:3: .\n"},
		{strings.Split("at "+dir+"/a.go:3\n", "/"), ""},
		{[]string{"x " + dir[:5], dir[5:9], dir[9:] + "/a.go"}, "x a.go"},
		{[]string{strings.Repeat("x", 64<<10), dir + "/a.go ", strings.Repeat("y", 64<<10), dir + "/b.go"}, strings.Repeat("x", 64<<10) + "a.go " + strings.Repeat("y", 64<<10) + "b.go"},
		{[]string{filepath.Join(p.runner.State, "caches") + "/x\n"}, "<caches>/x\n"},
	} {
		run := p.run(p.acting(append([]string{"parts"}, row.parts...)...))
		if row.want == "" {
			row.want = strings.ReplaceAll(strings.Join(row.parts, ""), dir+"/", "")
		}
		if run.Stdout.Head+run.Stdout.Tail != row.want {
			t.Errorf("%.200q, want %.200q", run.Stdout.Head, row.want)
		}
	}
}

// The hash is of a whole output, of which only the ends are kept.
func TestMuchOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("it looks for secrets in 1 GiB")
	}
	p := newProof(t, example)
	q := p.acting("lines")
	q.Timeout = 20 * time.Minute
	start := time.Now()
	run := p.run(q)
	t.Logf("1 GiB takes %v", time.Since(start))
	line := "0123456789abcde\n"
	sum := sha256.New()
	for range 1 << 10 {
		sum.Write([]byte(strings.Repeat(line, 1<<16)))
	}
	part := strings.Repeat(line, 1<<16)
	if o := run.Stdout; !run.Passed() || o.Bytes != 1<<30 || o.Omitted != 1<<30-2<<20 || o.Head != part || o.Tail != part || o.SHA256 != hex.EncodeToString(sum.Sum(nil)) {
		t.Errorf("%d bytes, %d omitted, %s, %s %d", o.Bytes, o.Omitted, o.SHA256, run.End, run.Exit)
	}
}
