package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Commits turns changes of files into commits of git, on the branch that is
// checked out. The order is: [Commits.Prepare] makes all commits as objects,
// the caller writes the source tree, and [Commits.Finish] moves the branch.
// What cannot be committed is thus known before a file is written, the source
// tree never has the texts of a commit in the middle, and the branch has all
// commits or none. Between the two, a reference of the checkout keeps the
// commits: if the run is killed there, the next one moves the branch.
//
// The commits are made from the texts, not by `git commit`: no hook of the
// repository runs, since hooks read the source tree, which has the text of the
// last commit. The identity and commit.gpgSign are taken from git's
// configuration.
type Commits struct {
	checkout
	ws *Workspace

	branch string               // without refs/heads/
	head   string               // the commit that the first one follows
	sign   bool                 // commit.gpgSign
	tree   map[string]treeEntry // of head, by the name below the top of the checkout
	tip    string               // the last prepared commit, or ""
	count  int                  // of prepared commits
	files  map[string]committed // that they change, by the same name

	lockWait time.Duration // how long it waits for another process that writes the index
}

// pendingRef is the reference that keeps prepared commits. Each checkout of a
// repository has its own.
const pendingRef = "refs/worktree/autofix"

// A committed file has the entry before and after some commits.
type committed struct{ before, after treeEntry }

// A Commit is a commit to be made.
type Commit struct {
	Message string
	Files   []CommitFile // at least one; each once
}

// A CommitFile is the change that a commit makes to a file.
type CommitFile struct {
	Path          string // canonical
	Before, After []byte
	Create        bool
	Executable    bool // of Create
	Delete        bool
}

// An UncommittableError reports changes that cannot be committed.
type UncommittableError struct {
	Why   string      // of the state of the repository, with the way out; "" if Files is set
	Files []StaleFile // that stand in the way, by path
}

// mostNamed bounds the files that an UncommittableError names.
const mostNamed = 10

// Error has the files, the reasons and the way out.
func (e *UncommittableError) Error() string {
	if len(e.Files) == 0 {
		return e.Why
	}
	var named []string
	for i := range e.Files[:min(len(e.Files), mostNamed)] {
		named = append(named, e.Files[i].Path+": "+e.Files[i].Reason)
	}
	if more := len(e.Files) - mostNamed; more > 0 {
		named = append(named, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(named, "; ") + "; commit or stash that first, or run without --commits"
}

// A Resumed tells what became of the commits of a killed run.
type Resumed struct {
	Commits int  // that the branch has now
	Dropped bool // its commits are given up: the files are not as it left them
}

// Commits prepares for commits on the branch that is checked out. It first
// finishes the commits of a killed run, whose files must be whole: see
// [Workspace.Recover]. It fails with a *[NoCheckoutError] in no checkout of
// git, and with an *[UncommittableError] if the repository is in a state in
// which no commit can be made.
func (w *Workspace) Commits(ctx context.Context) (*Commits, Resumed, error) {
	if os.Getenv("GIT_INDEX_FILE") != "" {
		return nil, Resumed{}, &UncommittableError{Why: "a hook of git runs this (GIT_INDEX_FILE is set), and git is about to commit itself: use --staged in hooks"}
	}
	git, err := w.checkout()
	if err != nil {
		return nil, Resumed{}, err
	}
	c := &Commits{checkout: git, ws: w, lockWait: 3 * time.Second}
	c.env = append(c.env, identity(os.Environ())...)
	if err := c.inspect(); err != nil {
		return nil, Resumed{}, err
	}
	resumed, err := c.resume(ctx)
	return c, resumed, err
}

// Branch returns the name of the branch that gets the commits.
func (c *Commits) Branch() string { return c.branch }

// identity returns the variables that say who commits, and when.
func identity(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		switch name {
		case "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_DATE":
			return false
		}
		return true
	})
}

// unfinished are the files of a git folder that stand for an operation that a
// person has not finished, and what ends it.
var unfinished = []struct{ file, what, ends string }{
	{"rebase-merge", "a rebase", "git rebase --continue or --abort"},
	{"rebase-apply", "a rebase", "git rebase --continue or --abort"},
	{"MERGE_HEAD", "a merge", "git commit or git merge --abort"},
	{"CHERRY_PICK_HEAD", "a cherry-pick", "git cherry-pick --continue or --abort"},
	{"REVERT_HEAD", "a revert", "git revert --continue or --abort"},
	{"BISECT_LOG", "a bisection", "git bisect reset"},
}

// inspect reads the state of the repository, and returns an error if no commit
// can be made in it.
func (c *Commits) inspect() error {
	args := []string{"rev-parse", "--path-format=absolute"}
	for _, u := range unfinished {
		args = append(args, "--git-path", u.file)
	}
	out, err := c.run(nil, args...)
	if err != nil {
		return fmt.Errorf("%s: cannot read the state of the repository: %w", c.top, err)
	}
	for i, name := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		if _, err := os.Lstat(filepath.FromSlash(name)); err == nil && i < len(unfinished) {
			return &UncommittableError{Why: fmt.Sprintf("%s is in progress: end it with %s first", unfinished[i].what, unfinished[i].ends)}
		}
	}
	branch, err := c.line("symbolic-ref", "--quiet", "HEAD")
	if err != nil {
		return &UncommittableError{Why: "no branch is checked out (HEAD is detached), so the commits would get lost: create one with git switch -c NAME"}
	}
	c.branch = strings.TrimPrefix(branch, "refs/heads/")
	if c.head, err = c.line("rev-parse", "--verify", "--quiet", "HEAD^{commit}"); err != nil {
		return &UncommittableError{Why: fmt.Sprintf("the branch %s has no commit yet: commit the files as they are first", c.branch)}
	}
	for _, who := range []string{"GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"} {
		if _, err := c.run(nil, "-c", "user.useConfigOnly=true", "var", who); err != nil {
			return &UncommittableError{Why: "git does not know who commits: set user.name and user.email with git config"}
		}
	}
	sign, err := c.line("config", "--type=bool", "--get", "commit.gpgSign")
	if failed, ok := errors.AsType[*gitError](err); ok && failed.stderr != "" { // not just that there is no such key
		return fmt.Errorf("%s: cannot read the configuration of git: %w", c.top, err)
	}
	c.sign = sign == "true"
	return nil
}
