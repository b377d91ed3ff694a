package pipeline

import (
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/policy"
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
// merge, and with which status. A fix without edits is left out, with the
// answer of the Resolver or because it waits for one.
func (r *run) verdict() func(*fixedits.Fix) (fixedits.Status, fixedits.Reason) {
	selection := r.Selection()
	return func(fix *fixedits.Fix) (fixedits.Status, fixedits.Reason) {
		if reason, refused := r.refused[fix.ID]; refused {
			return statusOfRefused(reason.Code), reason
		}
		reason := r.excludes(selection, fix)
		if reason.Code != "" {
			return fixedits.StatusFiltered, reason
		}
		if reason := r.Stale[fix.ID]; reason.Code != "" {
			return fixedits.StatusStale, reason
		}
		if fix.Resolver == nil || len(fix.Edits) > 0 || r.Resolve == nil {
			return "", reason
		}
		switch answer, answered := r.answers[fix.ID]; {
		case answered:
			return answer.Status, answer.Reason
		case r.over:
			return fixedits.StatusDeferred, roundsUsedUp
		}
		return fixedits.StatusDeferred, fix.Resolver.Reason()
	}
}

// statusOfRefused returns the status of a fix that a Verifier refused.
func statusOfRefused(code fixedits.Code) fixedits.Status {
	switch code {
	case fixedits.CodeBrokeBuild, fixedits.CodeBrokeTest:
		return fixedits.StatusBrokeBuild
	case fixedits.CodeFlaky, fixedits.CodeTogether:
		return fixedits.StatusDeferred
	}
	return fixedits.StatusFiltered
}

// excludes returns the setting of the run that excludes a fix, or no reason.
func (r *run) excludes(selection *policy.Selection, fix *fixedits.Fix) fixedits.Reason {
	if r.Only != nil && !r.Only[fix.ID] && !(r.isAnswer(fix) && r.Only[fix.OwnID]) {
		return fixedits.Reason{Code: fixedits.CodeRule}
	}
	if r.untouched != nil {
		for path := range fix.Paths() {
			if why := r.untouched(path); why != "" {
				return fixedits.Reason{Code: fixedits.CodeLeftAlone, Detail: why}
			}
		}
	}
	if reason := selection.Reason(fix); reason.Code != "" {
		return reason
	}
	if why := r.whyUnformatted(fix); why != "" {
		return fixedits.Reason{Code: fixedits.CodeLeftAlone, Detail: why}
	}
	return fixedits.Reason{}
}

// isAnswer reports whether the edits of a fix are of an answer of the Resolver,
// so that the fix had another id before.
func (r *run) isAnswer(fix *fixedits.Fix) bool { return len(r.answers[fix.OwnID].Edits) > 0 }

// whyUnformatted returns why a fix of a built-in formatter, or of a rule on
// whitespace and line ends, is held back, or "".
func (r *run) whyUnformatted(fix *fixedits.Fix) string {
	if r.Unformatted == nil || fix.Phase != fixedits.PhaseFormat && !strings.HasPrefix(fix.Rule, "text/") {
		return ""
	}
	if _, builtin := r.Tools.Checkers.Rule(fix.Rule); !builtin {
		return ""
	}
	for path := range fix.Paths() {
		if why := r.Unformatted(path); why != "" {
			return why
		}
	}
	return ""
}

// formats reports whether the run may format a file. rule is its formatter's
// rule.
func (r *run) formats(rule, path string) bool {
	known, ok := r.Tools.Checkers.Rule(rule)
	if !ok || !r.Selection().Selects(rule) || r.off != nil && r.off(path, rule) || r.Unformatted != nil && r.Unformatted(path) != "" {
		return false
	}
	c := r.config().For(path)
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
		return r.Selection().Names(rule)
	}
	return true
}
