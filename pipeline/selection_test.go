package pipeline

import (
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/config"
)

func TestMatchRule(t *testing.T) {
	tests := []struct {
		glob, rule string
		want       bool
	}{
		{"format/go", "format/go", true},
		{"format/go", "format/golang", false},
		{"format/*", "format/go", true},
		{"format/*", "text/blanks", false},
		{"format", "format/go", true},
		{"format", "formatter/go", false},
		{"*", "format/go", true},
		{"*/go", "format/go", true},
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
	c, err := config.Parse("autofix.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFilterSaysWhyAFixIsLeftOut(t *testing.T) {
	never := parsed(t, "[rules.\"r/one\"]\nfix = \"never\"\n")
	explicit := parsed(t, "[rules.\"r/one\"]\nfix = \"explicit\"\n")
	tests := []struct {
		name   string
		opts   Options
		safety fixedits.Safety
		want   string
	}{
		{"a safe fix passes by default", Options{}, fixedits.SafetySafe, ""},
		{"a suggestion does not", Options{}, fixedits.SafetySuggestion, "suggestion: apply it with --safety=suggestion"},
		{"an unsafe one neither", Options{}, fixedits.SafetyUnsafe, "unsafe: apply it with --safety=unsafe"},
		{"suggestion lets suggestions pass", Options{Safety: fixedits.SafetySuggestion}, fixedits.SafetySuggestion, ""},
		{"and nothing unsafe", Options{Safety: fixedits.SafetySuggestion}, fixedits.SafetyUnsafe, "unsafe: apply it with --safety=unsafe"},
		{"unsafe lets all pass", Options{Safety: fixedits.SafetyUnsafe}, fixedits.SafetyUnsafe, ""},
		{"a rule that no glob selects", Options{Rules: []string{"other/*"}}, fixedits.SafetySafe, "not selected by --rule"},
		{"one of several globs is enough", Options{Rules: []string{"other/*", "r/*"}}, fixedits.SafetySafe, ""},
		{"never is never", Options{Config: never, Rules: []string{"r/one"}}, fixedits.SafetySafe, `autofix.toml has fix = "never" for r/one`},
		{
			"explicit wants the name",
			Options{Config: explicit, Rules: []string{"r/*"}},
			fixedits.SafetySafe,
			`autofix.toml has fix = "explicit" for r/one: name it with --rule=r/one`,
		},
		{"and takes it", Options{Config: explicit, Rules: []string{"r/one"}}, fixedits.SafetySafe, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fix := &fixedits.Fix{Rule: "r/one", Safety: test.safety, Edits: []fixedits.Edit{edit("a.txt", 0, 1, "x")}}
			if got := test.opts.filter()(fix); got.String() != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A formatter runs on merged text only where its own rule would be applied.
func TestFormatterRunsWhereItsRuleIsOnAndSelected(t *testing.T) {
	tests := []struct {
		name   string
		rules  []string
		config string
		want   bool
	}{
		{"by default", nil, "", true},
		{"selected by name", []string{"format/go"}, "", true},
		{"not selected", []string{"text"}, "", false},
		{"off", nil, "[rules.\"format/go\"]\nseverity = \"off\"\n", false},
		{"another severity", nil, "[rules.\"format/go\"]\nseverity = \"info\"\n", true},
		{"never", []string{"format/go"}, "[rules.\"format/go\"]\nfix = \"never\"\n", false},
		{"explicit, not named", nil, "[rules.\"format/go\"]\nfix = \"explicit\"\n", false},
		{"explicit, named by a glob", []string{"format/*"}, "[rules.\"format/go\"]\nfix = \"explicit\"\n", false},
		{"explicit, named", []string{"format/go"}, "[rules.\"format/go\"]\nfix = \"explicit\"\n", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			opts := Options{Tools: tools(&rewriter{}), Rules: test.rules, Config: parsed(t, test.config)}
			out, known, err := opts.format("a.go", []byte("package  a\n"))
			if err != nil || known != test.want || known && string(out) != "package a\n" {
				t.Errorf("format = %q, %v, %v, want known %v", out, known, err, test.want)
			}
		})
	}
}
