package pipeline

import (
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

func parsed(t *testing.T, text string) *config.Config {
	t.Helper()
	c, err := config.Parse("autofix.toml", []byte(text), []*config.Section{config.FilesSection, config.RulesSection(nil)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A formatter runs on merged text only if its own rule would be applied.
func TestFormatterRunsIfItsRuleIsOnAndSelected(t *testing.T) {
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
			out, known, err := newRun(nil, opts).format(nil, "a.go", []byte("package  a\n"))
			if err != nil || known != test.want || known && string(out) != "package a\n" {
				t.Errorf("format = %q, %v, %v, want known %v", out, known, err, test.want)
			}
		})
	}
}
