package policy

import (
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

func TestMatchRule(t *testing.T) {
	tests := []struct {
		glob, rule string
		want       bool
	}{
		{"format/go", "format/go", true},
		{"format/go", "format/golang", false},
		{"format/*", "format/go", true},
		{"format/*", "text/trailing", false},
		{"format", "format/go", true},
		{"format", "formatter/go", false},
		{"*", "format/go", true},
		{"*/go", "format/go", true},
		{"eslint/*", "eslint/react/no-danger", true},
		{"eslint", "eslint/react/no-danger", true},
		{"eslint/react/*", "eslint/react/no-danger", true},
		{"eslint/react/*", "eslint/no-var", false},
		{"form*", "format/go", true},
		{"hadolint/DL30??", "hadolint/DL3008", true},
		{"[", "format/go", false},
		{"", "format/go", false},
	}
	for _, test := range tests {
		if got := MatchRule(test.glob, test.rule); got != test.want {
			t.Errorf("MatchRule(%q, %q) = %v", test.glob, test.rule, got)
		}
	}
}

func parsed(t *testing.T, text string) *config.Config {
	t.Helper()
	c, err := config.Parse("autofix.toml", []byte(text), []*config.Section{config.RulesSection(nil)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSelectionReasons(t *testing.T) {
	never := parsed(t, "[rules.\"r/one\"]\nfix = \"never\"\n")
	explicit := parsed(t, "[rules.\"r/one\"]\nfix = \"explicit\"\n")
	tests := []struct {
		name   string
		asked  Selection
		safety fixedits.Safety
		want   string
	}{
		{"a safe fix passes by default", Selection{}, fixedits.SafetySafe, ""},
		{"a suggestion is left out by default", Selection{}, fixedits.SafetySuggestion, "suggestion"},
		{"an unsafe fix is left out by default", Selection{}, fixedits.SafetyUnsafe, "unsafe"},
		{"--safety=suggestion selects suggestions", Selection{Safety: fixedits.SafetySuggestion}, fixedits.SafetySuggestion, ""},
		{"--safety=suggestion does not select unsafe fixes", Selection{Safety: fixedits.SafetySuggestion}, fixedits.SafetyUnsafe, "unsafe"},
		{"--safety=unsafe selects all", Selection{Safety: fixedits.SafetyUnsafe}, fixedits.SafetyUnsafe, ""},
		{"a rule that no glob selects", Selection{Rules: []string{"other/*"}}, fixedits.SafetySafe, "not selected"},
		{"one of several globs is enough", Selection{Rules: []string{"other/*", "r/*"}}, fixedits.SafetySafe, ""},
		{"never applies even if named", Selection{Config: never, Rules: []string{"r/one"}}, fixedits.SafetySafe, `autofix.toml has fix = "never" for r/one`},
		{
			"explicit does not apply if selected by a glob",
			Selection{Config: explicit, Rules: []string{"r/*"}},
			fixedits.SafetySafe,
			`autofix.toml has fix = "explicit" for r/one`,
		},
		{"explicit applies if named", Selection{Config: explicit, Rules: []string{"r/one"}}, fixedits.SafetySafe, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fix := &fixedits.Fix{Rule: "r/one", Safety: test.safety, Edits: []fixedits.Edit{{Path: "a.txt", End: 1, New: []byte("x")}}}
			if got := test.asked.Reason(fix); got.String() != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestSelectionOfCertifiedFixes(t *testing.T) {
	same, other := strings.Repeat("a", 64), strings.Repeat("b", 64)
	holds := &fixedits.Certificate{Kind: fixedits.CertificateValue, Before: same, After: same}
	fails := &fixedits.Certificate{Kind: fixedits.CertificateLLB, Before: same, After: other}
	yes := func(*fixedits.Fix) bool { return true }
	for _, test := range []struct {
		name        string
		asked       Selection
		certificate *fixedits.Certificate
		want        fixedits.Code
	}{
		{"a certificate is not asked for", Selection{Safety: fixedits.SafetyUnsafe}, nil, ""},
		{"one that holds", Selection{Safety: fixedits.SafetyUnsafe, Certified: true}, holds, ""},
		{"one that does not hold", Selection{Safety: fixedits.SafetyUnsafe, Certified: true, Certifies: yes}, fails, fixedits.CodeUncertified},
		{"none", Selection{Safety: fixedits.SafetyUnsafe, Certified: true}, nil, fixedits.CodeUncertified},
		{"none yet", Selection{Safety: fixedits.SafetyUnsafe, Certified: true, Certifies: yes}, nil, ""},
		{"one of a fix that is not safe enough", Selection{Certified: true}, holds, fixedits.CodeSafety},
	} {
		fix := &fixedits.Fix{Rule: "r/one", Safety: fixedits.SafetySuggestion, Certificate: test.certificate}
		if got := test.asked.Reason(fix).Code; got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// A fix with edits in several files obeys the configuration of each.
func TestSelectionOfAFixOfSeveralFiles(t *testing.T) {
	configs := byPath{
		"never.txt":    parsed(t, "[rules.\"r/one\"]\nfix = \"never\"\n"),
		"explicit.txt": parsed(t, "[rules.\"r/one\"]\nfix = \"explicit\"\n"),
	}
	for _, test := range []struct {
		paths []string
		want  fixedits.Code
	}{
		{[]string{"a.txt", "b.txt"}, ""},
		{[]string{"a.txt", "explicit.txt"}, fixedits.CodeExplicit},
		{[]string{"explicit.txt", "never.txt"}, fixedits.CodeNever},
		{[]string{"never.txt", "explicit.txt"}, fixedits.CodeNever},
	} {
		fix := &fixedits.Fix{Rule: "r/one", Safety: fixedits.SafetySafe}
		for _, path := range test.paths {
			fix.Edits = append(fix.Edits, fixedits.Edit{Path: path, End: 1})
		}
		selection := Selection{Config: configs}
		if got := selection.Reason(fix).Code; got != test.want {
			t.Errorf("%v: %q, want %q", test.paths, got, test.want)
		}
	}
	for path, want := range map[string]fixedits.Code{"a.txt": "", "explicit.txt": fixedits.CodeExplicit, "never.txt": fixedits.CodeNever} {
		fix := &fixedits.Fix{Rule: "r/one", Safety: fixedits.SafetySafe, Resolver: &fixedits.Resolver{ID: "ai", Path: path}}
		selection := Selection{Config: configs}
		if got := selection.Reason(fix).Code; got != want {
			t.Errorf("a fix without edits of %s: %q, want %q", path, got, want)
		}
	}
}

type byPath map[string]*config.Config

func (b byPath) For(path string) *config.Config { return b[path] }
