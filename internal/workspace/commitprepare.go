package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Prepare makes commits, one on top of the other, the first on top of the commit
// of the branch. It replaces the ones that were prepared before, and changes
// neither the branch, nor the index, nor the source tree. It fails with an
// *[UncommittableError] for files that differ from the commit of the branch
// when the commits begin: they would have changes of a person.
//
// The texts of a file follow each other: each commit begins with the text that
// the one before it made. While another process writes the index, it waits.
func (c *Commits) Prepare(ctx context.Context, commits []Commit) error {
	if len(commits) == 0 {
		return c.Discard()
	}
	if err := c.waitForIndex(ctx, c.lockWait); err != nil {
		return err
	}
	files, err := c.about(commits)
	if err != nil {
		return err
	}
	if err := c.clean(commits, files); err != nil {
		return err
	}
	entries, err := c.store(ctx, commits, files)
	if err != nil {
		return err
	}
	tip, err := c.chain(ctx, commits, entries)
	if err != nil {
		return err
	}
	if _, err := c.run(nil, "update-ref", "--no-deref", pendingRef, tip); err != nil {
		return fmt.Errorf("%s: cannot keep the commits: %w", c.top, err)
	}
	c.tip, c.count, c.files = tip, len(commits), map[string]committed{}
	for i := range commits {
		for k := range commits[i].Files {
			name := c.prefix + commits[i].Files[k].Path
			c.files[name] = committed{c.tree[name], entries[i][k]}
		}
	}
	return c.ws.at("commits prepared", "")
}

// about returns what git knows about the files of commits, by name.
func (c *Commits) about(commits []Commit) (map[string]*blob, error) {
	files := map[string]*blob{}
	var all []*blob
	for i := range commits {
		for k := range commits[i].Files {
			if name := c.prefix + commits[i].Files[k].Path; files[name] == nil {
				files[name] = &blob{name: name}
				all = append(all, files[name])
			}
		}
	}
	return files, c.readConversions(all)
}

// clean returns an *UncommittableError if a file differs from the commit of the
// branch, in the index or in the source tree.
func (c *Commits) clean(commits []Commit, files map[string]*blob) error {
	var err error
	if c.tree == nil {
		if c.tree, err = c.committed(c.head); err != nil {
			return err
		}
	}
	index, err := c.staged()
	if err != nil {
		return err
	}
	var unclean staleList
	seen := map[string]bool{}
	for i := range commits {
		for k := range commits[i].Files {
			f := &commits[i].Files[k]
			name := c.prefix + f.Path
			if seen[name] {
				continue
			}
			seen[name] = true
			why, err := c.differs(f, files[name], c.tree[name], index[name])
			if err != nil {
				return err
			}
			if why != "" {
				unclean.add(f.Path, why)
			}
		}
	}
	if len(unclean.files) > 0 {
		return &UncommittableError{Files: unclean.sorted()}
	}
	return nil
}

// differs returns why the first change of a file cannot be committed, or "".
func (c *Commits) differs(f *CommitFile, file *blob, head, staged treeEntry) (why string, err error) {
	none := treeEntry{}
	switch {
	case file.filter != "":
		return fmt.Sprintf("is stored by git through the filter %q", file.filter), nil
	case head == none && staged == none:
		if f.Create {
			return "", nil
		}
		return "is not tracked by git", nil
	case head != staged:
		return "has staged changes", nil
	case f.Create, !strings.HasPrefix(head.mode, "100"):
		return "has changes that are not committed", nil
	}
	object, err := c.objectOf(file, f.Before, false)
	if err == nil && object != head.object {
		why = "has changes that are not committed"
	}
	return why, err
}

// converted reports whether git may store a text of a file as other bytes.
func converted(file *blob, text []byte) bool { return !file.plain || bytes.IndexByte(text, '\r') >= 0 }

// objectOf returns the object that git has, or would have, for a text of a
// file. If git converts it, store also stores it.
func (c *Commits) objectOf(file *blob, text []byte, store bool) (string, error) {
	if !converted(file, text) {
		return blobName(len(c.head), text), nil
	}
	args := []string{"hash-object", "--stdin", "--path=" + file.name}
	if store {
		args = append(args, "-w")
	}
	out, err := c.run(text, args...)
	if err != nil {
		return "", fmt.Errorf("%s: git cannot store it: %w", file.name, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// store stores the texts of commits, and returns the entries of the files of
// each.
func (c *Commits) store(ctx context.Context, commits []Commit, files map[string]*blob) ([][]treeEntry, error) {
	modes := map[string]string{}
	var texts bytes.Buffer // for fast-import
	stored := map[string]bool{}
	all := make([][]treeEntry, len(commits))
	for i := range commits {
		all[i] = make([]treeEntry, len(commits[i].Files))
		for k := range commits[i].Files {
			f := &commits[i].Files[k]
			name := c.prefix + f.Path
			if f.Delete {
				continue
			}
			mode := modes[name]
			switch {
			case f.Create && f.Executable:
				mode = "100755"
			case f.Create:
				mode = "100644"
			case mode == "":
				mode = c.tree[name].mode
			}
			modes[name] = mode
			object, err := c.objectOf(files[name], f.After, true)
			if err != nil {
				return nil, err
			}
			all[i][k] = treeEntry{mode, object}
			if !stored[object] && !converted(files[name], f.After) {
				stored[object] = true
				fmt.Fprintf(&texts, "blob\ndata %d\n", len(f.After))
				texts.Write(f.After)
				texts.WriteByte('\n')
			}
		}
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	texts.WriteString("done\n")
	if _, err := c.run(texts.Bytes(), "fast-import", "--quiet", "--done"); err != nil {
		return nil, fmt.Errorf("%s: git cannot store the texts: %w", c.top, err)
	}
	return all, nil
}

// chain makes the commits, and returns the last one.
func (c *Commits) chain(ctx context.Context, commits []Commit, entries [][]treeEntry) (string, error) {
	index, err := c.newIndex()
	if err != nil {
		return "", err
	}
	defer os.Remove(index)
	own := *c
	own.env = append(slices.Clone(c.env), "GIT_INDEX_FILE="+index) // the last one counts
	if _, err := own.run(nil, "read-tree", c.head); err != nil {
		return "", fmt.Errorf("%s: git cannot read the commit of the branch: %w", c.top, err)
	}
	tip := c.head
	for i := range commits {
		if err := context.Cause(ctx); err != nil {
			return "", err
		}
		names := make([]string, len(commits[i].Files))
		for k := range names {
			names[k] = c.prefix + commits[i].Files[k].Path
		}
		var tree string
		if err = own.stage(names, entries[i]); err == nil {
			tree, err = own.line("write-tree")
		}
		if err == nil {
			tip, err = own.commit(tree, tip, commits[i].Message)
		}
		if err != nil {
			return "", fmt.Errorf("%s: git cannot make the commit: %w", c.top, err)
		}
	}
	return tip, nil
}

// newIndex returns the name of a file for an index, beside the index of the
// checkout.
func (c *Commits) newIndex() (string, error) {
	file, err := os.CreateTemp(filepath.Dir(c.file), "autofix-index-")
	if err != nil {
		return "", fmt.Errorf("%s: cannot make an index: %w", c.file, cause(err))
	}
	return file.Name(), errors.Join(file.Close(), os.Remove(file.Name())) // git takes no empty file
}

// stage sets entries of the index.
func (c *Commits) stage(names []string, entries []treeEntry) error {
	var lines []byte
	for i, name := range names {
		e := entries[i]
		if e.object == "" {
			e = treeEntry{"0", strings.Repeat("0", len(c.head))}
		}
		lines = fmt.Appendf(lines, "%s %s\t%s\x00", e.mode, e.object, name)
	}
	_, err := c.run(lines, "update-index", "-z", "--index-info")
	return err
}

// commit makes one commit.
func (c *Commits) commit(tree, parent, message string) (string, error) {
	args := []string{"-c", "i18n.commitEncoding=UTF-8", "commit-tree", tree, "-p", parent}
	if c.sign {
		args = append(args, "-S")
	}
	out, err := c.run([]byte(message), args...)
	return strings.TrimSpace(string(out)), err
}
