package fixedits

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// MaxRounds is how many rounds of check, merge and apply a run takes at most (rule 12).
const MaxRounds = 10

// A CycleDetector watches the rounds of a run (rule 12). Its zero value is ready for the first round.
type CycleDetector struct {
	state  [sha256.Size]byte         // the workspace, as its difference from how it was at first
	seen   map[[sha256.Size]byte]int // the round after which it was in a state
	rounds []roundChanges
}

// A roundChanges is what one round did.
type roundChanges struct{ rules, paths []string }

// A CycleError says that the rules of some rounds undo each other.
type CycleError struct {
	First, Last int      // after round Last the workspace is as it was after round First; 0 is before any
	Rules       []string // sorted: all rules of which a fix was applied in the rounds after First
	Paths       []string // sorted: the files that these rounds changed
}

func (e *CycleError) Error() string {
	before := "the run began"
	if e.First > 0 {
		before = fmt.Sprintf("round %d ended", e.First)
	}
	where := ""
	if len(e.Paths) > 0 {
		where = " in " + e.Paths[0]
		if more := len(e.Paths) - 1; more > 0 {
			where += fmt.Sprintf(" and %d more", more)
		}
	}
	return fmt.Sprintf("cycle: round %d left the files as they were when %s: the fixes of %s%s undo each other, "+
		"or a formatter undoes them; turn one of these rules off, or run one round",
		e.Last, before, strings.Join(e.Rules, ", "), where)
}

// Round takes in the plan that the next round applies. It returns a *CycleError if that brings the workspace back
// to a state that it had after any earlier round, or at first. A plan that applies nothing ends a run and is no
// cycle; one that applies fixes and changes nothing is.
//
// Only the files that plans change are digested: a state is the sum of what each file is away from its first
// bytes, so a file that is back where it began counts as if it had never changed.
func (d *CycleDetector) Round(plan *Plan) error {
	if d.seen == nil {
		d.seen = map[[sha256.Size]byte]int{d.state: 0}
	}
	rules, paths := map[string]bool{}, make([]string, 0, len(plan.Files))
	for i := range plan.Outcomes {
		if o := &plan.Outcomes[i]; o.Status == StatusApplied {
			for _, r := range o.Rules {
				rules[r] = true
			}
		}
	}
	if len(rules) == 0 && len(plan.Files) == 0 {
		return nil
	}
	shifts := make([][sha256.Size]byte, len(plan.Files))
	parallel(len(plan.Files), func(i int) {
		f := &plan.Files[i]
		shifts[i] = xor(stateOf(f.Path, f.BeforeSHA256), stateOf(f.Path, Digest(f.After)))
	})
	for i := range plan.Files {
		d.state = xor(d.state, shifts[i])
		paths = append(paths, plan.Files[i].Path)
	}
	d.rounds = append(d.rounds, roundChanges{slices.Sorted(maps.Keys(rules)), paths})
	first, ok := d.seen[d.state]
	if !ok {
		d.seen[d.state] = len(d.rounds)
		return nil
	}
	err := &CycleError{First: first, Last: len(d.rounds)}
	for _, r := range d.rounds[first:] {
		err.Rules = append(err.Rules, r.rules...)
		err.Paths = append(err.Paths, r.paths...)
	}
	slices.Sort(err.Rules)
	slices.Sort(err.Paths)
	err.Rules, err.Paths = slices.Compact(err.Rules), slices.Compact(err.Paths)
	return err
}

// stateOf is what a file with some bytes adds to the state of a workspace.
func stateOf(path, digest string) [sha256.Size]byte {
	return sha256.Sum256(append(appendField(nil, path), digest...))
}

func xor(a, b [sha256.Size]byte) [sha256.Size]byte {
	for i := range a {
		a[i] ^= b[i]
	}
	return a
}
