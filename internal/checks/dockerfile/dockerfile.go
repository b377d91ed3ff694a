// Package dockerfile checks Dockerfiles with the rules of BuildKit, of
// hadolint, and of this project.
package dockerfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/buildkit"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/directives"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/hadolint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/hadolintrc"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/practice"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/targets"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/windows"
	"github.com/rules-autofix/rules_autofix/internal/config"
)

// New returns the Dockerfile checker.
func New() checks.Checker {
	c := &checker{rules: slices.Concat(buildkit.Rules, hadolint.Rules, practice.Rules, windows.Rules)}
	c.same = sameOf(c.rules)
	c.known = sync.OnceValue(func() []checks.Rule {
		var known []checks.Rule
		for _, r := range c.rules {
			known = append(known, r.Rule)
		}
		return append(known, unusedIgnore)
	})
	return c
}

type checker struct {
	rules []*lint.Rule
	known func() []checks.Rule
	same  same
}

func (*checker) Name() string { return "dockerfile" }

func (c *checker) Rules() []checks.Rule { return c.known() }

func (*checker) Reads() []*config.FileKind {
	return []*config.FileKind{hadolintrc.Kind, lint.DockerignoreKind, targets.Kind}
}

// Silences reports whether a comment names a rule of Dockerfiles: it is then for
// an instruction, not a line.
func (c *checker) Silences(name string) bool {
	i := directives.Ignore{Source: directives.Autofix, Pattern: name}
	return name != "*" && slices.ContainsFunc(c.known(), func(r checks.Rule) bool { return i.Matches(r.Name) })
}

func (*checker) Match(f checks.File, _ *config.Config) bool { return syntax.Named(f.Path) }

func (c *checker) Check(f checks.File, s checks.Settings) ([]checks.Finding, error) {
	rc := new(hadolintrc.Config)
	if said := s.Nearest(hadolintrc.Kind); said.Path != "" {
		var err error
		if rc, err = hadolintrc.Parse(said.Path, said.Content); err != nil {
			return nil, err
		}
		if err = c.allowed(rc); err != nil {
			return nil, &config.Error{Path: said.Path, Msg: err.Error()}
		}
	}
	file := lint.Read(f, s)
	if len(file.Instructions) == 0 || isTemplate(file.File) {
		return nil, nil
	}
	if rc.NoPragmas {
		file.Pragmas.Without(directives.Hadolint)
	}
	file.Defaults = rc.Option
	return c.check(file, s, rc), nil
}

// allowed returns an error if .hadolint.yaml has an invalid value for an option
// of a rule.
func (c *checker) allowed(rc *hadolintrc.Config) error {
	for _, rule := range c.rules {
		for _, o := range rule.Options {
			if v := rc.Option(rule.Name, o.Name); v != nil && o.Check != nil {
				if err := o.Check(v); err != nil {
					return fmt.Errorf("%s of %s: %w", o.Name, rule.Name, err)
				}
			}
		}
	}
	return nil
}

func (c *checker) check(file *lint.File, s checks.Settings, rc *hadolintrc.Config) []checks.Finding {
	var findings []checks.Finding
	pass := &lint.Pass{File: file}
	for _, rule := range c.rules {
		own := c.severity(rule.Name, file.Pragmas, rc)
		if !enabled(rule, own, s) {
			continue
		}
		if file.Pragmas.Error && strings.HasPrefix(rule.Name, "buildkit/") {
			own = fixedits.SeverityError // of the rules that are on: it turns none on
		}
		from := len(findings)
		pass.Run(rule, &findings)
		for i := range findings[from:] {
			if f := &findings[from+i]; own != "" {
				f.Severity = own
			}
		}
	}
	silenced := func(f checks.Finding) bool { return file.Pragmas.Silenced(f.Rule, c.same.other[f.Rule], f.Start) }
	findings = c.same.merge(slices.DeleteFunc(findings, silenced))
	if s.Enabled(unusedIgnore.Name) {
		all := s.Config.Severity(unusedIgnore.Name) != ""
		ran := func(rule *lint.Rule) bool {
			return enabled(rule, c.severity(rule.Name, file.Pragmas, rc), s) && !pass.Idle(rule)
		}
		findings = append(findings, slices.DeleteFunc(c.unused(file, ran, all), silenced)...)
	}
	if !s.Bare && slices.ContainsFunc(findings, fixable) && rejected(file.File) {
		for i := range findings {
			findings[i].Fixes = nil // BuildKit may parse the file differently than intended, so it is not changed
		}
	}
	return findings
}

func fixable(f checks.Finding) bool { return len(f.Fixes) > 0 }

// rejected reports whether BuildKit rejects a file.
func rejected(f *syntax.File) bool {
	if len(f.Errors) > 0 {
		return true
	}
	_, why := f.Refused()
	return why != ""
}

// severity returns the severity with which .hadolint.yaml or the experimental
// option of BuildKit's parser directive turns a rule or its equivalent on or
// off. It returns "" if neither does.
func (c *checker) severity(rule string, said *directives.Set, rc *hadolintrc.Config) fixedits.Severity {
	if name, ok := strings.CutPrefix(rule, "buildkit/"); ok && said.Experimental(name) {
		return fixedits.SeverityWarning
	}
	if len(rc.Severity) == 0 {
		return ""
	}
	return cmp.Or(rc.Severity[rule], rc.Severity[c.same.other[rule]])
}

// enabled reports whether a rule is on. Its default severity, if any, comes
// from outside of autofix.toml.
func enabled(rule *lint.Rule, own fixedits.Severity, s checks.Settings) bool {
	return cmp.Or(s.Config.Severity(rule.Name), own, rule.Severity) != config.SeverityOff
}
