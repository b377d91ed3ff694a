// Package dockerfile checks Dockerfiles: by BuildKit's rules, by hadolint's, and by its own.
package dockerfile

import (
	"slices"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/buildkit"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/hadolint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/checks/dockerfile/practice"
	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
)

// New returns the checker of Dockerfiles.
func New() checks.Checker {
	c := &checker{rules: slices.Concat(buildkit.Rules, hadolint.Rules, practice.Rules)}
	for _, r := range c.rules {
		c.known = append(c.known, r.Rule)
	}
	return c
}

type checker struct {
	rules []*lint.Rule
	known []checks.Rule
}

func (*checker) Name() string { return "dockerfile" }

func (c *checker) Rules() []checks.Rule { return c.known }

func (*checker) Match(f checks.File, _ *config.Config) bool { return syntax.Named(f.Path) }

func (c *checker) Check(f checks.File, s checks.Settings) ([]checks.Finding, error) {
	file := lint.Read(f, s)
	if len(file.Instructions) == 0 {
		return nil, nil
	}
	var findings []checks.Finding
	for _, rule := range c.rules {
		if s.Enabled(rule.Name) {
			lint.Run(rule, file, &findings)
		}
	}
	return findings, nil
}
