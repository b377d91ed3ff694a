package checks

import "github.com/rules-autofix/rules_autofix/formatting/ignore"

// A Commented checker has rules that the comments of another tool silence.
type Commented interface {
	Checker
	// Comments returns the form of the comments for each of its rules in a file.
	Comments(f File) func(rule string) ignore.Form
}

// Comments returns the form of the comment that silences a rule in a file.
func (r *Registry) Comments(f File) func(rule string) ignore.Form {
	forms := map[*registered]func(rule string) ignore.Form{}
	return func(rule string) ignore.Form {
		for _, c := range r.known().checkers {
			commented, ok := c.Checker.(Commented)
			if !ok || c.own().rule(rule) == nil {
				continue
			}
			if forms[c] == nil {
				forms[c] = commented.Comments(f)
			}
			return forms[c](rule)
		}
		return ignore.Form{}
	}
}
