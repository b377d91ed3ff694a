package rules

import (
	"slices"

	"github.com/zricethezav/gitleaks/v8/config"
)

// split separates the allowlists of a rule that depend on the line around a
// secret, and drops those that match no text.
//
// gitleaks checks the line again for each secret in it, which takes quadratic
// time for a line with thousands of secrets. One check per line is enough.
func split(rule config.Rule) (config.Rule, []*config.Allowlist) {
	var others, lines []*config.Allowlist
	for _, a := range rule.Allowlists {
		switch and := a.MatchCondition == config.AllowlistMatchAnd; {
		case and && (len(a.Paths) > 0 || len(a.Commits) > 0): // texts have neither
		case a.RegexTarget == "line" && len(a.StopWords) == 0:
			lines = append(lines, a)
		default:
			others = append(others, a)
		}
	}
	rule.Allowlists = others
	return rule, lines
}

// A ruleLine is a line in which a rule found a secret.
type ruleLine struct{ rule, line string }

// lineAllowed reports whether findings of a rule in a line are allowed. The
// results are cached in known.
func (r *rules) lineAllowed(at ruleLine, known map[ruleLine]bool) bool {
	lists := r.lineLists(at.rule)
	if len(lists) == 0 {
		return false
	}
	allowed, ok := known[at]
	if !ok {
		allowed = slices.ContainsFunc(lists, func(a *config.Allowlist) bool { return a.RegexAllowed(at.line) })
		known[at] = allowed
	}
	return allowed
}

func (r *rules) lineLists(rule string) []*config.Allowlist {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.compiled[rule].lines
}
