package checks

import (
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/editorconfig"
)

// A Multilingual checker has rules for single languages.
type Multilingual interface {
	Checker
	// Concerns reports whether a rule is for the language of a file that Match
	// accepts.
	Concerns(rule string, f File, c *config.Config) bool
}

// RulesFor returns the rules that apply to a file with a configuration and with
// properties of .editorconfig, by checker. Rules that the configuration turns
// off are among them.
func (r *Registry) RulesFor(f File, c *config.Config, editor editorconfig.Properties) []Rule {
	var rules []Rule
	for _, checker := range r.checkers {
		matches := false
		if err := protect(func() error { matches = checker.Match(f, c); return nil }); err != nil || !matches {
			continue // Run reports the error
		}
		s := Settings{Config: c, Editor: editor, path: f.Path, registry: r, checker: checker}
		partial, isPartial := checker.Checker.(Partial)
		multilingual, isMultilingual := checker.Checker.(Multilingual)
		for _, rule := range checker.own().rules {
			if isMultilingual && !multilingual.Concerns(rule.Name, f, c) {
				continue
			}
			if isPartial && s.Enabled(rule.Name) {
				if applies, _ := partial.Applies(rule.Name, f, s); !applies {
					continue
				}
			}
			rules = append(rules, rule)
		}
	}
	return rules
}
