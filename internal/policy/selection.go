package policy

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/config"
)

// rank returns the rank of a safety. That of a zero Selection ranks as safe.
func rank(safety fixedits.Safety) int { return cmp.Or(safety, fixedits.SafetySafe).Rank() }

// LessSafe returns the less safe of two safeties.
func LessSafe(a, b fixedits.Safety) fixedits.Safety {
	if rank(a) < rank(b) {
		return b
	}
	return a
}

// A Selection determines which fixes a run applies. The zero Selection selects
// the safe fixes of all rules.
type Selection struct {
	Config config.Source   // of every file with a fix; nil: defaults
	Rules  []string        // globs, as MatchRule has them; none: all rules
	Safety fixedits.Safety // the least safe; default safe

	// Certified selects only fixes with a certificate that holds, besides.
	Certified bool
	// Certifies reports whether the run finds out later whether a fix without a
	// certificate has one. It may be nil.
	Certifies func(fix *fixedits.Fix) bool

	// Asks returns the setting for which the run does not have a fix resolved
	// that has no edits yet, or no reason. It may be nil.
	Asks func(fix *fixedits.Fix) fixedits.Reason
}

// MatchRule reports whether glob selects a rule. A glob has the syntax of
// path.Match and applies to NS/NAME. One without a slash selects whole
// namespaces, so "format" means "format/*" and "*" means everything. A name may
// have further slashes, as in eslint/react/no-danger, which eslint/* selects. A
// malformed glob selects nothing.
func MatchRule(glob, rule string) bool {
	if namespace, name, _ := strings.Cut(glob, "/"); name == "*" {
		glob = namespace
	}
	if !strings.Contains(glob, "/") {
		rule, _, _ = strings.Cut(rule, "/")
	}
	ok, err := path.Match(glob, rule)
	return ok && err == nil
}

// Selects reports whether the run applies fixes of a rule.
func (s *Selection) Selects(rule string) bool {
	return len(s.Rules) == 0 || slices.ContainsFunc(s.Rules, func(glob string) bool { return MatchRule(glob, rule) })
}

// Names reports whether the run names a rule, as opposed to selecting it by a
// glob.
func (s *Selection) Names(rule string) bool { return slices.Contains(s.Rules, rule) }

// Reason returns the setting that excludes a fix, or no reason.
func (s *Selection) Reason(fix *fixedits.Fix) fixedits.Reason {
	if !s.Selects(fix.Rule) {
		return fixedits.Reason{Code: fixedits.CodeRule, Detail: "not selected"}
	}
	if reason := s.configured(fix); reason.Code != "" {
		return reason
	}
	if rank(fix.Safety) > rank(s.Safety) {
		return fixedits.Reason{Code: fixedits.CodeSafety, Detail: string(fix.Safety)}
	}
	switch c := fix.Certificate; {
	case !s.Certified || c.Holds():
	case c != nil:
		return fixedits.Reason{Code: fixedits.CodeUncertified, Detail: fmt.Sprintf("its certificate (%s) does not hold", c.Kind)}
	case s.Certifies == nil || !s.Certifies(fix):
		return fixedits.Reason{Code: fixedits.CodeUncertified, Detail: "no certificate shows that it keeps the meaning of the file"}
	}
	if fix.Resolver != nil && s.Asks != nil {
		return s.Asks(fix)
	}
	return fixedits.Reason{}
}

// configured returns the reason in the configuration of the files of a fix, if
// any. A rule that is never fixed in one of them outweighs one that must be
// named.
func (s *Selection) configured(fix *fixedits.Fix) (reason fixedits.Reason) {
	if s.Config == nil {
		return reason
	}
	for path := range fix.Paths() {
		c := s.Config.For(path)
		switch mode := c.FixMode(fix.Rule); {
		case mode == config.FixNever:
			return fixedits.Reason{Code: fixedits.CodeNever, Detail: fmt.Sprintf("%s has fix = \"never\" for %s", c.Path, fix.Rule)}
		case mode == config.FixExplicit && !s.Names(fix.Rule):
			reason = fixedits.Reason{Code: fixedits.CodeExplicit, Detail: fmt.Sprintf("%s has fix = \"explicit\" for %s", c.Path, fix.Rule)}
		}
	}
	return reason
}
