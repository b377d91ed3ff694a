package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

type copyCmd struct {
	Pairs []string
}

func newCopy(flags *cli.Globals, env *environment) *cobra.Command {
	return &cobra.Command{
		Use:   "copy FROM TO...",
		Short: "Copy files into the workspace, as a committed_sources target does.",
		Long: `FROM is the file to read, and TO the workspace path to write. More pairs may follow.

Writes all files or none. A path that does not exist is created, with its folders. Checkers and formatters do not see the files, and files marked as generated are written too.`,
		Args: cli.Needs("FROM TO"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c := copyCmd{Pairs: args}
			return c.Run(cmd.Context(), flags, env)
		},
	}
}

// Run writes the files that differ, and lists them.
func (c *copyCmd) Run(ctx context.Context, flags *cli.Globals, env *environment) error {
	if len(c.Pairs)%2 != 0 {
		return &cli.UsageError{Err: fmt.Errorf("copy: %s: no path to copy it to; name both, FROM TO", c.Pairs[len(c.Pairs)-1])}
	}
	if err := env.finishInterrupted(ctx, flags); err != nil {
		return err
	}
	ws, err := env.openWorkspace(flags)
	if err != nil {
		return err
	}
	defer ws.Close()
	var changes []workspace.Change
	for i := 0; i < len(c.Pairs); i += 2 {
		change, err := env.compare(ws, c.Pairs[i], c.Pairs[i+1])
		if err != nil {
			return fmt.Errorf("copy: %w", err)
		}
		if change.BeforeSHA256 != fixedits.Digest(change.After) {
			changes = append(changes, change)
		}
	}
	if err := ws.Write(ctx, changes); err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	shown := env.Shown(ws.Root())
	for _, change := range changes {
		fmt.Fprintf(env.Stderr, "autofix: wrote %s\n", inert.Line(shown.Of(change.Path)))
	}
	if len(changes) == 0 {
		fmt.Fprintln(env.Stderr, "autofix: nothing to write: all files are current")
	}
	return nil
}

// compare returns the change that gives the workspace file to the bytes of the
// file from.
func (e *environment) compare(ws *workspace.Workspace, from, to string) (workspace.Change, error) {
	change := workspace.Change{Path: to}
	var err error
	if change.After, err = e.readInput(from); err != nil {
		return change, err
	}
	before, err := ws.ReadAny(to)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		change.Create = true
		return change, nil
	case errors.Is(err, workspace.ErrOutside), errors.Is(err, workspace.ErrNotRegular):
		return change, &cli.UsageError{Err: err}
	}
	change.BeforeSHA256 = fixedits.Digest(before)
	return change, err
}
