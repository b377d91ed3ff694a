package redact_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/secrets/redact"
	"github.com/rules-autofix/rules_autofix/internal/secrets/secretname"
)

// The secrets are assembled here, so that secret scanners do not report this
// file.
var (
	github = "ghp_" + "Zq8xW2mN5vB7kL0pR3tY6uJ9hG4fD1sA2cXe"
	aws    = "AKIA" + "Q3EGRTZXKJ5M7NPB"
	key    = "-----BEGIN RSA PRIVATE KEY-----\n" + strings.Repeat("MIIEowIBAAKCAQEA"+"x7Jq2\n", 8) + "-----END RSA PRIVATE KEY-----"
)

const gone = redact.Placeholder

func encode(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func TestRedact(t *testing.T) {
	split := github[:10] + "\x1b[1;31m" + github[10:20] + "\x1b[K\x1b(B" + github[20:]
	for _, row := range []struct{ name, text, want string }{
		{"nothing", "FROM debian:12\n", "FROM debian:12\n"},
		{"empty", "", ""},
		{"a token", "ENV T=" + github + "\n", "ENV T=" + gone + "\n"},
		{"allowed", "ENV T=" + github + " # gitleaks:allow\n", "ENV T=" + gone + " # gitleaks:allow\n"},
		{"several", github + " " + aws + "\n", gone + " " + gone + "\n"},
		{"a key of several lines", "RUN echo '" + key + "'\n", "RUN echo '" + gone + "'\n"},
		{"escape codes within", "\x1b[32mT=" + split + "\x1b[0m\n", "\x1b[32mT=" + gone + "\x1b[0m\n"},
		{"codes of one character", "T=" + github[:9] + "\u009b31m" + github[9:] + "\n", "T=" + gone + "\n"},
		{"a code that does not end", "\x1b]0;title\nT=" + github + "\n", "\x1b]0;title\nT=" + gone + "\n"},
		{"within a code", "\x1b]8;;https://x/?" + github + "\x1b\\link\n", "\x1b]8;;https://x/?" + gone + "\x1b\\link\n"},
		{"base64", "auth: " + encode("user:"+github) + "\n", "auth: " + gone + "\n"},
		{"base64 without padding", "auth: " + strings.TrimRight(encode("user:"+github), "=") + "\n", "auth: " + gone + "\n"},
		{"base64 for URLs", "auth: " + base64.URLEncoding.EncodeToString([]byte("???>>>"+github)) + "\n", "auth: " + gone + "\n"},
		{"base64 in a path", "https://example.com/" + encode(github+"12") + "/x\n", "https://example.com/" + gone + "/x\n"},
		{"base64 of base64", encode(encode("user:"+github)) + "\n", gone + "\n"},
		{"base64 and escape codes", encode("user:" + github)[:20] + "\x1b[0m" + encode("user:" + github)[20:] + "\n", gone + "\n"},
		{"hexadecimal digits", hex.EncodeToString([]byte(github)) + "\n", gone + "\n"},
		{"percent-encoding", "?t=%67%68%70%5f" + github[4:] + "&x=1\n", "?t=" + gone + "&x=1\n"},
		{"percent-encoded base64", "?t=" + url.QueryEscape(encode("user1:"+github)) + "&x=1\n", "?t=" + gone + "%3D%3D&x=1\n"},
		{
			"the value elsewhere", "api_key = \"" + "k3J8s0Qw7Zx2Lm5N" + "\"\nRUN curl -H k3J8s0Qw7Zx2Lm5N\nRUN echo " + encode("x:"+"k3J8s0Qw7Zx2Lm5N") + "\n",
			"api_key = \"" + gone + "\"\nRUN curl -H " + gone + "\nRUN echo " + gone + "\n",
		},
		{"text that is base64 of text", encode("just some harmless text here") + "\n", encode("just some harmless text here") + "\n"},
		{"not UTF-8", "\xff\xfe T=" + github + "\n", "\xff\xfe T=" + gone + "\n"},
		{"redacted text", "T=" + gone + "\n", "T=" + gone + "\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, n, err := new(redact.Redactor).Redact(row.text)
			if err != nil {
				t.Fatal(err)
			}
			if n != strings.Count(row.want, gone)-strings.Count(row.text, gone) {
				t.Errorf("%d secrets", n)
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFind(t *testing.T) {
	text := "T=" + github + "\nECHO " + github + aws + "\n"
	found, err := new(redact.Redactor).Find(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 2 || found[0].Rule != "github-pat" || found[0].Description == "" || text[found[0].Start:found[0].End] != github {
		t.Errorf("found %+v", found)
	}
}

func TestKnownValues(t *testing.T) {
	const password = "p'ä ss/w?rd+1"
	quoted, err := json.Marshal(password + "\t")
	if err != nil {
		t.Fatal(err)
	}
	r := redact.New([]string{password, "abc", "", "true", "first line of a value\nsecond line of a value"})
	for _, row := range []struct{ text, want string }{
		{"the " + password + "!", "the " + gone + "!"},
		{encode("user:" + password), ""},
		{encode("user1:" + password), ""},
		{encode("user12:" + password + "more"), ""},
		{base64.RawURLEncoding.EncodeToString([]byte(password)), gone},
		{hex.EncodeToString([]byte(password)), gone},
		{strings.ToUpper(hex.EncodeToString([]byte(password))), gone},
		{url.QueryEscape(password), gone},
		{url.PathEscape(password), gone},
		{strings.ToLower(url.QueryEscape(password)), gone},
		{string(quoted), `"` + gone + `\t"`},
		{`'p'\''ä ss/w?rd+1'`, "'" + gone + "'"},
		{"p'ä s\x1b[0ms/w?rd+1", gone},
		{"abc true", "abc true"},
		{"  second line of a value", "  " + gone},
		{"first line of a value\nsecond line of a value\n", gone + "\n"},
	} {
		got, n, err := r.Redact(row.text)
		if err != nil {
			t.Fatal(err)
		}
		if row.want == "" { // the rest of the base64 does not matter
			decoded, _ := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.ReplaceAll(got, gone, ""), "="))
			if n != 1 || strings.Contains(string(decoded), "ss/w") {
				t.Errorf("%q: %q", row.text, got)
			}
		} else if got != row.want {
			t.Errorf("%q: %q, want %q", row.text, got, row.want)
		}
	}
}

func TestHooks(t *testing.T) {
	broken := errors.New("broken")
	for _, row := range []struct {
		name  string
		hook  redact.Hook
		want  string
		cause error
	}{
		{name: "finds", hook: func(string) ([]redact.Secret, error) { return []redact.Secret{{Rule: "x", Start: 4, End: 10}}, nil }, want: "the " + gone + " of the " + gone},
		{name: "finds nothing at a place", hook: func(string) ([]redact.Secret, error) { return []redact.Secret{{Start: 4, End: 4}}, nil }, want: "the secret of the secret"},
		{name: "fails", hook: func(string) ([]redact.Secret, error) { return nil, broken }, cause: broken},
		{name: "panics", hook: func(string) ([]redact.Secret, error) { panic("secret") }},
		{name: "is outside", hook: func(string) ([]redact.Secret, error) { return []redact.Secret{{Start: 4, End: 100}}, nil }},
		{name: "is the wrong way round", hook: func(string) ([]redact.Secret, error) { return []redact.Secret{{Start: 4, End: 3}}, nil }},
	} {
		got, _, err := redact.New(nil, row.hook).Redact("the secret of the secret")
		if got != row.want || (err == nil) != (row.want != "") || row.cause != nil && !errors.Is(err, row.cause) {
			t.Errorf("%s: %q, %v", row.name, got, err)
		}
		if err != nil && strings.Contains(strings.TrimPrefix(err.Error(), "looking for secrets"), "secret") {
			t.Errorf("%s: the error has text: %v", row.name, err)
		}
	}
}

func TestExcept(t *testing.T) {
	text := "T=" + github + " " + aws + " " + encode("user:"+github) + "\n"
	of := func(rule string) func(string, redact.Secret) bool {
		return func(text string, s redact.Secret) bool {
			return s.Rule == rule && strings.HasPrefix(text[s.Start:s.End], github[:4])
		}
	}
	r := redact.New(nil).Except(of("github-pat"))
	if got, _, err := r.Redact(text); err != nil || got != strings.Replace(text, aws, gone, 1) {
		t.Errorf("%q, %v", got, err)
	}
	both := r.Except(func(_ string, s redact.Secret) bool { return s.Rule == "aws-access-token" })
	if got, _, err := both.Redact(text); err != nil || got != text {
		t.Errorf("%q, %v", got, err)
	}
	// Known values are secret whatever the rules find.
	if got, _, err := redact.New([]string{github}).Except(of("github-pat")).Redact("T=" + github); err != nil || got != "T="+gone {
		t.Errorf("%q, %v", got, err)
	}
}

func TestNothingPrintsValues(t *testing.T) {
	tokens, err := redact.NewTokens(strings.NewReader(strings.Repeat("n", 100)), redact.New([]string{"value of a secret"}))
	if err != nil {
		t.Fatal(err)
	}
	_, m, err := tokens.Tokenize("ENV T=" + github + "\n")
	if err != nil || m.Len() != 1 {
		t.Fatal(m.Len(), err)
	}
	holder := struct {
		M *redact.Mapping
		R *redact.Redactor
		m *redact.Mapping
	}{m, m.Redactor(), m}
	encoded, err := json.Marshal(holder)
	if err != nil {
		t.Fatal(err)
	}
	printed := string(encoded)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x", "%q"} {
		for _, value := range []any{m, *m, m.Redactor(), *m.Redactor(), holder, &holder, tokens} {
			printed += fmt.Sprintf(verb, value)
		}
	}
	for _, secret := range []string{github, "value of a secret", hex.EncodeToString([]byte(github))} {
		if strings.Contains(printed, secret) {
			t.Errorf("printed: %s", printed)
		}
	}
}

func TestManyGoroutines(t *testing.T) {
	r := redact.New([]string{"value of a secret"})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got, _, err := r.Redact("value of a secret " + github); err != nil || got != gone+" "+gone {
				t.Error(got, err)
			}
		})
	}
	group.Wait()
}

// Many words in one line that may belong to a secret do not take minutes, which
// the time limit of the test notices.
func TestLongLines(t *testing.T) {
	r := redact.New(nil, redact.Assignments(secretname.Assigned))
	for _, words := range []string{
		"curl -u $X a && ", "echo a:b | chpasswd ", "docker login ", "--token=x ", "\"a\":\"b\",", "A=\"", "A:'", "a_auth=", "ENV A b\\\n", "https://a:\"", "wpa_passphrase ", "passwd <<E\n", "$A$B", "{{", "$(", "curl=8 ",
	} {
		if _, err := r.Find(strings.Repeat(words, 8_000/len(words))); err != nil {
			t.Errorf("%q: %v", words, err)
		}
	}
}

// No text makes it fail, and no text keeps a known value.
func FuzzRedact(f *testing.F) {
	f.Add("T="+github+"\x1b[0m", "some value")
	f.Add(encode("user:"+github)+"%41%42", "%41")
	f.Add("some\x1b]0;x\avalue", "somevalue")
	f.Fuzz(func(t *testing.T, text, value string) {
		r := redact.New([]string{value})
		found, err := r.Find(text)
		if err != nil {
			t.Fatal(err)
		}
		end := 0
		for _, s := range found {
			if s.Start < end || s.End <= s.Start || s.End > len(text) || s.Rule == "" {
				t.Fatalf("%+v", found)
			}
			end = s.End
		}
		got, n, err := r.Redact(text)
		if err != nil || n != len(found) {
			t.Fatal(n, err)
		}
		if _, known, err := r.Redact(value); err != nil || known == 0 {
			return // too common
		}
		for _, part := range strings.Split(got, gone) {
			if strings.Contains(part, value) {
				t.Fatalf("%q is left in %q", value, got)
			}
		}
	})
}
