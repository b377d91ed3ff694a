package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// commitFlags is the flag --commits, of the verbs that write.
type commitFlags struct {
	By string // "rule", or "" if it is not given

	commits *pipeline.Commits // nil without the flag
	made    int               // by finish
}

func (c *commitFlags) declare(f cli.FlagSet) {
	f.Optional(&c.By, "commits", []string{"rule"}, "Also commit with git what is written, with one commit for each rule: the safe rules first, then by phase, priority and name, and the formatters last. The message has the rule as the trailer Autofix-Rule. A file that a fix changes must be as it is in HEAD; other changes stay. No hook runs.")
}

// flags returns the flag, if it is given.
func (c *commitFlags) flags() []string {
	if c.By == "" {
		return nil
	}
	return []string{"--commits=" + c.By}
}

// begin prepares for commits, before anything is checked. It finishes the ones
// of a killed run.
func (c *commitFlags) begin(ctx context.Context, env *environment, ws *workspace.Workspace, mode string, opts *pipeline.Options) error {
	switch {
	case c.By == "":
		return nil
	case mode != "write":
		return cli.Mistake("--commits and --mode=%s exclude each other: that mode writes nothing to commit", mode)
	}
	commits, resumed, err := pipeline.NewCommits(ctx, ws)
	if err != nil {
		if state, ok := errors.AsType[*workspace.UncommittableError](err); ok {
			return &cli.UsageError{Err: fmt.Errorf("--commits=%s: %w", c.By, state)}
		}
		return noCheckout("--commits="+c.By, err)
	}
	switch {
	case resumed.Commits > 0:
		env.Say("finished an interrupted run first; commits made: %d", resumed.Commits)
	case resumed.Dropped:
		env.Say("an interrupted run had prepared commits, which are dropped: its files have changed since")
	}
	c.commits, opts.Commits = commits, commits
	return nil
}

// finish makes the commits of a run that ended with an error or a result, which
// may be nil. It returns the error of the run, with its own.
func (c *commitFlags) finish(ctx context.Context, result *pipeline.Result, err error) error {
	if c.commits == nil {
		return err
	}
	written := result != nil && result.Written
	files, refused := errors.AsType[*workspace.UncommittableError](err)
	if refused && !written {
		err = &cli.UsageError{Err: fmt.Errorf("--commits=%s: %w; nothing was written", c.By, files)}
	}
	_, unwritten := errors.AsType[*workspace.UnwrittenError](err)
	if err != nil && !written && !unwritten && !refused {
		return err // the next run looks at the files, and finishes or drops the commits
	}
	var failed error
	c.made, failed = c.commits.Finish(ctx, written)
	return errors.Join(err, failed)
}

// report adds the commits to a summary.
func (c *commitFlags) report(s *report.Summary) {
	if c.made > 0 {
		s.Committed = fmt.Sprintf("made %s on %s", report.NumberOf(c.made, "commit"), inert.Line(c.commits.Branch()))
	}
}
