package rules_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/zricethezav/gitleaks/v8/detect"

	"github.com/rules-autofix/rules_autofix/redact/rules"
)

// The secrets are assembled here, so that secret scanners do not report this
// file.
var (
	github = "ghp_" + "Zq8xW2mN5vB7kL0pR3tY6uJ9hG4fD1sA2cXe"
	aws    = "AKIA" + "Q3EGRTZXKJ5M7NPB"
)

func TestFind(t *testing.T) {
	for _, row := range []struct {
		name, src string
		want      []string // RULE:SECRET
	}{
		{"nothing", "FROM debian:12\nRUN apt-get install -y curl\n", nil},
		{"empty", "", nil},
		{"a token of GitHub", "ENV TOKEN=" + github + "\n", []string{"github-pat:" + github}},
		{"twice", "ENV A=" + github + "\nRUN curl -H '" + github + "'\n", []string{"github-pat:" + github, "github-pat:" + github}},
		{"a key of AWS", "ARG ID=" + aws + "\r\nARG X\r\n", []string{"aws-access-token:" + aws}},
		{"a variable", "ENV TOKEN=$TOKEN GITHUB_TOKEN=${GITHUB_TOKEN}\n", nil},
		{"allowed", "ENV TOKEN=" + github + " # gitleaks:allow\n", nil},
		{"a placeholder", "ENV API_KEY=changeme PASSWORD=xxxxxxxx\n", nil},
	} {
		found, err := rules.Find(row.src)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range found {
			if f.Description == "" {
				t.Errorf("%s: %s has no description", row.name, f.Rule)
			}
			if f.Rule != "generic-api-key" {
				got = append(got, f.Rule+":"+row.src[f.Start:f.End])
			}
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

func TestFindIgnoresAllow(t *testing.T) {
	text := "ENV TOKEN=" + github + " # gitleaks:allow\n"
	for range 2 { // the second time from the cache
		found, err := rules.Reading{IgnoreAllow: true}.Find(text)
		if err != nil || len(found) != 1 || text[found[0].Start:found[0].End] != github {
			t.Errorf("found %v, %v", found, err)
		}
		if found, err := rules.Find(text); err != nil || len(found) != 0 {
			t.Errorf("found %v, %v, though it is allowed", found, err)
		}
	}
}

// Compiling rules on demand gives the same findings as compiling all of them.
func TestFindAgreesWithGitleaks(t *testing.T) {
	all, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		t.Fatal(err)
	}
	sources := []string{
		"ENV TOKEN=" + github + " ID=" + aws + "\n",
		"ENV API_KEY=" + "k3J8s0Qw7Zx2Lm5N" + "\nRUN curl -u admin:" + "s3cr3tPassw0rd!" + " https://example.com\n",
		"RUN echo '" + "-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat("MIIEowIBAAKCAQEA", 8) + "\n-----END RSA PRIVATE KEY-----'\n",
		"FROM debian:12\nLABEL key=value secret=none\n",
		strings.Repeat("\xbd", 60) + "\nENV TOKEN=" + github + " KEY",
	}
	// Matches of rules may span lines, and be next to matches of other rules.
	pieces := []string{
		"ENV TOKEN=" + github, "key", " ", "\n", "\n\n", "=", " = \"", "'" + "k3J8s0Qw7Zx2Lm5N" + "'", "\"", aws, "RUN curl -u ", "admin:" + "s3cr3tPassw0rd!", " https://example.com/", "\\\n",
		"api_secret:", "K" + "ey", "pa\u017f\u017fword=", "Z9x8C7v6B5n4M3a2S1d0", "#gitleaks:allow", "kind: Secret\ndata:\n", "  a: Zm9vYmFyYmF6cXV4\n", "é", "İ", "\xbd\xbd\xbd",
		"curl -H 'Authorization: Bearer ", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N", strings.Repeat("x", 250), strings.Repeat("ab c\n", 60),
		"RUN --mount=type=secret,id=a", "import { key } from 'b'", "LICENSE = \"", "token: ",
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		src := ""
		for range 2 + random.IntN(14) {
			src += pieces[random.IntN(len(pieces))]
		}
		sources = append(sources, src)
	}
	for _, src := range sources {
		want := make(map[string]bool)
		for _, f := range all.DetectString(src) {
			want[f.RuleID+":"+f.Secret] = true
		}
		found, err := rules.Find(src)
		if err != nil {
			t.Fatal(err)
		}
		got := make(map[string]bool)
		for _, f := range found {
			got[f.Rule+":"+src[f.Start:f.End]] = true
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-gitleaks +ours):\n%s", src, diff)
		}
	}
}

// A text that is too long for gitleaks at once is split into parts, and no part
// breaks a line with a secret.
func TestFindInLongTexts(t *testing.T) {
	const many = 3_000
	line := "ENV TOKEN=" + github + "\n"
	src := strings.Repeat(line, many)
	found, err := rules.Find(src)
	if err != nil {
		t.Fatal(err)
	}
	next := 0
	for _, f := range found {
		if f.Rule != "github-pat" {
			continue
		}
		if want := next*len(line) + len("ENV TOKEN="); f.Start != want || f.End != want+len(github) {
			t.Fatalf("the secret %d is at %d-%d, want it at %d", next, f.Start, f.End, want)
		}
		next++
	}
	if next != many {
		t.Errorf("%d secrets, want %d", next, many)
	}
	if found, err := rules.Find(strings.Repeat("x", 300_000) + line); err != nil || len(found) == 0 {
		t.Errorf("after a long line: %v, %v", found, err)
	}
}

// Parts that overlap find a secret wherever a long line is cut.
func TestFindInLongLines(t *testing.T) {
	for before := 100_000 - len(github) - 5; before < 100_010; before += 9 {
		text := strings.Repeat("x ", before/2) + strings.Repeat(" ", before%2) + github + strings.Repeat(" x", 50_000)
		found, err := rules.Reading{Overlap: true}.Find(text)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(found, func(f rules.Finding) bool { return f.Start == before && f.End == before+len(github) }) {
			t.Fatalf("after %d bytes: %v", before, found)
		}
	}
}

// The time for a line is linear in its length, however many secrets it has.
func TestFindInALineOfSecrets(t *testing.T) {
	const many = 3_000
	for _, row := range []struct {
		name, start string
		want        int
	}{
		{"secrets", "ENV ", many},
		{"in an allowed line", "ENV --mount=type=secret,id=a ", 0},
	} {
		found, err := rules.Find(row.start + strings.Repeat("api_key="+"8Hk2LmQ9sWxZ4vB7nCyT1dRf ", many))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != row.want {
			t.Errorf("%s: %d, want %d", row.name, len(found), row.want)
		}
	}
}

func TestFindFromManyGoroutines(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, src := range []string{"TOKEN=" + github, "ID=" + aws, "x"} {
				if _, err := rules.Find(src); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

func BenchmarkFind(b *testing.B) {
	src := strings.Repeat("FROM debian:12\nRUN apt-get update && apt-get install -y curl\nENV API_KEY=$KEY\n", 30)
	for b.Loop() {
		if _, err := rules.Find(src); err != nil {
			b.Fatal(err)
		}
	}
}
