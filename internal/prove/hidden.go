package prove

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/source"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

// maxHidden bounds how many hidden tests are named in a command.
const maxHidden = 50

// alone runs some tests without the tests that end the process before them:
// first all together, and then the ones that still have no result. It returns
// the commands, and the run of each.
func (p *proof) alone(ctx context.Context, where at, cmd *runnable, these []source.Test, attempt int) (cmds []*runnable, runs []*evidence.Run, err error) {
	where.suite = true
	for batches := [][]source.Test{these}; len(batches) > 0; {
		batch := batches[0]
		batches = batches[1:]
		only, err := p.only(cmd, batch)
		if err != nil || only == nil {
			return cmds, runs, err
		}
		run, err := p.run(ctx, where, only, attempt)
		if err != nil {
			return cmds, runs, err
		}
		cmds, runs = append(cmds, only), append(runs, run)
		left := hidden(run, batch)
		switch {
		case len(left) == 0 || len(batch) == 1:
		case len(left) < len(batch):
			batches = append(batches, left)
		default:
			for i := range left {
				batches = append(batches, left[i:i+1])
			}
		}
	}
	return cmds, runs, nil
}

// only returns a command that runs only some of the tests of another command.
// It returns nil if there are none, or if the runner cannot do that.
func (p *proof) only(cmd *runnable, these []source.Test) (*runnable, error) {
	if cmd.runner.Alone == nil {
		return nil, nil
	}
	var local []source.Test
	for _, t := range these {
		if name, err := filepath.Rel(path.Clean(p.Repository.Prefix), t.Path); err == nil && filepath.IsLocal(name) {
			t.Path = filepath.ToSlash(name)
			local = append(local, t)
		}
	}
	if len(local) == 0 {
		return nil, nil
	}
	argv := cmd.runner.Alone(cmd.command.Argv, local)
	if argv == nil {
		return nil, nil
	}
	only, err := p.runnable(p.testPolicy(), slices.Concat(cmd.command.Assignments, argv))
	if err == nil {
		only.alone = these
	}
	return only, err
}

// named returns the new and changed tests that a runner can run by their names.
func named(d *tests.Difference) []source.Test {
	var all []source.Test
	for _, t := range slices.Concat(d.Added, d.Changed) {
		function := t.Kind == source.Function || t.Kind == source.Fuzz || t.Kind == source.Example && !t.Empty()
		if function && t.Skipped == "" && !t.Open && len(all) < maxHidden {
			all = append(all, t)
		}
	}
	return all
}

// hidden returns the tests without a result in a red run of a command, because
// something ended the process. Tests are not hidden if their suite does not
// build, nor if a package of Go has no result at all, because it ended before
// its tests.
func hidden(run *evidence.Run, these []source.Test) []source.Test {
	if run.Passed() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(these), func(t source.Test) bool {
		suite, other := false, false
		for i := range run.Cases {
			switch c := &run.Cases[i]; {
			case c.Name == "":
				suite = suite || t.Match(c.Suite, t.Name)
			case t.Match(c.Suite, c.Name):
				if !strings.Contains(c.Message, results.DidNotEnd) {
					return true
				}
				other = true
			default:
				other = other || t.Match(c.Suite, t.Name)
			}
		}
		return !other && (t.Language == source.Go || !run.Built && suite)
	})
}

// onlyOf returns the cases of some tests. Runners report others as skipped.
func onlyOf(cases []evidence.Case, these []source.Test) []evidence.Case {
	return slices.DeleteFunc(cases, func(c evidence.Case) bool {
		return c.Name != "" && !slices.ContainsFunc(these, func(t source.Test) bool { return t.Match(c.Suite, c.Name) })
	})
}
