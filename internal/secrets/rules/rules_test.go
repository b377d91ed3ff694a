package rules_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/secrets/rules"
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
		var got []string
		for _, f := range rules.Find(row.src) {
			if f.Description == "" {
				t.Errorf("%s: %s has no description", row.name, f.Rule)
			}
			if !f.Allowed && f.Rule != "generic-api-key" {
				got = append(got, f.Rule+":"+row.src[f.Start:f.End])
			}
		}
		if diff := cmp.Diff(row.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", row.name, diff)
		}
	}
}

func TestPublic(t *testing.T) {
	const digits, fingerprint = "0123456789abcdef" + "fedcba9876543210", "0123456789ABCDEF" + "0123456789ABCDEF01234567"
	for _, row := range []struct {
		before, value, after string
		want                 bool
	}{
		{"ENV SHA256=", digits, "\n", true},
		{"ENV KEY=", digits, " # a checksum\n", true},
		{"ENV KEY=0x", digits, " # md5\n", true},
		{"ENV KEY=", digits, "\n# a checksum", false},
		{"# a checksum\nENV KEY=", digits, "\n", false},
		{"ENV HASH_KEY=", "x" + digits, "\n", false},
		{"ENV KEY=", fingerprint, "\nRUN gpg --verify\n", true},
		{"ENV KEY=", fingerprint, "\n", false},
		{"RUN gpg --verify\nENV KEY=", digits, "", false},
	} {
		text := row.before + row.value + row.after
		f := rules.Finding{Rule: "generic-api-key", Start: len(row.before), End: len(row.before + row.value)}
		if got := f.Public(text); got != row.want {
			t.Errorf("%q: %v", text, got)
		}
		if f.Rule = "github-pat"; f.Public(text) {
			t.Errorf("%q: public though another rule found it", text)
		}
	}
}

// The time is linear in the length of a text, however many secrets it or a line
// of it has.
func TestFindInLongTexts(t *testing.T) {
	const many = 3_000
	generic := "api_key=" + "8Hk2LmQ9sWxZ4vB7nCyT1dRf "
	for _, row := range []struct {
		name, text, rule string
		want             int
	}{
		{"many lines", strings.Repeat("ENV TOKEN="+github+"\n", many), "github-pat", many},
		{"many secrets in a line", strings.Repeat(generic, many), "generic-api-key", many},
		{"an allowed line", "ENV --mount=type=secret,id=a " + strings.Repeat(generic, many), "generic-api-key", 0},
		{"after a long line", strings.Repeat("x", 300_000) + " " + github, "github-pat", 1},
		{"within a long line", strings.Repeat("x ", 150_000) + github + strings.Repeat(" x", 150_000), "github-pat", 1},
		{"words that begin no secret", strings.Repeat("key", 5*many), "generic-api-key", 0},
		{"separators that begin no secret", strings.Repeat("key=", 5*many) + "!", "generic-api-key", 0},
		{"a long value that is no secret", "key=" + strings.Repeat("Key0", 5*many) + "!", "generic-api-key", 0},
		{"a command in a long line", strings.Repeat("curl ", many), "curl-auth-user", 0},
	} {
		got := 0
		for _, f := range rules.Find(row.text) {
			if f.Rule == row.rule {
				got++
			}
		}
		if got != row.want {
			t.Errorf("%s: %d secrets, want %d", row.name, got, row.want)
		}
	}
}

func TestFindFromManyGoroutines(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, src := range []string{"TOKEN=" + github, "ID=" + aws, "key=" + "k3J8s0Qw7Zx2Lm5N", "x"} {
				if want := strings.Contains(src, "="); (len(rules.Find(src)) == 1) != want {
					t.Errorf("%s: %v", src, rules.Find(src))
				}
			}
		})
	}
	group.Wait()
}
