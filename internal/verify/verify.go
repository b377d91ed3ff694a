// Package verify tries the fixes of a plan by building and testing what depends
// on the changed files, in a shadow of the workspace, before anything is
// written. If targets turn red, it finds the fixes that did it.
package verify

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/verify/shadow"
)

// A Shadow holds the texts that are tried. It is a *shadow.Tree.
type Shadow interface {
	Set(files []shadow.File) error
	Disturbed() []string
	Full() error
	// Aliases returns further names of files, by which a target may depend on
	// them, each with its file.
	Aliases(files []string) map[string]string
}

// A Step is a build that is about to run.
type Step struct {
	Build     int      // from 1
	Targets   []string // targets that are built or run
	Tests     int      // the number of them that are run
	Searching bool     // for the fixes that turn targets red
	Remaining int      // how many more builds the search takes at most, as far as is known
}

// A Verifier tries plans. Its Verify method is a pipeline.Verifier.
type Verifier struct {
	// Open returns what the verifier works with. It is called once, if there is
	// a fix to verify.
	Open func(ctx context.Context) (Shadow, Judge, error)
	// Level returns how far a fix is verified.
	Level func(o *fixedits.Outcome) policy.Level
	// Keep reports whether a fix is applied that nothing can judge.
	Keep func(o *fixedits.Outcome) bool
	// Watch is called before each build. It may be nil.
	Watch func(Step)

	// Builds is the number of builds so far.
	Builds int
	// Before are the targets that were red without any fix, by name.
	Before []fixedits.Red

	shadow Shadow
	judge  Judge

	green     map[int]map[string]tally // by round and target
	round     int
	known     map[question]Answer // of this round
	remaining int
	searching bool
}

// Verify tries the plan of a round. An error means that the plan could not be
// tried.
func (v *Verifier) Verify(ctx context.Context, trial *pipeline.Trial) (*pipeline.Verification, error) {
	if trial.Round != v.round {
		v.round, v.known = trial.Round, map[question]Answer{}
	}
	in := newInquiry(ctx, v, trial)
	if len(in.units) == 0 {
		return nil, nil
	}
	did, err := in.run()
	if err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	return did, nil
}

// A tally says how a green target counts.
type tally struct{ test, cached bool }

// Green returns the number of targets that are green with the fixes, of tests
// among them, and of those whose result was cached.
func (v *Verifier) Green() (targets, tests, cached int) {
	all := map[string]tally{}
	for _, round := range slices.Sorted(maps.Keys(v.green)) {
		maps.Copy(all, v.green[round])
	}
	for _, t := range all {
		targets++
		if t.test {
			tests++
		}
		if t.cached {
			cached++
		}
	}
	return targets, tests, cached
}

// A unit is a fix to verify.
type unit struct {
	outcome *fixedits.Outcome
	level   policy.Level
}

// An inquiry is the verification of one plan.
type inquiry struct {
	ctx     context.Context
	v       *Verifier
	trial   *pipeline.Trial
	units   []unit
	at      map[string][]int // numbers of the units that change a file
	base    map[string]bool  // ids of the fixes that are applied without being verified
	targets []Target         // that depend on a unit, by name
	tests   map[string]bool  // names of the targets whose tests are run
	reds    map[string][]red
}

// A red is an answer for a red target, with the numbers of the units of its
// text.
type red struct {
	units  []int
	answer Answer
}

func newInquiry(ctx context.Context, v *Verifier, trial *pipeline.Trial) *inquiry {
	in := &inquiry{ctx: ctx, v: v, trial: trial, at: map[string][]int{}, base: map[string]bool{}, reds: map[string][]red{}}
	for i := range trial.Plan.Outcomes {
		o := &trial.Plan.Outcomes[i]
		if o.Status != fixedits.StatusApplied {
			continue
		}
		if level := v.Level(o); level > policy.LevelNone {
			for _, file := range o.Paths {
				in.at[file] = append(in.at[file], len(in.units))
			}
			in.units = append(in.units, unit{o, level})
		} else {
			in.base[o.ID] = true
		}
	}
	return in
}

func (in *inquiry) run() (*pipeline.Verification, error) {
	if in.v.judge == nil {
		var err error
		if in.v.shadow, in.v.judge, err = in.v.Open(in.ctx); err != nil {
			return nil, err
		}
	}
	before, err := in.textsWith(nil)
	if err != nil {
		return nil, err
	}
	if err := in.findTargets(before); err != nil {
		return nil, err
	}
	after := in.textsOf(in.trial.Plan)
	colors, err := in.try(after, in.targets, 1)
	if err != nil {
		return nil, err
	}
	var suspected []Target
	for i, answer := range colors {
		if answer.Color != Green {
			suspected = append(suspected, in.targets[i])
			in.reds[in.targets[i].Name] = []red{{units: all(len(in.units)), answer: answer}}
		}
	}
	judged := map[string]Answer{}
	for i, target := range in.targets {
		judged[target.Name] = colors[i]
	}
	if len(suspected) == 0 {
		return in.conclude(judged, nil), nil
	}
	blamed, err := in.redByFixes(before, suspected, judged)
	if err != nil || len(blamed) == 0 {
		return in.conclude(judged, nil), err
	}
	found, err := in.search(blamed)
	if err != nil {
		return nil, err
	}
	return in.conclude(judged, found), nil
}

// findTargets asks which targets depend on the fixes, in the workspace
// without them.
func (in *inquiry) findTargets(before []shadow.File) error {
	if err := in.set(before); err != nil {
		return err
	}
	files := slices.Sorted(maps.Keys(in.at))
	aliases := in.v.shadow.Aliases(files)
	for i := range in.trial.Plan.Files {
		// A package that goes leaves its files to the one above.
		c := &in.trial.Plan.Files[i]
		if dir := path.Dir(c.Path); c.Deleted && isPackageFile(path.Base(c.Path)) && dir != "." && len(in.at[c.Path]) > 0 {
			aliases[dir] = c.Path
		}
	}
	names := slices.Sorted(maps.Keys(aliases))
	targets, err := in.v.judge.Affected(in.ctx, slices.Concat(files, names))
	if err != nil {
		return err
	}
	in.tests = map[string]bool{}
	for _, target := range targets {
		for i, name := range target.Files {
			if file, alias := aliases[name]; alias {
				target.Files[i] = file
			}
		}
		slices.Sort(target.Files)
		target.Files = slices.Compact(target.Files)
		suspects := in.suspects(target)
		if len(suspects) == 0 {
			continue
		}
		in.targets = append(in.targets, target)
		in.tests[target.Name] = target.Test && slices.ContainsFunc(suspects, func(n int) bool { return in.units[n].level == policy.LevelTest })
	}
	return nil
}

// suspects returns the numbers of the units that a target depends on,
// ascending.
func (in *inquiry) suspects(target Target) []int {
	var numbers []int
	for _, file := range target.Files {
		numbers = append(numbers, in.at[file]...)
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// redByFixes removes the targets that are red without the fixes too, and notes
// them.
func (in *inquiry) redByFixes(before []shadow.File, targets []Target, judged map[string]Answer) ([]Target, error) {
	answers, err := in.try(before, targets, 1)
	if err != nil {
		return nil, err
	}
	var blamed []Target
	for i, answer := range answers {
		target := targets[i]
		if answer.Color == Green {
			blamed = append(blamed, target)
			continue
		}
		delete(judged, target.Name)
		in.v.noteBefore(in.redOf(target.Name, answer))
	}
	return blamed, nil
}

func (v *Verifier) noteBefore(red fixedits.Red) {
	at, known := slices.BinarySearchFunc(v.Before, red, func(a, b fixedits.Red) int { return strings.Compare(a.Target, b.Target) })
	if !known {
		v.Before = slices.Insert(v.Before, at, red)
	}
}

// search finds the units that turn targets red.
func (in *inquiry) search(targets []Target) ([]Guilt, error) {
	byName := map[string]Target{}
	s := search{suspects: map[string][]int{}}
	var names []string
	for _, target := range targets {
		names = append(names, target.Name)
		byName[target.Name] = target
		s.suspects[target.Name] = in.suspects(target)
	}
	s.remaining = func(builds int) { in.v.remaining = builds }
	s.build = func(asks []ask) ([]Color, error) {
		var units []int
		asked := make([]Target, len(asks))
		runs := make([]int, len(asks))
		for i, a := range asks {
			units = append(units, a.fixes...)
			asked[i], runs[i] = byName[a.target], a.runs
		}
		files, err := in.textsWith(units)
		if err != nil {
			return nil, err
		}
		answers, err := in.tryEach(files, asked, runs)
		for i, answer := range answers {
			if answer.Color == Red {
				in.reds[asks[i].target] = append(in.reds[asks[i].target], red{asks[i].fixes, answer})
			}
		}
		return colorsOf(answers), err
	}
	s.all = func(names []string, without map[int]bool) ([]Color, error) {
		units := slices.DeleteFunc(all(len(in.units)), func(n int) bool { return without[n] })
		files, err := in.textsWith(units)
		if err != nil {
			return nil, err
		}
		asked := make([]Target, len(names))
		for i, name := range names {
			asked[i] = byName[name]
		}
		in.v.remaining = 0
		answers, err := in.try(files, asked, 1)
		for i, answer := range answers {
			if answer.Color == Red {
				in.reds[names[i]] = append(in.reds[names[i]], red{units, answer})
			}
		}
		return colorsOf(answers), err
	}
	in.v.searching = true
	defer func() { in.v.searching, in.v.remaining = false, 0 }()
	return s.run(names)
}

func colorsOf(answers []Answer) []Color {
	colors := make([]Color, len(answers))
	for i := range answers {
		colors[i] = answers[i].Color
	}
	return colors
}

// all returns the numbers from 0 to n-1.
func all(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}
