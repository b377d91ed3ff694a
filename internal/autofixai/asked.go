package autofixai

import (
	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// asked records the fixes of one rule in one file that a run has asked for. A
// fix has another id after its file changed, so ids alone don't show whether it
// was asked for.
type asked struct {
	left     int                // how many fixes may still be asked for
	outcomes map[string]outcome // by id of the fix
	last     outcome
}

func askedKey(rule, path string) string { return rule + "\x00" + path }

// allow lets a run ask for as many fixes of a rule in a file as there are when
// it sees the first one.
func (r *Resolver) allow(path string, asks []ask) {
	r.mu.Lock()
	defer r.mu.Unlock()
	count := map[string]int{}
	for _, a := range asks {
		count[a.fix.Rule]++
	}
	for rule, n := range count {
		if key := askedKey(rule, path); r.asked[key] == nil {
			r.asked[key] = &asked{left: n, outcomes: map[string]outcome{}}
		}
	}
}

// before returns the outcome of a fix that the run has asked for already: a fix
// that failed has failed for the run, whatever the others of its file changed.
func (r *Resolver) before(path string, fix *fixedits.Fix) (outcome, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	a := r.asked[askedKey(fix.Rule, path)]
	o, known := a.outcomes[fix.ID]
	if !known {
		if a.left > 0 {
			return outcome{}, false
		}
		o = a.last
	}
	if o.text != nil {
		o = filtered(CodeAskedBefore, "this run has asked for a fix of this rule already")
	}
	return o, true
}

// note counts a fix as asked for.
func (r *Resolver) note(fix *fixedits.Fix, record *Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.records[fix.ID] = record
}

// remember keeps the outcome of a fix that was asked for.
func (r *Resolver) remember(path string, fix *fixedits.Fix, o outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.records[fix.ID] == nil {
		return // it was not asked for, and is looked at again
	}
	a := r.asked[askedKey(fix.Rule, path)]
	a.left--
	a.outcomes[fix.ID], a.last = o, o
}
