package prove

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/suites"
)

// A pair is a command for tests around a change, on the base and with the
// change. Either may be nil: there is nothing to run there.
type pair struct {
	base, candidate *runnable
}

// words are the commands of a pair, for the journal.
type words struct {
	Base      []string `json:"base,omitempty"`
	Candidate []string `json:"candidate,omitempty"`
	Why       string   `json:"why,omitempty"`
}

// findSuites finds the commands for the tests around a candidate, and which of
// them run the tests of the patch itself.
func (p *proof) findSuites(ctx context.Context, c *candidate) error {
	all, err := p.suites(ctx, c, "all", c.change.Paths())
	if err != nil {
		return err
	}
	for _, w := range all {
		one, err := p.pair(w)
		if err != nil {
			return err
		}
		c.suites = append(c.suites, one)
		if w.Why != "" {
			p.note(fmt.Sprintf("candidate %d: %s", c.id, w.Why))
		}
	}
	if c.tests.Empty() {
		return nil
	}
	own, err := p.ownSuites(ctx, c, c.tests)
	c.own = slices.DeleteFunc(slices.Clone(own), p.covers)
	c.within = len(c.own) < len(own)
	return err
}

// covers reports whether the reproduction runs all tests of another command: it
// is the same command, or runs all packages of the module.
func (p *proof) covers(cmd *runnable) bool {
	own := p.reproduction
	if slices.Equal(own.words, cmd.words) {
		return true
	}
	all := []string{"go", "test", "./..."}
	return slices.Equal(own.command.Argv, all) && cmd.runner.Name == own.runner.Name && !slices.Contains(cmd.command.Argv, "-C") &&
		strings.Trim(p.Repository.Prefix, "./") == ""
}

// markAround notes that runs of the reproduction, on the base and with the
// candidate, are the runs of the tests around the change.
func (p *proof) markAround(c *candidate) {
	for i := range p.runs {
		r := &p.runs[i]
		ofCandidate := p.owners[i] == c && r.State == evidence.AtCandidate
		if !r.Suite && r.Phase != evidence.Setup && (r.State == evidence.AtBase || ofCandidate) {
			r.Around = true
		}
	}
}

// ownSuites returns the commands that run the tests of a change of tests.
func (p *proof) ownSuites(ctx context.Context, c *candidate, own *change.Change) ([]*runnable, error) {
	found, err := p.suites(ctx, c, "own", own.Paths())
	if err != nil {
		return nil, err
	}
	var cmds []*runnable
	for _, w := range found {
		one, err := p.pair(w)
		if err != nil {
			return nil, err
		}
		if one.candidate != nil {
			cmds = append(cmds, one.candidate)
		}
	}
	return cmds, nil
}

// suites finds the commands for tests around changed files of a candidate.
func (p *proof) suites(ctx context.Context, c *candidate, what string, paths []string) ([]words, error) {
	key := fmt.Sprintf("suites %s %d %s", what, c.id, c.change.SHA256())
	if found, known := p.found[key]; known {
		return found, nil
	}
	found, _, err := recorded(p.journal, key, func() ([]words, error) {
		p.watch(Event{Phase: evidence.Prove, What: "looking for the tests around the change"})
		with, err := p.suitesIn(ctx, c.change, paths)
		if err != nil {
			return nil, err
		}
		without, err := p.suitesIn(ctx, nil, paths)
		if err != nil {
			return nil, err
		}
		var all []words
		for _, two := range suites.Together(without, with) {
			all = append(all, words{Base: p.assigned(two.Base), Candidate: p.assigned(two.Candidate), Why: two.Candidate.Why})
		}
		return all, nil
	})
	if err == nil {
		p.found[key] = found
	}
	return found, err
}

// assigned returns the command of a suite, with the variables of the
// reproduction if it runs the same program.
func (p *proof) assigned(s suites.Suite) []string {
	own := p.reproduction.command
	if len(s.Command) == 0 || s.Kind == suites.Configured || s.Command[0] != own.Argv[0] {
		return s.Command
	}
	return slices.Concat(own.Assignments, s.Command)
}

// suitesIn finds them in one state of the tree.
func (p *proof) suitesIn(ctx context.Context, over *change.Change, paths []string) ([]suites.Suite, error) {
	tree, err := p.lab.enter(ctx, at{change: over})
	if err != nil {
		return nil, err
	}
	in := &suites.Input{
		Dir: tree.Dir(), Paths: paths, Command: p.reproduction.command.Argv, Folder: p.Repository.Prefix,
		Configured: p.configured, File: p.read, Bazel: p.lab.bazel(ctx), Go: p.lab.goTool,
	}
	return suites.For(ctx, in)
}

// pair resolves the commands of a pair. The commands are ours or the person's,
// so the words that a person allows for the reproduction do not bind them. Code
// that is not a test is refused all the same.
func (p *proof) pair(w words) (*pair, error) {
	var two pair
	for _, side := range []struct {
		argv []string
		to   **runnable
	}{{w.Base, &two.base}, {w.Candidate, &two.candidate}} {
		if len(side.argv) == 0 {
			continue
		}
		cmd, err := p.runnable(p.testPolicy(), side.argv)
		if err != nil {
			return nil, err
		}
		*side.to = cmd
	}
	return &two, nil
}
