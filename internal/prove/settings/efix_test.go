package settings

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

func TestParseEfix(t *testing.T) {
	got, err := ParseEfix(EfixName, []byte(`# every key
engine: openai
openai: {model: gpt-4.1-mini, api_key_env: MY_KEY, timeout_ms: 120000, max_retries: 2, base_url: https://api.openai.com}
test:
  required: true
  required_suites: &suites
    - npm test
diff:
  max_files: 8
  max_loc: 300
commands:
  allow: *suites
  timeout_ms: 600000
security:
  network: deny
  redact: [GITHUB_TOKEN, "OPENAI_API_KEY"]
`))
	if err != nil {
		t.Fatal(err)
	}
	want := config.Values{
		"engine": "openai", "network": "deny", "redact": []string{"GITHUB_TOKEN", "OPENAI_API_KEY"},
		"openai": config.Values{
			"model": "gpt-4.1-mini", "api-key-env": "MY_KEY", "timeout": 2 * time.Minute, "max-retries": 2,
			"base-url": "https://api.openai.com/v1",
		},
		"tests":    config.Values{"required": true, "suites": []string{"npm test"}},
		"diff":     config.Values{"max-files": 8, "max-loc": 300},
		"commands": config.Values{"allow": []string{"npm test"}, "timeout": 10 * time.Minute},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if _, _, err := Merge(Layer{Said: got}); err != nil {
		t.Error(err)
	}
}

func TestParseEfixErrors(t *testing.T) {
	for text, want := range map[string]string{
		"engine: claude\n":                         `.efix.yml:1:9: engine: "claude" is not one of none, acp, openai`,
		"openai: {api_key: sk-1}\n":                ".efix.yml:1:10: openai.api_key is refused",
		"diff: {max_lines: 3}\n":                   ".efix.yml:1:8: diff.max_lines is not known",
		"diff: 3\n":                                ".efix.yml:1:7: diff must be a mapping",
		"- a\n":                                    ".efix.yml:1:1: the file must be a mapping",
		"diff: {max_files: many}\n":                "diff.max_files: must be an integer",
		"diff: {max_files: 0}\n":                   "0 is not between",
		"commands: {timeout_ms: 10}\n":             "at least 1000 milliseconds",
		"commands: {timeout_ms: 5s}\n":             "a number of milliseconds",
		"commands: {allow: []}\n":                  "no command could run",
		"commands: {allow: npm}\n":                 "a list of strings",
		"openai: {base_url: \"http://x.example\"}": "only https is safe",
		"security: {redact: [sk-live-1]}\n":        "never a key itself",
		"engine: openai\nengine: openai\n":         "twice",
		"engine: openai\n---\nengine: none\n":      "one YAML document",
		"engine: [\n":                              ".efix.yml: ",
	} {
		if _, err := ParseEfix(EfixName, []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func TestParseEfixOfNothing(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n", "diff:\n", "openai: {model: }\n"} {
		if got, err := ParseEfix(EfixName, []byte(text)); err != nil || len(got.Table("openai")) > 0 {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
}

func FuzzParseEfix(f *testing.F) {
	f.Add([]byte("engine: openai\ndiff: {max_files: 3}\n"))
	f.Add([]byte("a: &a [*a]\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		said, err := ParseEfix(EfixName, text)
		if err != nil {
			return
		}
		if _, _, err := Merge(Layer{Said: said, Untrusted: true}); err != nil {
			t.Errorf("an untrusted file made settings invalid: %v", err)
		}
	})
}
