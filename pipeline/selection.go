package pipeline

import (
	"fmt"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/config"
)

// safeties are in the order of the trust they ask for.
var safeties = []fixedits.Safety{fixedits.SafetySafe, fixedits.SafetySuggestion, fixedits.SafetyUnsafe}

// MatchRule reports whether glob selects a rule. A glob is as path.Match has it, over NS/NAME; one without a slash
// selects whole namespaces, so that "format" is "format/*" and "*" is everything. A malformed glob selects nothing.
func MatchRule(glob, rule string) bool {
	if !strings.Contains(glob, "/") {
		rule, _, _ = strings.Cut(rule, "/")
	}
	ok, err := path.Match(glob, rule)
	return ok && err == nil
}

func (o *Options) config() config.Source {
	if o.Config == nil {
		return (*config.Config)(nil)
	}
	return o.Config
}

// selected reports whether the run applies fixes of rule.
func (o *Options) selected(rule string) bool {
	return len(o.Rules) == 0 || slices.ContainsFunc(o.Rules, func(glob string) bool { return MatchRule(glob, rule) })
}

// filter returns what decides which fixes are applied.
func (o *Options) filter() func(*fixedits.Fix) fixedits.Reason {
	configured := config.FixFilter(o.config(), func(rule string) bool { return slices.Contains(o.Rules, rule) })
	trusted := max(0, slices.Index(safeties, o.Safety))
	return func(fix *fixedits.Fix) (reason fixedits.Reason) {
		for i := range fix.Edits {
			if o.untouched == nil {
				break
			}
			if why := o.untouched(fix.Edits[i].Path); why != "" {
				return fixedits.Reason{Code: fixedits.CodeLeftAlone, Detail: why}
			}
		}
		if !o.selected(fix.Rule) {
			return fixedits.Reason{Code: fixedits.CodeRule, Detail: "not selected by --rule"}
		}
		if reason := configured(fix); reason.Code != "" {
			return reason
		}
		if slices.Index(safeties, fix.Safety) > trusted {
			return fixedits.Reason{Code: fixedits.CodeSafety, Detail: fmt.Sprintf("%s: apply it with --safety=%s", fix.Safety, fix.Safety)}
		}
		return reason
	}
}

// formats reports whether the run may lay out a file by its formatter, whose rule is given.
func (o *Options) formats(rule, path string) bool {
	known, ok := o.Tools.Checkers.Rule(rule)
	if !ok || !o.selected(rule) || o.off != nil && o.off(path, rule) {
		return false
	}
	c := o.config().For(path)
	severity := known.Severity
	if configured := c.Severity(rule); configured != "" {
		severity = configured
	}
	switch {
	case severity == config.SeverityOff:
		return false
	case c.FixMode(rule) == config.FixNever:
		return false
	case c.FixMode(rule) == config.FixExplicit:
		return slices.Contains(o.Rules, rule)
	}
	return true
}
