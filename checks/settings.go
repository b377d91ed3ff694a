package checks

import (
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/config/editorconfig"
)

// Settings are what is configured for the file that a checker looks at.
type Settings struct {
	// Config is the configuration that holds for the file; nil means defaults.
	Config *config.Config
	// Editor is what .editorconfig says about the file.
	Editor editorconfig.Properties

	registry *Registry
}

// Enabled reports whether a rule is on. Run drops the findings of rules that are off, so a checker asks only to save
// itself work.
func (s Settings) Enabled(rule string) bool { return s.severity(rule) != config.SeverityOff }

// severity returns the configured severity of a rule, or its own.
func (s Settings) severity(name string) fixedits.Severity {
	if configured := s.Config.Severity(name); configured != "" {
		return configured
	}
	rule, _ := s.registry.Rule(name)
	return rule.Severity
}

// Text returns the value of a string option. It panics where the rule has no such option.
func (s Settings) Text(rule, option string) string { return value[string](s, rule, option) }

// Bool returns the value of a boolean option. It panics where the rule has no such option.
func (s Settings) Bool(rule, option string) bool { return value[bool](s, rule, option) }

// Int returns the value of an integer option. It panics where the rule has no such option.
func (s Settings) Int(rule, option string) int { return value[int](s, rule, option) }

// Texts returns the value of an option that is an array of strings. It panics where the rule has no such option.
func (s Settings) Texts(rule, option string) []string { return value[[]string](s, rule, option) }

func value[T any](s Settings, name, option string) T {
	rule, _ := s.registry.Rule(name)
	for _, o := range rule.Options {
		if o.Name == option {
			return s.Config.Option(name, o, s.Editor).(T)
		}
	}
	panic(fmt.Sprintf("checks: rule %s has no option %s", name, option))
}
