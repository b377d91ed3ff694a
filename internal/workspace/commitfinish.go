package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Finish moves the branch to the prepared commits, whose texts the source tree
// has, and the index with it. Whatever else is staged stays. It returns the
// number of commits.
func (c *Commits) Finish(ctx context.Context) (int, error) {
	if c.tip == "" {
		return 0, nil
	}
	if err := c.waitForIndex(ctx, c.lockWait); err != nil {
		return 0, c.unmoved(err)
	}
	back, err := c.moveIndex()
	if err != nil {
		return 0, c.unmoved(err)
	}
	if err := c.ws.at("index moved", ""); err != nil {
		return 0, err
	}
	if _, err := c.run(nil, "update-ref", "-m", "autofix: fix --commits=rule", "HEAD", c.tip, c.head); err != nil {
		back()
		return 0, c.unmoved(err)
	}
	if err := c.ws.at("branch moved", ""); err != nil {
		return 0, err
	}
	made := c.count
	c.head, c.tree = c.tip, nil
	return made, c.Discard()
}

// unmoved tells what became of the commits after a failure.
func (c *Commits) unmoved(err error) error {
	return fmt.Errorf("the files are fixed, but the branch %s has no commits of them: %w; the commits are kept: run again, or take them with: git reset --soft %s", c.branch, err, pendingRef)
}

// Discard drops prepared commits. It does nothing if there are none.
func (c *Commits) Discard() error {
	c.tip, c.count, c.files = "", 0, nil
	if _, err := c.run(nil, "update-ref", "--no-deref", "-d", pendingRef); err != nil {
		return fmt.Errorf("%s: cannot delete the reference %s: %w", c.top, pendingRef, err)
	}
	return nil
}

// moveIndex sets the entries of the committed files in the index, except for
// entries that another process has changed meanwhile. back undoes it.
func (c *Commits) moveIndex() (back func(), err error) {
	index, err := c.staged()
	if err != nil {
		return nil, err
	}
	var names []string
	var was, now []treeEntry
	for _, name := range slices.Sorted(maps.Keys(c.files)) {
		if f := c.files[name]; index[name] == f.before {
			names, was, now = append(names, name), append(was, f.before), append(now, f.after)
		}
	}
	if err := c.stage(names, now); err != nil {
		return nil, err
	}
	// Entries have no times of their files yet, and commands such as
	// git diff-files take such a file for a changed one.
	c.run(nil, "update-index", "-q", "--refresh") // fails if any other file has changed
	return func() { c.stage(names, was) }, nil
}

// resume finishes the commits of a run that was killed after it wrote the
// source tree, and drops any others.
func (c *Commits) resume(ctx context.Context) (Resumed, error) {
	tip, err := c.line("rev-parse", "--verify", "--quiet", pendingRef+"^{commit}")
	if err != nil {
		return Resumed{}, nil // there are none
	}
	if tip == c.head {
		return Resumed{}, c.Discard()
	}
	files, err := c.between(tip)
	if err != nil {
		return Resumed{Dropped: true}, c.Discard()
	}
	done, undone, err := c.written(files)
	if err != nil {
		return Resumed{}, err
	}
	if !done {
		return Resumed{Dropped: !undone}, c.Discard()
	}
	c.tip, c.files = tip, files
	count, err := c.line("rev-list", "--count", c.head+".."+tip)
	if err == nil {
		_, err = fmt.Sscan(count, &c.count)
	}
	if err != nil {
		return Resumed{}, fmt.Errorf("%s: cannot count commits: %w", c.top, err)
	}
	made, err := c.Finish(ctx)
	return Resumed{Commits: made}, err
}

// between returns the files that the commits up to a later one change. It is an
// error if that does not follow the one of the branch.
func (c *Commits) between(tip string) (map[string]committed, error) {
	if _, err := c.run(nil, "merge-base", "--is-ancestor", c.head, tip); err != nil {
		return nil, err
	}
	out, err := c.run(nil, "diff-tree", "-r", "-z", "--no-renames", "--no-commit-id", c.head, tip)
	if err != nil {
		return nil, err
	}
	files := map[string]committed{}
	for fields := strings.Split(string(out), "\x00"); len(fields) > 1; fields = fields[2:] {
		about := strings.Fields(strings.TrimPrefix(fields[0], ":"))
		if len(about) != 5 {
			return nil, fmt.Errorf("git diff-tree printed %q", about)
		}
		files[fields[1]] = committed{entryOf(about[0], about[2]), entryOf(about[1], about[3])}
	}
	return files, nil
}

// written reports whether the source tree has all texts of committed files, or
// all texts from before.
func (c *Commits) written(files map[string]committed) (after, before bool, err error) {
	var all []*blob
	for name := range files {
		all = append(all, &blob{name: name})
	}
	if err := c.readConversions(all); err != nil {
		return false, false, err
	}
	after, before = true, true
	for _, file := range all {
		object := ""
		path, inside := strings.CutPrefix(file.name, c.prefix)
		text, err := c.ws.Read(path)
		switch {
		case !inside || file.filter != "":
			return false, false, nil
		case err == nil:
			object, err = c.objectOf(file, text, false)
		case errors.Is(err, fs.ErrNotExist):
			err = nil
		}
		if err != nil {
			return false, false, err
		}
		f := files[file.name]
		after, before = after && object == f.after.object, before && object == f.before.object
	}
	return after, before, nil
}
