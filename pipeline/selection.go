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

// verdict returns the function that decides which fixes are left out of a
// merge, and with which status.
func (o *Options) verdict() func(*fixedits.Fix) (fixedits.Status, fixedits.Reason) {
	selection := o.Selection()
	return func(fix *fixedits.Fix) (fixedits.Status, fixedits.Reason) {
		if reason, refused := o.refused[fix.ID]; refused {
			return statusOfRefused(reason.Code), reason
		}
		reason := o.excludes(selection, fix)
		if reason.Code != "" {
			return fixedits.StatusFiltered, reason
		}
		if reason := o.Stale[fix.ID]; reason.Code != "" {
			return fixedits.StatusStale, reason
		}
		return "", reason
	}
}

// statusOfRefused returns the status of a fix that a Verifier refused.
func statusOfRefused(code fixedits.Code) fixedits.Status {
	switch code {
	case fixedits.CodeBrokeBuild, fixedits.CodeBrokeTest:
		return fixedits.StatusBrokeBuild
	case fixedits.CodeFlaky:
		return fixedits.StatusDeferred
	}
	return fixedits.StatusFiltered
}

// excludes returns the setting of the run that excludes a fix, or no reason.
func (o *Options) excludes(selection *policy.Selection, fix *fixedits.Fix) fixedits.Reason {
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
	return fixedits.Reason{}
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

// formats reports whether the run may format a file. rule is its formatter's
// rule.
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
