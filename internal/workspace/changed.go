package workspace

import (
	"context"
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// Changed has the files of a workspace that differ from a commit.
type Changed struct {
	files map[string]*blob // the files that differ, by path, as they were; without an object if they are new

	git  checkout
	all  []difference
	read map[*blob]bool // whose texts are read
	miss func(error) error
}

// Changed compares the workspace, or its staged files, with the merge base of
// HEAD and a revision; with HEAD if the revision is empty. On a branch without
// commits, all files differ. It fails with a *[NoRevisionError] for a revision
// that is missing or whose texts are, and with a *[NoCheckoutError] in no
// checkout of git.
func (w *Workspace) Changed(ctx context.Context, revision string, staged bool) (*Changed, error) {
	git, err := w.checkout()
	if err != nil {
		return nil, err
	}
	commit := "HEAD"
	if revision != "" {
		if commit, err = git.mergeBase(revision); err != nil {
			return nil, err
		}
	}
	flags := []string{"--find-renames"}
	if staged {
		flags = append(flags, "--cached", "--ita-invisible-in-index")
	}
	all, err := git.differences(commit, flags...)
	if err != nil {
		return nil, git.partial(err, revision, commit, staged)
	}
	c := &Changed{
		files: map[string]*blob{}, git: git, all: all, read: map[*blob]bool{},
		miss: func(err error) error { return git.partial(err, revision, commit, staged) },
	}
	var known, gone []*blob
	for i := range all {
		d := &all[i]
		if d.status == 'D' && d.was.object != "" {
			gone = append(gone, &d.was)
		}
		if d.status == 'U' || d.status == 'D' {
			continue
		}
		if d.was.object != "" {
			known = append(known, &d.was)
		}
		c.files[d.path] = &d.was
	}
	var untracked []string
	if !staged {
		out, err := git.run(nil, "ls-files", "-z", "--others", "--exclude-standard")
		if err != nil {
			return nil, fmt.Errorf("%s: cannot list the files that git does not track: %w", git.top, err)
		}
		for full := range strings.SplitSeq(string(out), "\x00") {
			if name, inside := strings.CutPrefix(full, git.prefix); inside && name != "" {
				c.files[name] = &blob{}
				untracked = append(untracked, name)
			}
		}
	}
	if len(untracked) == 0 || len(gone)*len(untracked) > mostMovedPairs {
		gone = nil
	}
	if err := git.readTexts(ctx, append(known, gone...)); err != nil {
		return nil, c.miss(err)
	}
	for _, was := range append(known, gone...) {
		c.read[was] = true
	}
	c.findMoved(w, gone, untracked)
	return c, nil
}

// Has reports whether a file may differ.
func (c *Changed) Has(path string) bool { return c.files[path] != nil }

// Was returns the text that a file had in the commit. It is false if the file
// was not there.
func (c *Changed) Was(path string) (text []byte, ok bool) {
	was := c.files[path]
	if was == nil || was.object == "" {
		return nil, false
	}
	return was.text, true
}

// Lines returns the lines of a text that the file at path does not have in the
// commit, as ranges of bytes. Deleted lines leave none.
func (c *Changed) Lines(path string, text []byte) [][2]int {
	was := c.files[path]
	switch {
	case was == nil:
		return nil
	case was.object == "":
		return [][2]int{{0, len(text)}}
	}
	var ranges [][2]int
	moved := 0
	for _, change := range textdiff.Changes(was.text, text) {
		if len(change.New) > 0 {
			start := change.Start + moved
			ranges = append(ranges, [2]int{start, start + len(change.New)})
		}
		moved += len(change.New) - (change.End - change.Start)
	}
	return ranges
}
