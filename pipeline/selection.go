package pipeline

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/policy"
)

func (o *Options) config() config.Source {
	if o.Config == nil {
		return (*config.Config)(nil)
	}
	return o.Config
}

// Selection returns the selection of the fixes that the run applies.
func (o *Options) Selection() *policy.Selection {
	return &policy.Selection{Config: o.config(), Rules: o.Rules, Safety: o.Safety, Certified: o.Certified, Certifies: o.Certifies, Asks: o.Asks}
}

// filter returns the function that decides which fixes are applied.
func (o *Options) filter() func(*fixedits.Fix) fixedits.Reason {
	selection := o.Selection()
	return func(fix *fixedits.Fix) fixedits.Reason {
		if reason, refused := o.refused[fix.ID]; refused {
			return reason
		}
		if o.only != nil && !o.only[fix.ID] {
			return fixedits.Reason{Code: fixedits.CodeRule}
		}
		if o.untouched != nil {
			for path := range fix.Paths() {
				if why := o.untouched(path); why != "" {
					return fixedits.Reason{Code: fixedits.CodeLeftAlone, Detail: why}
				}
			}
		}
		if reason := selection.Reason(fix); reason.Code != "" {
			return reason
		}
		if why := o.whyUnformatted(fix); why != "" {
			return fixedits.Reason{Code: fixedits.CodeLeftAlone, Detail: why}
		}
		return o.Stale[fix.ID]
	}
}

// whyUnformatted returns why a fix of a built-in formatter, or of a rule on
// white space and line ends, is held back, or "".
func (o *Options) whyUnformatted(fix *fixedits.Fix) string {
	if o.Unformatted == nil || fix.Phase != fixedits.PhaseFormat && !strings.HasPrefix(fix.Rule, "text/") {
		return ""
	}
	if _, builtin := o.Tools.Checkers.Rule(fix.Rule); !builtin {
		return ""
	}
	for path := range fix.Paths() {
		if why := o.Unformatted(path); why != "" {
			return why
		}
	}
	return ""
}

// formats reports whether the run may format a file. Rule is that of its
// formatter.
func (o *Options) formats(rule, path string) bool {
	known, ok := o.Tools.Checkers.Rule(rule)
	if !ok || !o.Selection().Selects(rule) || o.off != nil && o.off(path, rule) || o.Unformatted != nil && o.Unformatted(path) != "" {
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
		return o.Selection().Names(rule)
	}
	return true
}
