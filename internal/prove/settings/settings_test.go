package settings

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/agents/budget"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

func parse(t *testing.T, text string) config.Values {
	t.Helper()
	c, err := config.Parse("autofix.toml", []byte(text), []*config.Section{Section})
	if err != nil {
		t.Fatal(err)
	}
	return c.Said(Section)
}

func TestDefaults(t *testing.T) {
	got, ignored, err := Merge()
	if err != nil || ignored != nil {
		t.Fatal(ignored, err)
	}
	want := &Settings{
		Engine: EngineNone, Attempts: 1, Runs: 3, Mutants: 10, Canary: true, Timeout: time.Hour, Network: Deny, Sandbox: Auto,
		Env: []string{}, Redact: []string{"GITHUB_TOKEN", "OPENAI_API_KEY"},
		OpenAI: OpenAI{BaseURL: "https://api.openai.com/v1", KeyEnv: "OPENAI_API_KEY", Timeout: 2 * time.Minute, Retries: 2, Currency: "USD"},
		Tests:  Tests{Required: true, Suites: []string{}}, MaxFiles: 8, MaxLines: 300, Silencing: true, Command: 10 * time.Minute,
		PathAllow: []string{}, PathDeny: []string{}, Budget: budget.Limits{Questions: 30, Time: 30 * time.Minute},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Keys of an untrusted file count if they narrow, and not otherwise.
func TestUntrusted(t *testing.T) {
	own := "[prove]\nengine = \"acp\"\n[prove.commands]\nallow = [\"go test\"]\n[prove.budget]\ntokens = 100\n"
	for _, row := range []struct {
		name, says string
		ignored    []string
		check      func(s *Settings) bool
	}{
		{"an engine", `engine = "openai"`, []string{"engine"}, func(s *Settings) bool { return s.Engine == EngineACP }},
		{"a server", "[prove.openai]\nbase-url = \"https://evil.example/v1\"\nmodel = \"m\"", []string{"openai.base-url", "openai.model"}, func(s *Settings) bool { return s.OpenAI.BaseURL == "https://api.openai.com/v1" }},
		{"another key", "[prove.openai]\napi-key-env = \"AWS_SECRET_ACCESS_KEY\"", []string{"openai.api-key-env"}, func(s *Settings) bool { return s.OpenAI.KeyEnv == "OPENAI_API_KEY" }},
		{"any command", "[prove.commands]\nallow = [\"sh\"]", []string{"commands.allow"}, func(s *Settings) bool { return s.Commands[0] == "go test" }},
		{"part of a word", "[prove.commands]\nallow = [\"go testing\"]", []string{"commands.allow"}, nil},
		{"a narrower command", "[prove.commands]\nallow = [\"go test ./a\"]", nil, func(s *Settings) bool { return s.Commands[0] == "go test ./a" }},
		{"the network", `network = "allow"`, []string{"network"}, func(s *Settings) bool { return s.Network == Deny }},
		{"variables", `env = ["HOME"]`, []string{"env"}, func(s *Settings) bool { return len(s.Env) == 0 }},
		{"fewer secrets", `redact = []`, nil, func(s *Settings) bool { return len(s.Redact) == 2 }},
		{"more secrets", `redact = ["X"]`, nil, func(s *Settings) bool { return len(s.Redact) == 3 }},
		{"a sandbox", `sandbox = "require"`, nil, func(s *Settings) bool { return s.Sandbox == Require }},
		{"larger patches", "[prove.diff]\nmax-files = 100\nmax-loc = 5000", []string{"diff.max-files", "diff.max-loc"}, func(s *Settings) bool { return s.MaxFiles == 8 && s.MaxLines == 300 }},
		{"smaller patches", "[prove.diff]\nmax-files = 2\nmax-loc = 20", nil, func(s *Settings) bool { return s.MaxFiles == 2 && s.MaxLines == 20 }},
		{"no tests", "[prove.tests]\nrequired = false", []string{"tests.required"}, func(s *Settings) bool { return s.Tests.Required }},
		{"an exception", "[prove.tests]\nexception = \"why not\"\nalternative = \"none\"", []string{"tests.alternative", "tests.exception"}, func(s *Settings) bool { return s.Tests.Exception == "" }},
		{"fewer runs", `runs = 1`, []string{"runs"}, func(s *Settings) bool { return s.Runs == 3 }},
		{"no mutants", `mutants = 0`, []string{"mutants"}, func(s *Settings) bool { return s.Mutants == 10 }},
		{"some paths", "[prove.paths]\nallow = [\"src/**\"]\ndeny = [\"src/a\"]", nil, func(s *Settings) bool { return len(s.PathAllow) == 1 && len(s.PathDeny) == 1 }},
		{"no limit of tokens", "[prove.budget]\ntokens = 0", []string{"budget.tokens"}, func(s *Settings) bool { return s.Budget.Tokens == 100 }},
		{"fewer tokens", "[prove.budget]\ntokens = 7", nil, func(s *Settings) bool { return s.Budget.Tokens == 7 }},
		{"more time", `timeout = "2h"`, []string{"timeout"}, func(s *Settings) bool { return s.Timeout == time.Hour }},
		{"less time", `timeout = "2m"`, nil, func(s *Settings) bool { return s.Timeout == 2*time.Minute }},
	} {
		t.Run(row.name, func(t *testing.T) {
			s, ignored, err := Merge(
				Layer{From: "own", Said: parse(t, own)},
				Layer{From: "theirs", Said: parse(t, "[prove]\n"+row.says+"\n"), Untrusted: true},
			)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.ignored, ignored); diff != "" {
				t.Errorf("ignored (-want +got)\n%s", diff)
			}
			if row.check != nil && !row.check(s) {
				t.Errorf("got %+v", s)
			}
		})
	}
}

func TestMergeErrors(t *testing.T) {
	for text, want := range map[string]string{
		"[prove.tests]\nexception = \"x\"": "alternative",
		"[prove]\nengine = \"openai\"":     "needs a model",
		"[prove]\nengine = \"openai\"\n[prove.openai]\nmodel = \"m\"\n[prove.budget]\ncost = \"1\"": "needs prices",
	} {
		if _, _, err := Merge(Layer{Said: parse(t, text)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

func TestSet(t *testing.T) {
	for pair, want := range map[string]config.Values{
		"engine=acp":                  {"engine": "acp"},
		"runs=5":                      {"runs": 5},
		"timeout=90s":                 {"timeout": 90 * time.Second},
		"openai.model=gpt-5":          {"openai": config.Values{"model": "gpt-5"}},
		`commands.allow=["go test"]`:  {"commands": config.Values{"allow": []string{"go test"}}},
		"tests.required=false":        {"tests": config.Values{"required": false}},
		`openai.model="quoted \" it"`: {"openai": config.Values{"model": `quoted " it`}},
		"budget.cost=3.00":            {"budget": config.Values{"cost": "3.00"}},
		"budget.cost=3":               {"budget": config.Values{"cost": "3"}},
		`budget.cost="2.50"`:          {"budget": config.Values{"cost": "2.50"}},
		"openai.input-price=0.25":     {"openai": config.Values{"input-price": "0.25"}},
		"openai.model=7":              {"openai": config.Values{"model": "7"}},
		"openai.model=true":           {"openai": config.Values{"model": "true"}},
		"openai.model=2026-01-02":     {"openai": config.Values{"model": "2026-01-02"}},
		"tests.exception=a typo":      {"tests": config.Values{"exception": "a typo"}},
		"budget.calls=20":             {"budget": config.Values{"calls": 20}},
		"budget.time=5m":              {"budget": config.Values{"time": 5 * time.Minute}},
		"diff.max-loc=10":             {"diff": config.Values{"max-loc": 10}},
	} {
		got, err := Set(pair)
		if err != nil {
			t.Errorf("%s: %v", pair, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", pair, diff)
		}
	}
	for pair, want := range map[string]string{
		"engine":                             "KEY=VALUE",
		"engine=x":                           "engine",
		"runs=x":                             "integer",
		"nope=1":                             "nope",
		"nope.x=1":                           "nope",
		"budget.nope=1":                      "nope",
		"budget.cost=-1":                     "not an amount",
		"budget.cost=NaN":                    "not an amount",
		"budget.cost=a lot":                  "not an amount",
		`openai.model=["a"]`:                 "string",
		"budget.calls=2.5":                   "integer",
		"openai.base-url=http://example.com": "only https",
		"redact=[\"a-b\"]":                   "name of a variable",
		"x = 1\n[ai]\ncommand=[\"sh\"]":      "KEY=VALUE",
	} {
		if _, err := Set(pair); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", pair, err, want)
		}
	}
}

// TestSetAsDocumented reads what the documentation gives --set, and the input set
// of the action.
func TestSetAsDocumented(t *testing.T) {
	example := regexp.MustCompile("(?m)(?:--set=|^ {12})([a-z]+(?:-[a-z]+)*\\.?[a-z-]*=[^`|\n]*[^`|\n .])")
	found := 0
	for _, name := range documents(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range example.FindAllSubmatch(text, -1) {
			found++
			if _, err := Set(string(match[1])); err != nil {
				t.Errorf("%s: --set=%s: %v", name, match[1], err)
			}
		}
	}
	if found == 0 {
		t.Error("no page has an example")
	}
}

// documents returns the pages of the documentation.
func documents(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join("..", "..", "..", "docs", "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("the pages are not here: %v", err)
	}
	return pages
}

// A value cannot add a key or a table.
func TestSetIsOneKey(t *testing.T) {
	for _, pair := range []string{"engine=\"acp\"\nnetwork=\"allow\"", "engine='acp'\n[ai]\ncommand=['sh']"} {
		if got, err := Set(pair); err == nil {
			t.Errorf("%q: got %v", pair, got)
		}
	}
}
