package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// Commits makes a commit of git for each rule of a run that writes. The commits
// are prepared before each write, from the changes of all writes so far, and
// Finish moves the branch to them.
type Commits struct {
	git  *workspace.Commits
	kept []RuleChange // that are written
}

// NewCommits prepares for commits. It returns the errors, and the result about
// a killed run, of [workspace.Workspace.Commits].
func NewCommits(ctx context.Context, ws *workspace.Workspace) (*Commits, workspace.Resumed, error) {
	git, resumed, err := ws.Commits(ctx)
	if err != nil {
		return nil, resumed, err
	}
	return &Commits{git: git}, resumed, nil
}

// Branch returns the name of the branch that gets the commits.
func (c *Commits) Branch() string { return c.git.Branch() }

// Prepare prepares the commits of the changes that were written and of some that
// will be. It fails with a *workspace.UncommittableError if files have changes
// of a person. A nil c does nothing, as in the other methods.
func (c *Commits) Prepare(ctx context.Context, next []RuleChange) error {
	if c == nil {
		return nil
	}
	var commits []workspace.Commit
	for _, change := range gathered(slices.Concat(c.kept, next)) {
		commits = append(commits, change.commit())
	}
	return c.git.Prepare(ctx, commits)
}

// Keep says that the changes of the last call of Prepare are written.
func (c *Commits) Keep(next []RuleChange) {
	if c != nil {
		c.kept = append(c.kept, next...)
	}
}

// Finish moves the branch to the commits, and returns their number. If nothing
// was written, or it was undone, it drops them instead.
func (c *Commits) Finish(ctx context.Context, written bool) (int, error) {
	switch {
	case c == nil:
		return 0, nil
	case !written || len(c.kept) == 0:
		return 0, c.git.Discard()
	}
	return c.git.Finish(context.WithoutCancel(ctx))
}

// mostIDs bounds the ids of fixes in the message of a commit, and mostPaths the
// names of files.
const mostIDs, mostPaths = 5, 20

// commit returns the commit of a change. Its message ends with trailers, as git
// interpret-trailers reads them.
func (c *RuleChange) commit() workspace.Commit {
	commit := workspace.Commit{Files: make([]workspace.CommitFile, len(c.Files))}
	for i := range c.Files {
		f := &c.Files[i]
		commit.Files[i] = workspace.CommitFile{
			Path: f.Path, Before: f.Before, After: f.After, Create: f.Created, Executable: f.Created && f.Executable, Delete: f.Deleted,
		}
	}
	rule := inert.Line(c.Rule)
	var b strings.Builder
	fmt.Fprintf(&b, "autofix: %s\n\n", rule)
	if len(c.Fixes) > 0 {
		fmt.Fprintf(&b, "%s in ", count(len(c.Fixes), "fix", "fixes"))
	}
	fmt.Fprintf(&b, "%s:\n\n", count(len(c.Files), "file", "files"))
	for i := range c.Files[:min(len(c.Files), mostPaths)] {
		fmt.Fprintf(&b, "  %s\n", inert.Line(c.Files[i].Path))
	}
	if more := len(c.Files) - mostPaths; more > 0 {
		fmt.Fprintf(&b, "  and %d more\n", more)
	}
	fmt.Fprintf(&b, "\nAutofix-Rule: %s\n", rule)
	if len(c.Fixes) <= mostIDs {
		for _, id := range c.Fixes {
			fmt.Fprintf(&b, "Autofix-Fix: %s\n", inert.Line(id))
		}
	}
	commit.Message = b.String()
	return commit
}

// count returns a number with a word.
func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// ReplacedFile returns the change of one file that no fix makes, with a name in
// place of a rule. It comes after all rules.
func ReplacedFile(name, path string, before, after []byte) RuleChange {
	return RuleChange{Rule: name, Last: true, Files: []fixedits.FileChange{{Path: path, Before: before, After: after}}}
}
