package pipeline

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/policy"
)

// line returns which findings fail the run.
func (o *Options) line() *policy.Line {
	line := &policy.Line{Config: o.config()}
	if o.Base != nil || o.OnlyNew {
		line.Old = map[string]bool{} // the old ones are not found
	}
	return line
}

// Held says which results of a run fail it, as far as [rules] gate decides.
type Held struct {
	Errors  int  // findings of severity error that are left
	Freed   int  // likewise, but of rules that fail nothing
	Changes bool // changes fail a preview: not all are fixes of such rules
}

// Held returns what fails a run with opts.
func (r *Result) Held(opts *Options) Held {
	line := opts.line()
	var h Held
	for i := range r.Left {
		d := &r.Left[i]
		switch {
		case d.Severity != fixedits.SeverityError:
		case line.Holds(d.Path, d.Rule, d.ID):
			h.Errors++
		default:
			h.Freed++
		}
	}
	done := slices.DeleteFunc(slices.Clone(r.Outcomes), func(o Outcome) bool { return !o.Settled })
	h.Changes = len(done) == 0 || slices.ContainsFunc(done, func(o Outcome) bool { return holdsFix(line, &o) })
	return h
}

// holdsFix reports whether a rule of a fix can fail the run in one of its files.
func holdsFix(line *policy.Line, o *Outcome) bool {
	rules := o.Rules
	if len(rules) == 0 {
		rules = []string{o.Rule}
	}
	return len(o.Paths) == 0 || slices.ContainsFunc(o.Paths, func(path string) bool {
		return slices.ContainsFunc(rules, func(rule string) bool { return line.Holds(path, rule, o.ID) })
	})
}
